import WireFormat

/// All fields of dialect files, in the order in which they are written.
package enum DialectSchema {
  /// The longest magic.
  static let maxMagicBytes = 64
  /// The most words of an external token command.
  static let maxCommandWords = 64
  /// The longest word of such a command, in bytes.
  static let maxCommandWordBytes = 4_096

  /// Section 3, field by field.
  package static let fields: [DialectField] = [
    .init("verbs.apply", .name(\.verbs.apply, .unescaped), "The host of a URL that configures."),
    .init("verbs.reset", .name(\.verbs.reset, .unescaped), "The host of one that takes keys back."),

    parameter("token", \.parameters.token, "Proof of the API key, echoed."),
    parameter("profile", \.parameters.profile, "PayloadUUID of the profile, echoed."),
    parameter("payload", \.parameters.payload, "PayloadUUID of the payload, echoed."),
    parameter("data", \.parameters.data, "The packed dictionary in Base64."),
    parameter("encryptedData", \.parameters.encryptedData, "The same, encrypted."),
    parameter("chunk", \.parameters.chunk, "The index of a piece, echoed."),
    parameter("chunks", \.parameters.chunks, "The number of pieces."),
    parameter("status", \.parameters.status, "Callback: one of the words under statuses."),
    parameter("changedValues", \.parameters.changedValues, "Callback: the keys that changed."),
    parameter("errorCode", \.parameters.errorCode, "Callback: a number."),
    parameter("errorMessage", \.parameters.errorMessage, "Callback: a short text."),

    .init(
      "schemePrefix", .name(\.schemePrefix, .schemePrefix),
      "Stands in front of the bundle identifier in the default scheme."),
    .init(
      "callbackPrefix", .name(\.callbackPrefix, .callbackPrefix),
      "Everything of a callback URL in front of its parameters."),
    .init(
      "magic", .magic,
      "The bytes in front of the property list inside the zlib stream; may be none."
    ),
    .init("token.algorithm", .algorithm, "How the token is made."),
    .init(
      "token.command", .command,
      "The command of `external`; bundle identifier and API key are its last two arguments."),
    .init("keyHash", .keyHash, "Which hash of bundle identifier and secret is the cipher's key."),
    .init("cipher", .cipher, "How the encrypted form is made."),

    key("version", \.keys.version, "The version, 1."),
    key("category", \.keys.category, "The category."),
    key("configuration", \.keys.configuration, "Apply: the configuration."),
    key("keys", \.keys.keys, "Reset: the list of keys."),

    status("success", \.statuses.success, "It worked, or a piece is not the last."),
    status("error", \.statuses.error, "It was refused, or the delegate answered NO."),
    status("canceled", \.statuses.canceled, "The delegate canceled."),

    code("malformedRequest", \.errorCodes.malformedRequest, "Unreadable URL or parameters."),
    code("unknownAction", \.errorCodes.unknownAction, "The verb is neither apply nor reset."),
    code("invalidToken", \.errorCodes.invalidToken, "The token is missing or not valid."),
    code("missingData", \.errorCodes.missingData, "No data that this edition reads."),
    code(
      "encryptionUnsupported", \.errorCodes.encryptionUnsupported,
      "The plain edition was sent encrypted data only."),
    code(
      "encryptionRequired", \.errorCodes.encryptionRequired,
      "The encrypting edition was sent plain data and does not allow it."),
    code("undecodableData", \.errorCodes.undecodableData, "A layer of the data is broken."),
    code("dataTooLarge", \.errorCodes.dataTooLarge, "The data unpacks to more than the limit."),
    code(
      "invalidDictionary", \.errorCodes.invalidDictionary, "A key is missing or of a wrong type."),
    code("unsupportedVersion", \.errorCodes.unsupportedVersion, "A version other than 1."),
    code("delegateFailed", \.errorCodes.delegateFailed, "The delegate answered NO without a code."),
    code("invalidChunk", \.errorCodes.invalidChunk, "Bad index or total, or pieces that disagree."),
    code("tooManyChunks", \.errorCodes.tooManyChunks, "A limit of chunks is exceeded."),

    .init(
      "limits.maxURLBytes", .number(\.limits.maxURLBytes, 1_024...8_388_608),
      "Of a request URL, escapes included."),
    .init(
      "limits.maxInflatedBytes", .number(\.limits.maxInflatedBytes, 1_024...16_777_216),
      "Of the unpacked data, magic included."),
    .init(
      "limits.maxDepth", .number(\.limits.maxDepth, 2...256),
      "Containers in each other, the dictionary included."),
    .init("limits.maxChunks", .number(\.limits.maxChunks, 1...65_536), "Pieces of one assembly."),
    .init(
      "limits.maxAssemblies", .number(\.limits.maxAssemblies, 1...1_024),
      "Assemblies that are open at once."),
    .init(
      "limits.maxPackedBytes", .number(\.limits.maxPackedBytes, 1_024...16_777_216),
      "Of all pieces of one assembly, before Base64."),

    .init(
      "changedValuesCarryMagic", .truth(\.changedValuesCarryMagic),
      "Whether the list of changed values has the magic in front of it."),
  ]

  private static func parameter(
    _ name: String, _ place: DialectField.Place<String>, _ sentence: String
  ) -> DialectField {
    DialectField("parameters." + name, .name(place, .unescaped), sentence)
  }

  private static func key(
    _ name: String, _ place: DialectField.Place<String>, _ sentence: String
  ) -> DialectField {
    DialectField("keys." + name, .name(place, .dictionaryKey), sentence)
  }

  private static func status(
    _ name: String, _ place: DialectField.Place<String>, _ sentence: String
  ) -> DialectField {
    DialectField("statuses." + name, .name(place, .unescaped), sentence)
  }

  /// A code in a callback has up to ten digits and a sign (ABT-CB-06).
  private static func code(
    _ name: String, _ place: DialectField.Place<Int>, _ sentence: String
  ) -> DialectField {
    DialectField(
      "errorCodes." + name, .number(place, -9_999_999_999...9_999_999_999), sentence)
  }
}
