import AdapterProtocol
import JSONText
import PayloadCipher
import WireFormat

/// Valid requests of the suite `abt`, for an app of the checks' own.
struct ABTRequests: Sendable {
  /// Which edition of the library they are for.
  let edition: ABTEdition

  private static let bundleIdentifier = "com.example.adaptercheck"
  private static let apiKey = "assay-check"
  private static let secret = "assay-secret"

  /// The configuration of a start of that app.
  var configuration: JSONValue {
    [
      "bundleIdentifier": .string(Self.bundleIdentifier), "apiKey": .string(Self.apiKey),
      "urlScheme": nil, "edition": .string(edition.rawValue),
      "encryptionSecret": edition == .encrypting ? .string(Self.secret) : nil,
      "allowUnencrypted": false,
    ]
  }

  /// Sets one key.
  var apply: String { url("apply", data: Self.encoded(packedSet)) }

  /// Resets it.
  var reset: String {
    url("reset", data: Self.encoded(packed(["Keys": .array([.string("host")])])))
  }

  /// One half of what `apply` carries, from 1.
  func half(_ index: Int) -> String {
    let bytes = packedSet
    let middle = bytes.count / 2
    let half = index == 1 ? bytes[..<middle] : bytes[middle...]
    return url("apply", data: Self.encoded(Array(half))) + "&chunk=\(index)&chunks=2"
  }

  /// A URL that holds the byte 0xFF, in Base64.
  var noText: String {
    String(decoding: Base64Text.encode(Array(apply.utf8) + [0xFF]), as: UTF8.self)
  }

  /// A step with the content in the URL, and in all that the delegate says.
  func textStep(_ content: String) -> Frame {
    .step(
      action: OpenStep.action,
      text: """
        "url":"\(apply)&assay=\(content)","delegate":{"apply":{"records":[\
        {"record":"didApply","key":"\(content)","oldValue":{"string":"\(content)"}},\
        {"record":"didNotApply","key":"\(content)"}],"answer":"no",\
        "error":{"code":1,"message":"\(content)"}}}
        """)
  }

  private var packedSet: [UInt8] {
    let member = PropertyList.Member(key: "host", value: .string("example.com"))
    return packed(["Configuration": .dictionary([member])])
  }

  /// Compressed and, for the encrypting edition, encrypted.
  private func packed(_ content: KeyValuePairs<String, PropertyList>) -> [UInt8] {
    var members = [
      PropertyList.Member(key: "Version", value: .integer(1)),
      PropertyList.Member(key: "Category", value: .string("Check")),
    ]
    members += content.map { PropertyList.Member(key: $0.key, value: $0.value) }
    let bytes = Packing.pack(.dictionary(members))
    guard edition == .encrypting else { return bytes }
    let key = PayloadKey.derive(bundleIdentifier: Self.bundleIdentifier, secret: Self.secret)
    return BlowfishCipher(key: key).encrypt(bytes, iv: [1, 2, 3, 4, 5, 6, 7, 8])
  }

  /// As the value of a parameter.
  private static func encoded(_ bytes: [UInt8]) -> String {
    String(decoding: PercentCoding.encode(Base64Text.encode(bytes)), as: UTF8.self)
  }

  private func url(_ verb: String, data: String) -> String {
    let token = Token.hmacSHA256Hex(
      bundleIdentifier: Self.bundleIdentifier, apiKey: Self.apiKey)
    return "x-absolutemanageconfig.\(Self.bundleIdentifier)://\(verb)?token=\(token)"
      + "&profile=assay-profile&payload=assay-payload"
      + "&\(edition == .encrypting ? "data-x" : "data")=\(data)"
  }
}
