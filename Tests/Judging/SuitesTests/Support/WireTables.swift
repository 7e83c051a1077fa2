import Dialects
import JSONText
import WireFormat

/// The names, codes and limits of wire profile 1 as tables of the page of the protocol, made from the default dialect.
enum WireTables {
  static let profile1: [(name: String, text: String)] = {
    let dialect = Dialect.profile1
    return [
      ("request", request(dialect)), ("dictionary", dictionary(dialect)),
      ("callback", callback(dialect)), ("error codes", codes(dialect)), ("limits", limits(dialect)),
    ]
  }()

  private static func table(_ head: [String], _ rows: [[String]]) -> String {
    ([head, head.map { _ in "---" }] + rows).map { row in
      row[0] == "---"
        ? "|\(row.joined(separator: "|"))|\n" : "| \(row.joined(separator: " | ")) |\n"
    }.joined()
  }

  private static func code(_ text: String) -> String { "`\(text)`" }

  private static func request(_ dialect: Dialect) -> String {
    let names = dialect.parameters
    let magic = dialect.magic.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
    return table(
      ["part of a request", "value", "field of a dialect"],
      [
        [
          "scheme",
          "\(code(dialect.schemePrefix)) followed by the app's bundle identifier, or a scheme that the app has registered for itself",
          code("schemePrefix"),
        ],
        [
          "verb (the host)",
          "\(code(dialect.verbs.apply)) configures, \(code(dialect.verbs.reset)) takes keys back",
          code("verbs"),
        ],
        [
          code(names.token),
          "the proof that the sender knows the API key: \(code(dialect.token.word)) of the bundle identifier, with the API key as the key, both in UTF-8",
          code("token"),
        ],
        [
          code(names.profile), "the PayloadUUID of the profile, an opaque text",
          code("parameters.profile"),
        ],
        [
          code(names.payload), "the PayloadUUID of the payload, an opaque text",
          code("parameters.payload"),
        ],
        [
          code(names.data),
          "Base64 of a zlib stream of the magic (the bytes \(code(magic.joined(separator: " ")))) and a binary property list",
          "\(code("parameters.data")), \(code("magic"))",
        ],
        [
          code(names.encryptedData),
          "Base64 of the same zlib stream, encrypted: \(code(dialect.cipher.rawValue)), key \(code(dialect.keyHash.rawValue)) of the bundle identifier and the secret one after the other",
          "\(code("parameters.encryptedData")), \(code("cipher")), \(code("keyHash"))",
        ],
        [
          "\(code(names.chunk)), \(code(names.chunks))",
          "of data that come in pieces: the index of this piece, from 1, and the number of pieces, both decimal",
          "\(code("parameters.chunk")), \(code("parameters.chunks"))",
        ],
      ])
  }

  private static func dictionary(_ dialect: Dialect) -> String {
    table(
      ["key", "type", "in `\(dialect.verbs.apply)`", "in `\(dialect.verbs.reset)`"],
      [
        [code(dialect.keys.version), "integer", "required, 1", "required, 1"],
        [
          code(dialect.keys.category), "string", "optional, handed to the delegate",
          "optional, handed to the delegate",
        ],
        [code(dialect.keys.configuration), "dictionary", "required", "ignored"],
        [code(dialect.keys.keys), "array of strings", "ignored", "required"],
      ])
  }

  private static func callback(_ dialect: Dialect) -> String {
    let names = dialect.parameters
    let words = dialect.statuses
    return table(
      ["part of a callback", "value"],
      [
        ["beginning", code(dialect.callbackPrefix)],
        [
          "\(code(names.profile)), \(code(names.payload)), \(code(names.token))",
          "echoed from the request; what the request lacked is left out, or empty",
        ],
        [
          code(names.status),
          "\(code(words.success)), \(code(words.error)) or \(code(words.canceled))",
        ],
        [
          code(names.changedValues),
          "with \(code(words.success)) of an \(code(dialect.verbs.apply)) only: Base64 of a zlib stream of a binary property list, an array of strings; \(dialect.changedValuesCarryMagic ? "with" : "without") the magic, and never encrypted",
        ],
        [code(names.errorCode), "with \(code(words.error)) only, optional: a decimal integer"],
        [code(names.errorMessage), "with \(code(words.error)) only, optional: a short text"],
        [code(names.chunk), "of data in pieces only: the index of the piece that this answers"],
      ])
  }

  private static func codes(_ dialect: Dialect) -> String {
    table(
      ["code", "name", "when"],
      fields(of: "errorCodes.").map {
        [$0.value(in: dialect)?.compactText ?? "", name($0), $0.sentence]
      })
  }

  private static func limits(_ dialect: Dialect) -> String {
    table(
      ["limit", "profile 1", "what it bounds"],
      fields(of: "limits.").map {
        [name($0), grouped($0.value(in: dialect)?.compactText ?? ""), $0.sentence]
      })
  }

  private static func fields(of group: String) -> [DialectField] {
    DialectSchema.fields.filter { $0.path.hasPrefix(group) }
  }

  private static func name(_ field: DialectField) -> String {
    code(String(field.path.split(separator: ".")[1]))
  }

  private static func grouped(_ number: String) -> String {
    var digits = number
    var groups: [String] = []
    while digits.count > 3 {
      groups.insert(String(digits.suffix(3)), at: 0)
      digits.removeLast(3)
    }
    return ([digits] + groups).joined(separator: ",")
  }
}
