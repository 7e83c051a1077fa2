import Conformance
import Forge
import SuiteModels
import WireFormat

/// ABT-CB-11: each error of section 2 alone, so that no other code is right.
extension ABTCases {
  var errorCodes: [Specification] {
    ofEachRequest + ofEditions + ofDelegates + ofPieces
  }

  private typealias Damage = @Sendable (inout RequestForge) -> Void

  private func without(_ parameter: RequestForge.Parameter) -> Damage {
    { forge in
      let others: [RequestForge.Parameter] = [.token, .profile, .payload, .data]
      forge.parameters = .slots(others.filter { $0 != parameter }.map { ParameterSlot($0) })
    }
  }

  private var ofEachRequest: [Specification] {
    let errors: [(String, String, Damage)] = [
      ("no-profile", "there is no profile", without(.profile)),
      ("no-payload", "there is no payload", without(.payload)),
      ("empty-profile", "the profile is empty", { $0.profile = "" }),
      ("empty-payload", "the payload is empty", { $0.payload = "" }),
      ("verb", "the verb is none of the two", { $0.verb = .verbatim("install") }),
      ("no-token", "there is no token", { $0.token = .absent }),
      (
        "wrong-token", "the token is another one",
        { $0.token = .damaged(.replaced(with: String("0a1b2c3d", times: 8))) }
      ),
      ("no-data", "there is no data", without(.data)),
      ("base64", "the data is no Base64", { $0.base64 = .foreignCharacter(index: 5, scalar: "!") }),
      ("not-compressed", "the data is not compressed", { $0.compression = .missing }),
      ("cut-stream", "the compressed data is cut off", { $0.compression = .truncated(by: 6) }),
      ("magic", "the magic is missing", { $0.magic = .missing }),
      (
        "no-list", "there is noise in the place of the property list",
        { $0.propertyList = .replaced(with: Array("<?xml version=\"1.0\"?><plist/>".utf8)) }
      ),
      (
        "too-large", "the data is too large",
        { $0.compression = .bomb(count: limits.maxInflatedBytes + 2 << 20) }
      ),
      ("no-version", "the version is missing", { $0.dictionaryForm = .versionMissing }),
      (
        "version-as-text", "the version is a text",
        { $0.dictionaryForm = .versionMistyped(.string("1")) }
      ),
      (
        "category-as-number", "the category is a number",
        { $0.dictionaryForm = .categoryMistyped(.integer(7)) }
      ),
      ("no-content", "the contents are missing", { $0.dictionaryForm = .contentMissing }),
      (
        "content-as-text", "the contents are a text",
        { $0.dictionaryForm = .contentMistyped(.string("host")) }
      ),
      ("version-2", "the version is 2", { $0.dictionaryForm = .versionOther(2) }),
      ("version-0", "the version is 0", { $0.dictionaryForm = .versionOther(0) }),
    ]
    let token = String("0a1b2c3d", times: 8)
    return [false, true].flatMap { hasWrongToken in
      errors.filter { !hasWrongToken || !$0.0.hasSuffix("token") }.flatMap { name, words, damage in
        RequestForge.Action.allCases.map { action in
          makeWithCanary(
            "callback/code/\(hasWrongToken ? "wrong-token-and/" : "")\(name)/\(action.rawValue)",
            hasWrongToken
              ? "A well-formed wrong token, whose code is the right one, and one thing more is wrong: \(words)."
              : "Nothing is wrong with a request (\(action.rawValue)) but one thing: \(words).",
            ["ABT-CB-11"]
          ) { (g) throws(HarnessFault) in
            var forge = action == .apply ? g.apply(g.configuration(3)) : g.reset(["host", "port"])
            damage(&forge)
            if hasWrongToken { forge.token = .damaged(.replaced(with: token)) }
            return [try g.open(forge)]
          }
        }
      }
    }
  }

