import Conformance
import Forge
import SuiteModels
import WireFormat

/// Section 4.10: what is asked of a request that came in pieces, as of a whole one.
extension ABTCases {
  var contentsInPieces: [Specification] {
    wrongContentsInPieces + bytesBehindStreamInPieces + rightContentsInPieces + repeatedKeysInPieces
      + manyKeysInPieces + errorsInPieces + bothParametersInPieces
  }

  /// ABT-CHUNK-12, and what is asked of contents: it is asked of those that come in pieces, too.
  private var wrongContentsInPieces: [Specification] {
    let damages: [(String, [Clause.ID], @Sendable (inout RequestForge) -> Void)] = [
      ("magic-missing", ["ABT-DATA-05"], { $0.magic = .missing }),
      ("magic-wrong", ["ABT-DATA-05"], { $0.magic = .wrong(index: 3, mask: 32) }),
      ("magic-partial", ["ABT-DATA-05"], { $0.magic = .partial(length: 3) }),
      ("gzip", ["ABT-DATA-03"], { $0.compression = .gzip }),
      ("checksum", ["ABT-DATA-03"], { $0.compression = .checksum(.zeroed) }),
      ("cut", ["ABT-DATA-03"], { $0.compression = .truncated(by: 4) }),
      ("too-large", ["ABT-DATA-08"], tooLarge),
      ("xml", ["ABT-DATA-06"], { $0.propertyList = .replaced(with: Array("<plist/>".utf8)) }),
      (
        "cycle", ["ABT-DATA-07"],
        { $0.propertyList = PropertyListImages(keys).brokenInPayload[0].list }
      ),
      ("version-two", ["ABT-DICT-02"], { $0.dictionaryForm = .versionOther(2) }),
      ("version-missing", ["ABT-DICT-03"], { $0.dictionaryForm = .versionMissing }),
      ("category", ["ABT-DICT-05"], { $0.dictionaryForm = .categoryMistyped(.integer(1)) }),
      ("top", ["ABT-DATA-12"], { $0.dictionary = .verbatim(.array([])) }),
    ]
    return damages.flatMap { name, targets, damage in
      RequestForge.Action.allCases.map { action in
        makeWithCanary(
          "chunks/contents/\(name)/\(action.rawValue)",
          "Three pieces of a \(action.rawValue) request whose contents are wrong: \(name).",
          targets + ["ABT-CHUNK-12"], needs: ["chunks"]
        ) { (g) throws(HarnessFault) in
          var forge = action == .apply ? g.apply(g.configuration(5)) : g.reset(["host", "port"])
          damage(&forge)
          return try g.open(all: g.chunks(of: forge, total: 3))
        }
      }
    }
  }

  /// ABT-DATA-04 is asked of what pieces come to, and of the last piece alone.
  private var bytesBehindStreamInPieces: [Specification] {
    let behind: [(String, CompressionLayer)] = [
      ("one-byte", .trailing([0])), ("newline", .trailing([10])),
      ("zeros", .trailing([UInt8](repeating: 0, count: 64))), ("second-stream", .doubled),
    ]
    return behind.flatMap { name, layer in
      RequestForge.Action.allCases.map { action in
        makeWithCanary(
          "chunks/contents/behind-stream/\(name)/\(action.rawValue)",
          "Bytes behind the zlib stream of a \(action.rawValue) request in three pieces: \(name).",
          ["ABT-DATA-04"], needs: ["chunks"]
        ) { (g) throws(HarnessFault) in
          var forge = action == .apply ? g.apply(g.configuration(5)) : g.reset(["host", "port"])
          forge.compression = layer
          return try g.open(all: g.chunks(of: forge, total: 3))
        }
      }
    }
  }

  /// What is asked of right contents is asked of those that come in pieces, too: the category, nothing at all, and every key.
  private var rightContentsInPieces: [Specification] {
    typealias Contents = (
      name: String, targets: [Clause.ID], category: String?, isEmpty: Bool
    )
    let contents: [Contents] = [
      ("category", ["ABT-DICT-04"], "Mail", false), ("empty-category", ["ABT-DICT-04"], "", false),
      ("no-category", ["ABT-DICT-04"], nil, false), ("empty", [], nil, true),
      ("empty-with-category", ["ABT-DICT-04"], "Mail", true),
    ]
    return contents.flatMap { name, targets, category, isEmpty in
      RequestForge.Action.allCases.flatMap { action in
        [2, 3].map { total in
          let rules: [Clause.ID] =
            isEmpty ? [action == .apply ? "ABT-DICT-07" : "ABT-DICT-10"] : ["ABT-CHUNK-01"]
          return makeWithCanary(
            "chunks/right-contents/\(name)/\(total)/\(action.rawValue)",
            "\(total) pieces of a right \(action.rawValue) request: \(name).", targets + rules,
            needs: ["chunks"]
          ) { (g) throws(HarnessFault) in
            let members = isEmpty ? [] : g.configuration(4)
            let forge =
              action == .apply
              ? g.apply(category: category, members)
              : g.reset(category: category, isEmpty ? [] : ["host", "port", "theme"])
            return try g.open(all: g.chunks(of: forge, total: total))
          }
        }
      }
    }
  }

