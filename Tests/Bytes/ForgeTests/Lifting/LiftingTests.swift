import Testing
import WireFormat

@testable import Forge

/// Any bytes, read back into a forge, render to the same bytes.
@Suite struct LiftingTests {
  private let context = ForgeContext(
    bundleIdentifier: "com.acme.app", apiKey: "key", urlScheme: nil, encryptionSecret: "secret")

  private func expectSame(_ url: [UInt8], _ words: @autoclosure () -> String = "") -> RequestForge {
    let forge = RequestLifter().lift(url, for: context)
    #expect(
      RequestRenderer().render(forge, for: context) == url,
      "\(words()) \(String(decoding: url.prefix(300), as: UTF8.self))")
    return forge
  }

  @Test(arguments: [false, true]) func rightRequestsAreLiftedToCanonicalLayers(encrypted: Bool) {
    let renderer = RequestRenderer()
    for seed in 0..<200 {
      var samples = ForgeSamples(seed: UInt64(seed))
      let context = samples.context()
      let forge = samples.canonical(encrypted: encrypted)
      let url = renderer.render(forge, for: context)
      let lifted = RequestLifter().lift(url, for: context)
      #expect(renderer.render(lifted, for: context) == url)
      // A level that gives the same bytes as the canonical one is lifted to that.
      var expected = forge
      if case .level = expected.compression { expected.compression = lifted.compression }
      #expect(lifted == expected, "seed \(seed)")
    }
  }

  /// A lifter keeps what the latest data was lifted to. Of the same data another parameter or another app may make something else.
  @Test(arguments: [false, true]) func whatALifterKeepsChangesNothing(encrypted: Bool) {
    let renderer = RequestRenderer()
    let lifter = RequestLifter()
    for seed in 0..<12 {
      var samples = ForgeSamples(seed: UInt64(seed))
      let context = samples.context()
      let first = samples.canonical(encrypted: encrypted)
      var other = first
      other.payload += "-2"
      var moved = other
      moved.parameter = encrypted ? .data : .dataX
      for forge in [first, other, moved, first] {
        let url = renderer.render(forge, for: context)
        for context in [context, self.context] {
          let lifted = lifter.lift(url, for: context)
          #expect(lifted == RequestLifter().lift(url, for: context), "seed \(seed)")
        }
      }
    }
  }

  @Test(arguments: [
    "", "?", "#", ":", "//", "x", "https://example.org/a?b=c#d",
    "x-absolutemanageconfig.com.acme.app:",
    "x-absolutemanageconfig.com.acme.app://", "x-absolutemanageconfig.com.acme.app://apply",
    "x-absolutemanageconfig.com.acme.app://apply?", "x-absolutemanageconfig.com.acme.app://apply#x",
    "x-absolutemanageconfig.com.acme.app://apply?#x?y",
    "x-absolutemanageconfig.com.acme.app:apply?a=b",
    "X-ABSOLUTEmanageconfig.com.acme.app://APPLY?token=%zz&data=%%",
    "x-absolutemanageconfig.com.acme.app://u:p@reset:80/x?data=AAAA&data-x=BBBB&data=&chunk=1&chunks=2",
    "x-absolutemanageconfig.com.acme.app://reset?&&token&profile==&=payload&token=1&token=2&%74oken=3",
    "x-absolutemanageconfig.com.acme.app://apply?profile=%c3%a4&payload=%C3%A4&token=a+b&data=eJw%3d",
    "x-absolutemanageconfig.com.acme.app://apply?data=eJwDAAAAAAE=", "\u{0}\u{1}", "a:b://c?d",
    "absoluteapps://thirdpartyprofilestatus?profile=1&status=Success",
  ]) func brokenRequestsAreKept(text: String) {
    _ = expectSame(Array(text.utf8))
  }

  @Test func bytesThatAreNoTextAreKept() {
    var samples = ForgeSamples(seed: 5)
    for length in 0..<300 { _ = expectSame(samples.bytes(length), "noise of \(length)") }
    for length in 0..<64 {
      _ = expectSame(
        Array("x-absolutemanageconfig.com.acme.app://apply?".utf8) + samples.bytes(length))
      _ = expectSame(
        Array("x-absolutemanageconfig.com.acme.app://apply?data=".utf8)
          + PercentCoding.encode(Base64Text.encode(samples.bytes(length))))
    }
  }

  /// Byte changes, deletions and splices of right requests.
  @Test(arguments: [false, true]) func mutatedRequestsAreKept(encrypted: Bool) {
    let renderer = RequestRenderer()
    for seed in 0..<400 {
      var samples = ForgeSamples(seed: UInt64(seed) &+ 1_000)
      var forge = samples.canonical(encrypted: encrypted)
      if seed % 3 == 0 { forge.escaping = [.rawBase64, .lowercase, .everything][seed % 9 / 3] }
      var url = renderer.render(forge, for: context)
      for _ in 0...(seed % 4) {
        let place = Int.random(in: 0..<url.count, using: &samples)
        switch seed % 3 {
        case 0: url[place] ^= 1 << UInt8.random(in: 0...7, using: &samples)
        case 1: url.remove(at: place)
        default: url.insert(UInt8.random(in: 0...255, using: &samples), at: place)
        }
      }
      _ = expectSame(url, "seed \(seed)")
    }
  }

  @Test("a stream of any level is lifted to a level", arguments: 0...9)
  func levels(level: Int) {
    var samples = ForgeSamples(seed: 11)
    var forge = samples.canonical(encrypted: false)
    forge.compression = .level(level)
    let url = RequestRenderer().render(forge, for: samples.context())
    let lifted = expectSame(url)
    if case .replaced = lifted.compression { Issue.record("level \(level) is not recognised") }
  }

  @Test("what is inside a stream of no level known is on the map all the same")
  func mapOfReplacedStream() {
    var forge = RequestForge(
      .apply, profile: "p", payload: "q",
      dictionary: .configuration(category: nil, [.init(key: "host", value: .string("h"))]))
    let list = RequestRenderer().renderWithMap(forge, for: context).bytes(at: .propertyList)
    forge.compression = .storedBlocks(of: 7)
    let lifted = expectSame(RequestRenderer().render(forge, for: context))
    guard case .replaced = lifted.compression else {
      Issue.record("the stream is taken for \(lifted.compression)")
      return
    }
    let map = RequestRenderer().renderWithMap(lifted, for: context)
    #expect(map.bytes(at: .propertyList) == list)
    #expect(list != nil)
    #expect(map.url == RequestRenderer().render(forge, for: context))
  }

  @Test func damagesInsideAreFoundWhereTheyAre() throws {
    var forge = RequestForge(
      .apply, profile: "p", payload: "q",
      dictionary: .configuration(category: nil, [.init(key: "host", value: .string("h"))]))
    forge.magic = .wrong(index: 0, mask: 1)
    let lifted = expectSame(RequestRenderer().render(forge, for: context))
    #expect(lifted.dictionary == forge.dictionary)
    #expect(lifted.magic == .replaced(with: [0x40, 0x42, 0x54, 0x43]))
    #expect(lifted.compression == .canonical)
    #expect(lifted.base64 == .canonical)
    #expect(lifted.parameters == .canonical)

    forge.magic = .canonical
    forge.token = .damaged(.truncated(length: 5))
    let other = expectSame(RequestRenderer().render(forge, for: context))
    #expect(other.propertyList == .canonical && other.magic == .canonical)
    guard case .damaged(.replaced(let token)) = other.token else {
      Issue.record("the token is \(other.token)")
      return
    }
    #expect(token.utf8.count == 5)
  }
}