  /// Each edition is sent what is for the other one.
  private var ofEditions: [Specification] {
    RequestForge.Action.allCases.flatMap { action in
      [
        makeWithCanary(
          "callback/code/encrypted/\(action.rawValue)",
          "The plain edition is sent encrypted data only.", ["ABT-CB-11"], editions: [.plain]
        ) { (g) throws(HarnessFault) in
          var forge = action == .apply ? g.apply(g.configuration(3)) : g.reset(["host"])
          g.encrypt(&forge)
          return [try g.open(forge)]
        },
        makeWithCanary(
          "callback/code/unencrypted/\(action.rawValue)",
          "The encrypting edition is sent unencrypted data only.", ["ABT-CB-11"],
          editions: [.encrypting]
        ) { (g) throws(HarnessFault) in
          var forge = action == .apply ? g.apply(g.configuration(3)) : g.reset(["host"])
          (forge.parameter, forge.encryption) = (.data, .none)
          return [try g.open(forge)]
        },
        makeWithCanary(
          "callback/code/cipher/\(action.rawValue)",
          "The encrypted data cannot be decrypted.", ["ABT-CB-11"], editions: [.encrypting]
        ) { (g) throws(HarnessFault) in
          var forge = action == .apply ? g.apply(g.configuration(3)) : g.reset(["host"])
          forge.encryption = .truncated(by: 3, iv: g.choices.bytes(8))
          return [try g.open(forge)]
        },
      ]
    }
  }

  private var ofDelegates: [Specification] {
    let old = DelegatePlan.Record.didApplyOver("host", oldValue: .string("old"))
    let plans: [(String, RequestForge.Action, Set<String>, DelegatePlan)] = [
      ("apply", .apply, [], DelegatePlan(apply: .init(answer: .no))),
      ("revert", .reset, [], DelegatePlan(revert: .init(answer: .no))),
      ("rolled-back", .apply, ["rollback"], DelegatePlan(apply: .init([old], answer: .no))),
      (
        "rolled-back-in-vain", .apply, ["rollback"],
        DelegatePlan(apply: .init([old], answer: .no), rollback: .init(answer: .no))
      ),
    ]
    return plans.map { name, action, needs, delegate in
      makeWithCanary(
        "callback/code/delegate/\(name)", "The delegate answers NO, and gives no code of its own.",
        ["ABT-CB-11"], needs: needs
      ) { (g) throws(HarnessFault) in
        let forge = action == .apply ? g.apply(g.configuration(3)) : g.reset(["host", "port"])
        return [try g.open(forge, delegate)]
      }
    }
  }

  private var ofPieces: [Specification] {
    let forms: [(String, String, ChunkLayer.Form)] = [
      ("index-0", "a piece has the index 0", .indexZero),
      ("index-above", "a piece has an index above its total", .indexAboveTotal(by: 1)),
      ("total-0", "a piece is one of none", .totalZero),
      ("too-many", "more pieces are announced than are allowed", .totalAboveLimit(by: 1)),
    ]
    return forms.map { name, words, form in
      makeWithCanary(
        "callback/code/piece/\(name)", "Nothing is wrong but one thing: \(words).",
        ["ABT-CB-11"], needs: ["chunks"]
      ) { (g) throws(HarnessFault) in
        var piece = g.chunks(of: g.apply(g.configuration(4)), total: 2)[0]
        piece.chunk?.form = form
        return [try g.open(piece)]
      }
    }
      + [
        makeWithCanary(
          "callback/code/piece/contradicting", "A piece comes again with other content.",
          ["ABT-CB-11"], needs: ["chunks"]
        ) { (g) throws(HarnessFault) in
          let first = g.apply(g.configuration(6))
          var other = g.apply(g.configuration(6))
          (other.profile, other.payload) = (first.profile, first.payload)
          return try g.open(
            all: [g.chunks(of: first, total: 2)[0], g.chunks(of: other, total: 2)[0]])
        },
        makeWithCanary(
          "callback/code/piece/undecodable", "Pieces are whole, and their data is not.",
          ["ABT-CB-11"], needs: ["chunks"]
        ) { (g) throws(HarnessFault) in
          var whole = g.apply(g.configuration(6))
          whole.magic = .missing
          return try g.open(all: g.chunks(of: whole, total: 2))
        },
      ]
  }
}
