import Forge
import SuiteModels
import Suites
import Testing
import WireFormat

@testable import Anatomy

@Suite("What URLs say")
struct ContentsTests {
  private static let keys = KeyRing(
    apps: ["com.acme.app": AppKeys(apiKey: "key", encryptionSecret: "secret")])

  private func read(_ url: [UInt8], _ keys: KeyRing = keys) -> URLContents {
    var reader = URLReader(keys: keys)
    return reader.read(url)
  }

  @Test(arguments: [false, true]) func contentsAreThoseThatWerePutIn(encrypted: Bool) {
    let contents = read(Samples.url(encrypted: encrypted))
    #expect(contents.isValid && contents.freedom == nil && contents.withheld == nil)
    #expect(contents.kind == .request && contents.action == .apply)
    #expect(contents.app == "com.acme.app" && contents.token == .right)
    #expect(contents.isEncrypted == encrypted)
    let forge = Samples.request(encrypted: encrypted)
    #expect(contents.contents == RequestRenderer().value(of: forge, .profile1))
    #expect(contents.value(of: "profile") == Array("profile ü".utf8))
  }

  /// The verdict is the strict reader's, whatever is unusual or damaged in a request.
  @Test("agree with the strict reader", arguments: LayerTable.layers.map(\.name))
  func verdict(layer name: String) throws {
    let layer = try #require(LayerTable.layer(name))
    let workshop = RequestWorkshop()
    for (seed, form) in (layer.forms + layer.forms).enumerated() {
      var choices = SeededChoices(seed &* 977 &+ 3)
      var forge = Samples.request(encrypted: layer.isForEncryptedOnly || seed % 2 == 0)
      layer.put(form.name, into: &forge, &choices)
      let url = RequestRenderer().render(forge, for: Samples.context)
      guard RequestURL(url).hasScheme("x-absolutemanageconfig.com.acme.app") else { continue }
      let setup = ABTSetup(
        bundleIdentifier: "com.acme.app", apiKey: "key", edition: .encrypting,
        encryptionSecret: "secret", allowUnencrypted: true)
      let (meaning, right) = workshop.withBench(setup.dialect) { bench in
        var reader = RequestClassifier(setup: setup, bench: bench)
        return (reader.read(url), reader.unpacked)
      }
      let contents = read(url)
      let isRight = !meaning.mustRefuse && !meaning.isUnreadable
      #expect(contents.isValid == isRight, "\(name), seed \(seed)")
      #expect(contents.place == nil || !isRight, "\(name), seed \(seed)")
      // Keys are an app's, and an identifier in capitals is that of another app.
      if let right, contents.piece == nil, contents.withheld == nil {
        #expect(contents.contents == right, "\(name), seed \(seed)")
      }
      #expect(!isRight || contents.contents != nil || contents.withheld != nil)
      // Without keys nothing can be wrong that only they show.
      let closed = read(url, KeyRing())
      #expect(closed.isValid || !isRight, "\(name), seed \(seed)")
      #expect(closed.token != .right && closed.token != .wrong)
    }
  }

  /// Only so many parameters are kept, but always those of the protocol.
  @Test(arguments: [false, true]) func manyOthersHideNothing(encrypted: Bool) {
    var forge = Samples.request(encrypted: encrypted)
    forge.parameters = .unknownMany(count: 1_000)
    let contents = read(RequestRenderer().render(forge, for: Samples.context))
    #expect(contents.isValid && contents.token == .right && contents.isEncrypted == encrypted)
    #expect(contents.contents == RequestRenderer().value(of: forge, .profile1))
    #expect(contents.value(of: "profile") == Array("profile ü".utf8))
    #expect(contents.parametersLeftOut == 1_000 - URLContents.maxParameters)
  }

  @Test(arguments: [("apply", RequestForge.Action.apply), ("reset", .reset), ("remove", nil)])
  func anUnreadableRequestHasItsVerb(verb: String, action: RequestForge.Action?) {
    let url = "x-absolutemanageconfig.com.acme.app://\(verb)?token=x&profile=a&payload=b&data=%zz"
    let contents = read(Array(url.utf8))
    #expect(!contents.isValid && contents.action == action)
  }

  @Test func theTokenSaysWhoseASchemeIs() {
    var context = Samples.context
    context.urlScheme = "acme"
    let url = RequestRenderer().render(Samples.request(encrypted: true), for: context)
    let contents = read(url)
    #expect(contents.app == "com.acme.app" && contents.isAppFromToken && contents.isValid)
    #expect(contents.contents != nil)
    let unknown = read(url, KeyRing())
    #expect(unknown.app == nil && unknown.isValid && unknown.contents == nil)
    #expect(unknown.withheld?.contains("for which app") == true)
  }

  @Test func piecesOfOneRequestAreKeptApartFromOthers() {
    var reader = URLReader(keys: Self.keys)
    func piece(_ index: Int, _ payload: String, host: String = "h") -> [UInt8] {
      var forge = Samples.request()
      forge.payload = payload
      forge.dictionary = .configuration(category: nil, [.init(key: "host", value: .string(host))])
      forge.chunk = ChunkLayer(index: index, of: 2)
      return RequestRenderer().render(forge, for: Samples.context)
    }
    #expect(reader.read(piece(2, "a")).withheld == "1 of 2 pieces have not come yet")
    #expect(reader.read(piece(1, "b")).withheld == "1 of 2 pieces have not come yet")
    #expect(reader.read(piece(2, "a")).withheld == "1 of 2 pieces have not come yet")
    let whole = reader.read(piece(1, "a"))
    #expect(whole.piece?.completes == true && whole.contents != nil && whole.isValid)
    let other = reader.read(piece(1, "b", host: String(repeating: "long", count: 40)))
    #expect(other.problems.map(\.clause) == ["ABT-CHUNK-06"])
    // What was dropped begins anew.
    #expect(reader.read(piece(1, "b")).withheld == "1 of 2 pieces have not come yet")
    // The oldest of too many is dropped.
    for number in 0..<16 { _ = reader.read(piece(1, "c\(number)")) }
    #expect(reader.read(piece(2, "b")).contents == nil)
    #expect(reader.read(piece(2, "c15")).contents != nil)
  }

  @Test func anyBytesAreRead() {
    let callback = Array(
      "absoluteapps://thirdpartyprofilestatus?status=Success&changedValues=eJw".utf8)
    for seed in 0..<400 {
      var choices = SeededChoices(seed)
      var url = seed % 2 == 0 ? Samples.url(encrypted: seed % 4 == 0) : callback
      for _ in 0...choices.below(12) {
        let place = Int(choices.below(UInt64(url.count)))
        url[place] = UInt8(choices.below(256))
      }
      let contents = read(url)
      #expect(contents.isValid == contents.problems.isEmpty)
      #expect(contents.place.map { $0.offset >= 0 } ?? true)
    }
    for url in [[], [0x3A], Array("://".utf8), Array("a:".utf8), Array("%://apply".utf8)]
      as [[UInt8]]
    {
      #expect(!read(url).isValid)
    }
  }
}
