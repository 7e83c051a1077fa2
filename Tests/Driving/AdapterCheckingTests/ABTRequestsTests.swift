import AdapterProtocol
import PayloadCipher
import Testing
import WireFormat

@testable import AdapterChecking

/// The requests of the checks are such that a right library applies them.
@Suite struct ABTRequestsTests {
  @Test func theSetIsPackedAsTheWireProfileSays() throws {
    let packed = try data(of: ABTRequests(edition: .plain).apply, "data")
    #expect(unpacked(packed) == expected)
  }

  @Test func theEncryptingEditionGetsTheSameEncrypted() throws {
    let encrypted = try data(of: ABTRequests(edition: .encrypting).apply, "data-x")
    let key = PayloadKey.derive(
      bundleIdentifier: "com.example.adaptercheck", secret: "assay-secret")
    guard case .bytes(let packed) = BlowfishCipher(key: key).decrypt(encrypted) else {
      Issue.record("it cannot be decrypted")
      return
    }
    #expect(unpacked(packed) == expected)
  }

  @Test func theHalvesMakeTheWhole() throws {
    let requests = ABTRequests(edition: .plain)
    let halves = try data(of: requests.half(1), "data") + data(of: requests.half(2), "data")
    #expect(try halves == data(of: requests.apply, "data"))
  }

  private let expected = PropertyList.dictionary([
    .init(key: "Version", value: .integer(1)),
    .init(key: "Category", value: .string("Check")),
    .init(
      key: "Configuration",
      value: .dictionary([.init(key: "host", value: .string("example.com"))])),
  ])

  private func unpacked(_ bytes: [UInt8]) -> PropertyList? {
    var packing = Packing()
    return packing.unpack(bytes).value
  }

  /// The decoded value of a parameter.
  private func data(of url: String, _ name: String) throws -> [UInt8] {
    let parameter = try #require(RequestURL(url).parameters.first { $0.isNamed(name) })
    let text = try #require(parameter.text.string)
    return try #require(Base64Text.decode(Array(text.utf8)).bytes)
  }
}
