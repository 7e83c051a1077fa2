import Testing
import WireFormat

@testable import Forge

/// A damage in one layer leaves everything outside and inside of it as it was.
@Suite struct DamageIsolationTests {
  private static let context = ForgeContext(
    bundleIdentifier: "com.acme.app", apiKey: "key", urlScheme: nil, encryptionSecret: "secret")

  private func right(_ encrypted: Bool) -> RequestForge {
    var forge = RequestForge(
      .apply, profile: "profile", payload: "payload",
      dictionary: .configuration(
        category: "Mail",
        [.init(key: "host", value: .string("h")), .init(key: "n", value: .integer(3))]))
    if encrypted {
      forge.parameter = .dataX
      forge.encryption = .canonical(iv: [8, 7, 6, 5, 4, 3, 2, 1])
    }
    return forge
  }

  private func peel(_ forge: RequestForge) -> PeeledRequest {
    PeeledRequest(
      RequestRenderer().render(forge, for: Self.context),
      bundleIdentifier: Self.context.bundleIdentifier, secret: Self.context.encryptionSecret)
  }

  /// Scheme, verb, token, identifiers and the names of all parameters.
  private func surroundings(_ peeled: PeeledRequest) -> [String?] {
    [peeled.scheme, peeled.verb]
      + ["token", "profile", "payload"].map(peeled.value) + peeled.names
  }

  @Test(arguments: [false, true]) func damagesOfTheAddressLeaveTheDataAlone(encrypted: Bool) {
    let whole = peel(right(encrypted))
    let damages: [(changed: String, (inout RequestForge) -> Void)] = [
      ("scheme", { $0.scheme = .verbatim("https") }), ("verb", { $0.verb = .verbatim("install") }),
      ("token", { $0.token = .damaged(.truncated(length: 63)) }), ("token", { $0.token = .absent }),
      ("token", { $0.token = .damaged(.extended(by: "&data=x")) }),
      ("profile", { $0.profile = "a&b=c#d" }), ("payload", { $0.payload = "\u{0}%00" }),
    ]
    for (part, change) in damages {
      var forge = right(encrypted)
      change(&forge)
      let damaged = peel(forge)
      #expect(damaged.text == whole.text, "\(part)")
      #expect(damaged.url.isURI, "\(part)")
      #expect((damaged.scheme != whole.scheme) == (part == "scheme"))
      #expect((damaged.verb != whole.verb) == (part == "verb"))
      for name in ["token", "profile", "payload"] {
        #expect((damaged.value(of: name) != whole.value(of: name)) == (part == name))
      }
    }
  }

  @Test(arguments: [false, true]) func damagesOfTheContentAreWrappedRight(encrypted: Bool) throws {
    let whole = peel(right(encrypted))
    let list = try #require(whole.content).dropFirst(4)
    let damages: [((inout RequestForge) -> Void, [UInt8])] = [
      ({ $0.magic = .missing }, Array(list)),
      ({ $0.magic = .wrong(index: 2, mask: 1) }, Array("ABUC".utf8) + list),
      ({ $0.magic = .doubled }, Array("ABTCABTC".utf8) + list),
      ({ $0.propertyList = .truncated(length: 40) }, Array("ABTC".utf8) + list.prefix(40)),
      ({ $0.propertyList = .truncated(length: -1) }, Array("ABTC".utf8)),
      ({ $0.propertyList = .replaced(with: [1, 2, 3]) }, Array("ABTC".utf8) + [1, 2, 3]),
      (
        { $0.compression = .bomb(count: 5) }, Array("ABTC".utf8) + list + [0, 0, 0, 0, 0]
      ),
    ]
    for (number, (change, content)) in damages.enumerated() {
      var forge = right(encrypted)
      change(&forge)
      let damaged = peel(forge)
      #expect(damaged.content == content, "damage \(number)")
      #expect(surroundings(damaged) == surroundings(whole), "damage \(number)")
    }
  }

  @Test(arguments: [false, true]) func damagesOfTheStreamAreEncryptedAndEncodedRight(
    encrypted: Bool
  ) throws {
    let whole = peel(right(encrypted))
    let stream = try #require(whole.stream)
    let content = try #require(whole.content)
    let damages: [(CompressionLayer, [UInt8])] = [
      (.missing, content), (.truncated(by: 4), Array(stream.dropLast(4))),
      (.truncated(by: -4), stream), (.truncated(by: 9_999), []), (.replaced(with: []), []),
      (.replaced(with: [0x78, 0x9C]), [0x78, 0x9C]),
    ]
    for (layer, expected) in damages {
      var forge = right(encrypted)
      forge.compression = layer
      let damaged = peel(forge)
      #expect(damaged.stream == expected, "\(layer)")
      #expect(surroundings(damaged) == surroundings(whole), "\(layer)")
    }
  }

  @Test func otherKeysCannotBeReadWithTheRightOne() throws {
    let whole = peel(right(true))
    let iv: [UInt8] = [8, 7, 6, 5, 4, 3, 2, 1]
    for (bundle, secret) in [("com.acme.app", "other"), ("com.acme.mail", "secret"), ("", "")] {
      var forge = right(true)
      forge.encryption = .otherKey(bundleIdentifier: bundle, secret: secret, iv: iv)
      let bytes = RequestRenderer().render(forge, for: Self.context)
      let damaged = peel(forge)
      #expect(damaged.packed != whole.packed)
      #expect(damaged.packed?.count == whole.packed?.count)
      #expect(damaged.content == nil)
      #expect(surroundings(damaged) == surroundings(whole))
      let owner = PeeledRequest(bytes, bundleIdentifier: bundle, secret: secret)
      #expect(owner.content == whole.content, "the other key opens it")
    }
  }

  @Test(arguments: [false, true]) func damagesOfTheBase64LeaveTheRestAlone(encrypted: Bool) throws {
    let whole = peel(right(encrypted))
    let text = try #require(whole.text)
    for scalar in ["!", "\u{0}", "\u{1F600}", "-"] {
      var forge = right(encrypted)
      forge.base64 = .foreignCharacter(index: 5, scalar: scalar)
      let damaged = peel(forge)
      var expected = text
      expected.replaceSubrange(5...5, with: scalar.utf8)
      #expect(damaged.text == expected)
      #expect(damaged.packed == nil)
      #expect(surroundings(damaged) == surroundings(whole))
    }
    var forge = right(encrypted)
    forge.base64 = .emptied
    #expect(peel(forge).text == [])
    #expect(surroundings(peel(forge)) == surroundings(whole))
  }
}
