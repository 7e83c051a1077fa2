import Testing
import WireFormat

@testable import Forge

/// Canonical requests are read back by WireFormat's readers as what was put in.
@Suite struct CanonicalRenderingTests {
  @Test(arguments: [false, true]) func canonicalRequestsAreReadBack(encrypted: Bool) {
    let renderer = RequestRenderer()
    var packing = Packing()
    for seed: UInt64 in 1...1_000 {
      var samples = ForgeSamples(seed: seed)
      let context = samples.context()
      let forge = samples.canonical(encrypted: encrypted)
      let bytes = renderer.render(forge, for: context)
      let peeled = PeeledRequest(
        bytes, bundleIdentifier: context.bundleIdentifier, secret: context.encryptionSecret)
      #expect(forge.isCanonical)
      #expect(peeled.url.isURI)
      #expect(
        peeled.scheme == context.urlScheme ?? "x-absolutemanageconfig." + context.bundleIdentifier)
      #expect(peeled.verb == forge.action.rawValue)
      #expect(peeled.names == ["token", "profile", "payload", encrypted ? "data-x" : "data"])
      #expect(
        peeled.value(of: "token")
          == Token.make(
            .hmacSHA256Hex, bundleIdentifier: context.bundleIdentifier, apiKey: context.apiKey))
      #expect(peeled.value(of: "profile")?.utf8.elementsEqual(forge.profile.utf8) == true)
      #expect(peeled.value(of: "payload")?.utf8.elementsEqual(forge.payload.utf8) == true)
      guard let stream = peeled.stream else {
        Issue.record("seed \(seed): the data cannot be decrypted")
        continue
      }
      #expect(packing.unpack(stream) == .accepted(Self.dictionary(of: forge)), "seed \(seed)")
    }
  }

  /// What a request means, put together a second time.
  private static func dictionary(of forge: RequestForge) -> PropertyList {
    func members(_ category: String?) -> [PropertyList.Member] {
      [.init(key: "Version", value: .integer(1))]
        + (category.map { [.init(key: "Category", value: .string($0))] } ?? [])
    }
    switch forge.dictionary {
    case .configuration(let category, let configuration):
      return .dictionary(
        members(category) + [.init(key: "Configuration", value: .dictionary(configuration))])
    case .keys(let category, let keys):
      return .dictionary(
        members(category) + [.init(key: "Keys", value: .array(keys.map { .string($0) }))])
    default:
      Issue.record("samples are set and reset requests")
      return .array([])
    }
  }

  @Test func renderingDependsOnForgeAndContextAlone() {
    let kept = RequestRenderer()
    for seed: UInt64 in 1...200 {
      var samples = ForgeSamples(seed: seed)
      let context = samples.context()
      let forge = samples.canonical(encrypted: seed % 2 == 0)
      #expect(kept.render(forge, for: context) == RequestRenderer().render(forge, for: context))
    }
  }

  /// The bytes of one request, put together by hand.
  @Test func theURLOfASmallRequestIsWellKnown() {
    let context = ForgeContext(
      bundleIdentifier: "com.acme.app", apiKey: "k", urlScheme: "acme", encryptionSecret: "")
    var forge = RequestForge(
      .reset, profile: "p/1", payload: "é", dictionary: .keys(category: nil, []))
    forge.token = .damaged(.replaced(with: "t&="))
    forge.compression = .replaced(with: [0xFB, 0xFF, 0x00])
    forge.chunk = nil
    #expect(
      String(decoding: RequestRenderer().render(forge, for: context), as: UTF8.self)
        == "acme://reset?token=t%26%3D&profile=p%2F1&payload=%C3%A9&data=%2B%2F8A")
    forge.parameter = nil
    forge.token = .absent
    forge.verb = .verbatim("")
    forge.scheme = .byBundleIdentifier
    #expect(
      String(decoding: RequestRenderer().render(forge, for: context), as: UTF8.self)
        == "x-absolutemanageconfig.com.acme.app://?profile=p%2F1&payload=%C3%A9")
  }

  @Test func otherVectorsAndLevelsChangeTheBytesAndNotTheMeaning() {
    let context = ForgeContext(
      bundleIdentifier: "com.acme.app", apiKey: "k", urlScheme: nil, encryptionSecret: "s")
    var forge = RequestForge(
      .apply, profile: "p", payload: "q",
      dictionary: .configuration(
        category: nil, [.init(key: "host", value: .string(String(repeating: "ab", count: 60)))]))
    forge.parameter = .dataX
    let renderer = RequestRenderer()
    var seen: Set<[UInt8]> = []
    var contents: Set<[UInt8]> = []
    for number: UInt8 in 0..<5 {
      forge.encryption = .canonical(iv: [UInt8](repeating: number, count: 8))
      for layer in [CompressionLayer.canonical, .level(0), .level(1)] {
        forge.compression = layer
        let bytes = renderer.render(forge, for: context)
        seen.insert(bytes)
        contents.insert(
          PeeledRequest(bytes, bundleIdentifier: "com.acme.app", secret: "s").content ?? [])
      }
    }
    #expect(seen.count == 15)
    #expect(contents.count == 1 && contents.first?.isEmpty == false)
  }
}