  /// ABT-DICT-11: a SHOULD.
  private var repeatedKeysInPieces: [Specification] {
    let lists: [(String, [String])] = [
      ("alone", ["host", "host"]), ("apart", ["host", "port", "host"]),
      ("three-times", ["port", "port", "port", "host"]),
    ]
    return lists.map { name, keys in
      makeWithCanary(
        "chunks/right-contents/repeated-key/\(name)",
        "Two pieces of a reset request that lists a key more than once: \(name).",
        ["ABT-DICT-11"], needs: ["chunks"]
      ) { (g) throws(HarnessFault) in
        try g.open(all: g.chunks(of: g.reset(keys), total: 2))
      }
    }
  }

  /// ABT-DEL-01, 02: all keys reach the delegate, however many there are.
  private var manyKeysInPieces: [Specification] {
    [15, 16, 128, 256, 257, 1_025].flatMap { count in
      RequestForge.Action.allCases.map { action in
        makeWithCanary(
          "chunks/right-contents/keys/\(count)/\(action.rawValue)",
          "Two pieces of a \(action.rawValue) request of \(count) keys.",
          [action == .apply ? "ABT-DEL-01" : "ABT-DEL-02"], needs: ["chunks"]
        ) { (g) throws(HarnessFault) in
          let keys = (0..<count).map { "k\($0)" }
          let forge =
            action == .apply
            ? g.apply(keys.map { .init(key: $0, value: .integer(7)) }) : g.reset(keys)
          return try g.open(all: g.chunks(of: forge, total: 2))
        }
      }
    }
  }

  /// ABT-CB-10: what the delegate says of a request that came in pieces is passed on, too, by the callback of the last one that came.
  private var errorsInPieces: [Specification] {
    let errors: [(String, DelegatePlan.Turn)] = [
      ("both", .init(answer: .no, error: .init(code: 1207, message: "The host is not reachable."))),
      ("code-alone", .init(answer: .no, error: .init(code: -3, message: ""))),
    ]
    return errors.flatMap { name, turn in
      RequestForge.Action.allCases.flatMap { action in
        [2, 3].map { total in
          makeWithCanary(
            "chunks/delegate-error/\(name)/\(total)/\(action.rawValue)",
            "The delegate answers NO in words of its own to a \(action.rawValue) request of \(total) pieces: \(name).",
            ["ABT-CB-10"], needs: ["chunks", "delegateError"]
          ) { (g) throws(HarnessFault) in
            let forge = action == .apply ? g.apply(g.configuration(4)) : g.reset(["host", "port"])
            let plan = DelegatePlan(apply: turn, revert: turn)
            return try g.chunks(of: forge, total: total).map { (piece) throws(HarnessFault) in
              try g.open(piece, plan)
            }
          }
        }
      }
    }
  }

  /// ABT-ENC-09: a piece with both parameters is none to the encrypting edition, and one of `data` to the plain edition.
  private var bothParametersInPieces: [Specification] {
    @Sendable func pieces(
      _ g: inout RequestGenerator, _ action: RequestForge.Action,
      _ parameters: (RequestForge, ABTSetup) -> ParametersLayer
    ) throws(HarnessFault) -> [Opening] {
      let forge = action == .apply ? g.apply(g.configuration(4)) : g.reset(["host", "port"])
      var pieces = g.chunks(of: forge, total: 2)
      for place in pieces.indices {
        pieces[place].parameters = parameters(pieces[place], g.setup)
      }
      return try g.open(all: pieces)
    }
    return Self.bothParameters.flatMap { name, parameters in
      RequestForge.Action.allCases.flatMap { action in
        [true, false].map { isAllowed in
          makeWithCanary(
            "chunks/both-parameters/\(name)/\(isAllowed ? "allowed" : "required")/\(action.rawValue)",
            "Each of two pieces has both data and data-x (\(name)), where unencrypted data is \(isAllowed ? "allowed" : "not allowed").",
            [isAllowed ? "ABT-ENC-09/allowed" : "ABT-ENC-09"], needs: ["chunks"],
            editions: [.encrypting], setup: { $0.allowUnencrypted = isAllowed }
          ) { (g) throws(HarnessFault) in try pieces(&g, action, parameters) }
        } + [
          makeWithCanary(
            "chunks/both-parameters/\(name)/plain/\(action.rawValue)",
            "Each of two pieces has data-x beside data (\(name)): the plain edition does not look at it.",
            ["ABT-ENC-09"], needs: ["chunks"], editions: [.plain]
          ) { (g) throws(HarnessFault) in try pieces(&g, action, parameters) }
        ]
      }
    }
  }
}
