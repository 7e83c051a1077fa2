import Testing
import WireFormat

@testable import Forge

@Suite struct LayerDamageTests {
  private let magic = Array("ABTC".utf8)

  @Test func damagedMagicsDifferFromTheRightOne() {
    var damages: [MagicLayer] = [.missing, .doubled, .reversed, .replaced(with: [0, 0, 0, 0])]
    damages += (0...3).map { .partial(length: $0) }
    for index in 0..<4 {
      for mask: UInt8 in 1...255 { damages.append(.wrong(index: index, mask: mask)) }
    }
    for damage in damages { #expect(damage.applied(to: magic) != magic, "\(damage)") }
  }

  @Test func eachMagicIsTheOneItsNameSays() {
    let expected: [(MagicLayer, String)] = [
      (.canonical, "ABTC"), (.missing, ""), (.partial(length: 2), "AB"), (.partial(length: -1), ""),
      (.partial(length: 9), "ABTC"), (.wrong(index: 1, mask: 0x20), "AbTC"),
      (.wrong(index: 9, mask: 1), "ABTB"), (.wrong(index: -9, mask: 2), "CBTC"),
      (.doubled, "ABTCABTC"), (.reversed, "CTBA"), (.replaced(with: [0x58]), "X"),
    ]
    for (layer, text) in expected {
      #expect(layer.applied(to: magic) == Array(text.utf8), "\(layer)")
    }
    #expect(MagicLayer.wrong(index: 0, mask: 1).applied(to: []) == [])
  }

  @Test func eachBase64IsTheOneItsNameSays() {
    let text = Array("QUJD".utf8)
    let expected: [(Base64Layer, String)] = [
      (.canonical, "QUJD"), (.emptied, ""), (.foreignCharacter(index: 1, scalar: "!"), "Q!JD"),
      (.foreignCharacter(index: -4, scalar: "\u{1F600}"), "\u{1F600}UJD"),
      (.foreignCharacter(index: 79, scalar: "\u{0}"), "QUJ\u{0}"),
    ]
    for (layer, result) in expected {
      #expect(layer.applied(to: text) == Array(result.utf8), "\(layer)")
    }
    #expect(Base64Layer.foreignCharacter(index: 0, scalar: "!").applied(to: []) == Array("!".utf8))
  }

  @Test func dictionariesStandUnderTheDialectsNames() {
    var dialect = Dialect.profile1
    dialect.keys.version = "V"
    dialect.keys.configuration = "Conf"
    dialect.keys.keys = "K"
    dialect.keys.category = "Cat"
    let one = [PropertyList.Member(key: "a", value: .boolean(true))]
    #expect(
      DictionaryLayer.configuration(category: "Mail", one).value(dialect)
        == .dictionary([
          .init(key: "V", value: .integer(1)), .init(key: "Cat", value: .string("Mail")),
          .init(key: "Conf", value: .dictionary(one)),
        ]))
    #expect(
      DictionaryLayer.keys(category: nil, ["b", "a"]).value(dialect)
        == .dictionary([
          .init(key: "V", value: .integer(1)),
          .init(key: "K", value: .array([.string("b"), .string("a")])),
        ]))
    #expect(DictionaryLayer.verbatim(.integer(5)).value(dialect) == .integer(5))
  }

  @Test func onlyWhatIsRightInEveryLayerIsCanonical() {
    let right = RequestForge(
      .apply, profile: "p", payload: "q", dictionary: .configuration(category: nil, []))
    #expect(right.isCanonical)
    let changes: [(inout RequestForge) -> Void] = [
      { $0.scheme = .byBundleIdentifier }, { $0.verb = .verbatim("apply") }, { $0.token = .absent },
      { $0.token = .damaged(.doubled) }, { $0.profile = "" }, { $0.payload = "" },
      { $0.action = .reset }, { $0.dictionary = .keys(category: nil, []) },
      { $0.dictionary = .verbatim(.dictionary([])) }, { $0.propertyList = .truncated(length: 9) },
      { $0.magic = .missing }, { $0.compression = .truncated(by: 1) },
      { $0.compression = .missing },
      { $0.compression = .bomb(count: 1) }, { $0.compression = .replaced(with: []) },
      { $0.encryption = .canonical(iv: []) }, { $0.parameter = .dataX }, { $0.parameter = nil },
      { $0.base64 = .emptied }, { $0.chunk = .init(index: 0, of: 2) },
      { $0.chunk = .init(index: 3, of: 2) }, { $0.chunk = .init(index: 1, of: 0) },
    ]
    for (number, change) in changes.enumerated() {
      var forge = right
      change(&forge)
      #expect(!forge.isCanonical, "change \(number)")
    }
    let liberties: [(inout RequestForge) -> Void] = [
      { $0.compression = .level(0) }, { $0.chunk = .init(index: 2, of: 2) },
      {
        $0.parameter = .dataX
        $0.encryption = .canonical(iv: [1, 2, 3, 4, 5, 6, 7, 8])
      },
      {
        $0.action = .reset
        $0.dictionary = .keys(category: nil, ["a"])
      },
    ]
    for (number, change) in liberties.enumerated() {
      var forge = right
      change(&forge)
      #expect(forge.isCanonical, "liberty \(number)")
    }
  }
}
