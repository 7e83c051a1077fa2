import Conformance
import Forge
import SuiteModels
import WireFormat

/// Section 4.1: the parameters of the URL.
extension ABTCases {
  var parameters: [Specification] {
    missingIdentifiers + emptyData + repeated + repeatedOftener + repeatedEmpty + repeatedNumbers
      + namesInOtherCase + numbersInOtherCase + writtenValues + orders + strangers + lengths
  }

  /// The parameters of a whole request.
  static let ofWholeRequests: [RequestForge.Parameter] = [
    .token, .profile, .payload, .data,
  ]

  /// ABT-URL-14.
  private var emptyData: [Specification] {
    RequestForge.Action.allCases.flatMap { action in
      [true, false].map { hasEquals in
        makeWithCanary(
          "url/empty-data/\(hasEquals ? "with-equals" : "name-only")/\(action.rawValue)",
          "A right \(action.rawValue) request whose data is empty.", ["ABT-URL-14"]
        ) { (g) throws(HarnessFault) in
          var forge = action == .apply ? g.apply(g.configuration(2)) : g.reset(["host"])
          forge.parameters = .emptied(.data, withoutEquals: !hasEquals)
          return [try g.open(forge)]
        }
      }
    } + [
      makeWithCanary(
        "url/empty-data/after-valid", "Empty data after a right request of the same payload.",
        ["ABT-URL-14"]
      ) { (g) throws(HarnessFault) in
        let first = g.apply(g.configuration(3))
        var second = first
        second.parameters = .emptied(.data, withoutEquals: false)
        return [try g.open(first), try g.open(second)]
      }
    ]
  }

  /// ABT-URL-13: a SHOULD.
  private var repeated: [Specification] {
    Self.ofWholeRequests.flatMap { parameter in
      [true, false].flatMap { wrongFirst in
        RequestForge.Action.allCases.map { action in
          makeWithCanary(
            "url/repeated/\(parameter.rawValue)/\(wrongFirst ? "wrong-first" : "wrong-last")/\(action.rawValue)",
            "A right \(action.rawValue) request in which \(parameter.rawValue) stands twice, with two values.",
            ["ABT-URL-13"]
          ) { (g) throws(HarnessFault) in
            var forge = action == .apply ? g.apply(g.configuration(2)) : g.reset(["host"])
            forge.parameters = .repeatedUnlike(parameter, wrongFirst: wrongFirst)
            return [try g.open(forge)]
          }
        }
      }
    }
  }

  /// ABT-URL-13: three times, the one in the middle another one; and a value of which the other is a part.
  private var repeatedOftener: [Specification] {
    let values: [(String, [String])] = [
      ("other-between", ["one", "two", "one"]), ("other-last", ["one", "one", "two"]),
      ("beginning", ["payload-1", "pay"]), ("longer", ["pay", "payload-1"]),
      ("case", ["Pay", "pay"]), ("empty-last", ["pay", ""]), ("empty-first", ["", "pay"]),
      ("blank", ["pay", "pay%20"]), ("mark", ["caf%C3%A9", "cafe%CC%81"]),
    ]
    return [RequestForge.Parameter.profile, .payload].flatMap { parameter in
      values.flatMap { name, texts in
        RequestForge.Action.allCases.map { action in
          makeWithCanary(
            "url/repeated/\(parameter.rawValue)/\(name)/\(action.rawValue)",
            "A right \(action.rawValue) request in which \(parameter.rawValue) occurs again: \(name).",
            ["ABT-URL-13"]
          ) { (g) throws(HarnessFault) in
            var forge = action == .apply ? g.apply(g.configuration(2)) : g.reset(["host"])
            let own = Self.ofWholeRequests.filter { $0 != parameter }.map { ParameterSlot($0) }
            forge.parameters = .slots(
              own + texts.map { ParameterSlot(parameter, .raw(Array($0.utf8))) })
            return [try g.open(forge)]
          }
        }
      }
    }
  }

  /// ABT-URL-13: an occurrence without a value beside the right one.
  private var repeatedEmpty: [Specification] {
    [RequestForge.Parameter.token, .data].flatMap { parameter in
      [true, false].flatMap { isFirst in
        RequestForge.Action.allCases.map { action in
          makeWithCanary(
            "url/repeated/\(parameter.rawValue)/empty-\(isFirst ? "first" : "last")/\(action.rawValue)",
            "A right \(action.rawValue) request in which \(parameter.rawValue) stands once more, without a value, \(isFirst ? "before" : "behind") the right one.",
            ["ABT-URL-13"]
          ) { (g) throws(HarnessFault) in
            var forge = action == .apply ? g.apply(g.configuration(2)) : g.reset(["host"])
            let empty = [ParameterSlot(parameter, .empty)]
            let own = Self.ofWholeRequests.map { ParameterSlot($0) }
            forge.parameters = .slots(isFirst ? empty + own : own + empty)
            return [try g.open(forge)]
          }
        }
      }
    }
  }

  /// ABT-URL-13, of a piece: its numbers, each twice.
  private var repeatedNumbers: [Specification] {
    let slots: [(String, [ParameterSlot])] = [
      ("index", [.init(.chunk, .raw(Array("2".utf8))), .init(.chunk), .init(.chunks)]),
      ("index-last", [.init(.chunk), .init(.chunk, .raw(Array("2".utf8))), .init(.chunks)]),
      ("total", [.init(.chunk), .init(.chunks), .init(.chunks, .raw(Array("3".utf8)))]),
      ("total-first", [.init(.chunks, .raw(Array("1".utf8))), .init(.chunk), .init(.chunks)]),
      ("index-empty-first", [.init(.chunk, .empty), .init(.chunk), .init(.chunks)]),
      ("index-empty-last", [.init(.chunk), .init(.chunks), .init(.chunk, .empty)]),
      ("total-empty-first", [.init(.chunks, .empty), .init(.chunk), .init(.chunks)]),
      ("total-empty-last", [.init(.chunk), .init(.chunks), .init(.chunks, .empty)]),
    ]
    return slots.map { name, numbers in
      makeWithCanary(
        "url/repeated/piece/\(name)",
        "The first of two pieces, whose numbers stand twice: \(name).",
        ["ABT-URL-13"], needs: ["chunks"]
      ) { (g) throws(HarnessFault) in
        var piece = g.chunks(of: g.apply(g.configuration(4)), total: 2)[0]
        piece.parameters = .slots(
          [.init(.token), .init(.profile), .init(.payload)] + numbers + [.init(.data)])
        return [try g.open(piece)]
      }
    }
  }

  /// ABT-URL-08: every parameter in the first place, and in the last one.
  private var orders: [Specification] {
    let all = Self.ofWholeRequests
    return all.flatMap { parameter in
      [true, false].flatMap { isFirst in
        RequestForge.Action.allCases.map { action in
          make(
            "url/order/\(parameter.rawValue)-\(isFirst ? "first" : "last")/\(action.rawValue)",
            "A right \(action.rawValue) request whose \(parameter.rawValue) comes \(isFirst ? "first" : "last").",
            ["ABT-URL-08"]
          ) { (g) throws(HarnessFault) in
            var forge = action == .apply ? g.apply(g.configuration(3)) : g.reset(["host", "port"])
            let others = Array(all.filter { $0 != parameter }.reversed())
            let order = isFirst ? [parameter] + others : others + [parameter]
            forge.parameters = .slots(order.map { ParameterSlot($0) })
            return [try g.open(forge)]
          }
        }
      }
    } + [
      make(
        "url/order/piece", "Pieces whose numbers come before and behind everything else.",
        ["ABT-URL-08"], needs: ["chunks"]
      ) { (g) throws(HarnessFault) in
        let pieces = g.chunks(of: g.apply(g.configuration(4)), total: 2)
        return try pieces.enumerated().map { (index, piece) throws(HarnessFault) in
          var piece = piece
          let numbers: [RequestForge.Parameter] = [.chunks, .chunk]
          let order = index == 0 ? numbers + all : all + numbers
          piece.parameters = .slots(order.map { ParameterSlot($0) })
          return try g.open(piece)
        }
      }
    ]
  }

  /// ABT-URL-09: many of them, and such as look like something.
  private var strangers: [Specification] {
    let names = dialect.value.parameters
    let short: [(String, String)] = [
      ("one", "x=1"), ("without-value", "x"), ("empty-value", "x="), ("empty-name", "=x"),
      (
        "like-callback",
        "\(names.status)=\(dialect.value.statuses.error)&\(names.changedValues)=x&\(names.errorCode)=3&\(names.errorMessage)=y"
      ),
      (
        "like-prefix",
        "\(names.data.dropLast())=x&\(names.token)s=y&\(names.profile.dropLast())=z&\(names.data)-y=1"
      ),
      ("like-list", "\(names.profile)[]=x&\(names.token)[0]=y"),
      (
        "like-suffix",
        "x\(names.payload)=x&my-\(names.token)=y&x.\(names.profile)=z&_\(names.data)=1&a_\(names.chunk)=2"
      ),
      ("twice-unlike", "x=1&x=2&y=1&x=3"),
      ("with-equals", "x=a=b=c"), ("with-plus", "a+b=c+d"),
      ("of-languages", "constructor=1&toString=1&__proto__=1&hasOwnProperty=1&valueOf=1&length=0"),
      ("of-objects", "class=x&hash=1&description=y&superclass=z&self=1&nil=1&keys=2&count=3"),
      ("of-forms", "_method=delete&utf8=1&callback=x&redirect=y&verb=reset&action=reset"),
      (
        "of-the-dictionary",
        "\(keys.version)=2&\(keys.category)=x&\(keys.keys)=y&allowUnencrypted=1"
      ),
      ("semicolon", "x=1;\(names.token)=2"),
    ]
    // A mebibyte is not made before it is wanted.
    var lists: [(name: String, text: @Sendable () -> String)] = []
    for (name, text) in short { lists.append((name, { text })) }
    for count in [17, 70, 300, 1_100, 40_000] {
      lists.append(("many-\(count)", { Self.many(count) }))
    }
    lists.append(("names-500000", { String("&a", times: 500_000) }))
    return lists.flatMap { name, text in
      [true, false].map { isInFront in
        makeWithCanary(
          "url/strangers/\(name)/\(isInFront ? "in-front" : "behind")",
          "A right request with parameters that the protocol does not know: \(name).",
          ["ABT-URL-09"] + (name.hasSuffix("0000") ? ["ABT-ROB-02"] : [])
        ) { (g) throws(HarnessFault) in
          var forge = g.apply(g.configuration(3))
          // Raw bytes after a name that is empty would begin with an equals sign.
          let parts = text().utf8.split(
            separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
          let stranger = ParameterSlot(
            nil, name: Array(parts[0]), parts.count > 1 ? .raw(Array(parts[1])) : .absent)
          let own = Self.ofWholeRequests.map { ParameterSlot($0) }
          forge.parameters = .slots(isInFront ? [stranger] + own : own + [stranger])
          return [try g.open(forge)]
        }
      }
    }
  }

  /// So many parameters with names of their own.
  private static func many(_ count: Int) -> String {
    (0..<count).map { "u\($0)=\($0 & 7)" }.joined(separator: "&")
  }

  /// ABT-URL-16: up to the last byte, and around the sizes at which buffers end.
  private var lengths: [Specification] {
    typealias Length = (name: String, count: @Sendable (_ limit: Int) -> Int)
    let lengths: [Length] =
      [4_096, 65_535, 65_536, 131_072].map { count in ("\(count)", { min(count, $0) }) }
      + [0, 1, 4, 1_024].map { missing in
        (missing == 0 ? "limit" : "limit-minus-\(missing)", { $0 - missing })
      }
    return lengths.flatMap { name, count in
      RequestForge.Action.allCases.map { action in
        make(
          "url/length/\(name)/\(action.rawValue)",
          "A right \(action.rawValue) request whose URL has so many bytes: \(name).",
          ["ABT-URL-16"]
        ) { (g) throws(HarnessFault) in
          var forge = action == .apply ? g.apply(g.configuration(3)) : g.reset(["host", "port"])
          let wanted = count(limits.maxURLBytes)
          forge.parameters = .padded(byteCount: 0)
          forge.parameters = .padded(byteCount: wanted - (try g.open(forge)).url.count)
          let opening = try g.open(forge)
          guard opening.url.count == wanted else {
            throw HarnessFault("no URL of \(wanted) bytes was made")
          }
          return [opening]
        }
      }
    } + [
      make(
        "url/length/limit/data", "A right request whose data makes its URL as long as is allowed.",
        ["ABT-URL-16"]
      ) { (g) throws(HarnessFault) in
        var forge = g.apply([])
        forge.escaping = .rawBase64
        forge.compression = .storedBlocks(of: 0xFFFF)
        let limit = limits.maxURLBytes
        // Four letters carry three bytes, so that the last letters are filled in beside them.
        let bytes = [UInt8](noise: mostContent, of: g.choices.bytes(512))
        forge.dictionary = .configuration(
          category: nil, [.init(key: "image", value: .data(bytes))])
        let own = Self.ofWholeRequests.map { ParameterSlot($0) }
        let missing = limit - (try g.open(forge)).url.count - "&x=".utf8.count
        guard missing >= 0 else { throw HarnessFault("the data is larger than was meant") }
        forge.parameters = .slots(
          own + [
            .init(
              nil, name: Array("x".utf8),
              .raw([UInt8](repeating: UInt8(ascii: "f"), count: missing)))
          ])
        return [try g.open(forge)]
      }
    ]
  }

  /// ABT-URL-17: a SHOULD.
  private var namesInOtherCase: [Specification] {
    Self.ofWholeRequests.flatMap { parameter in
      [
        makeWithCanary(
          "url/name-case/\(parameter.rawValue)/instead",
          "A right request whose \(parameter.rawValue) has its name in capitals.", ["ABT-URL-17"]
        ) { (g) throws(HarnessFault) in
          var forge = g.apply(g.configuration(2))
          forge.parameters = .nameInOtherCase(parameter)
          return [try g.open(forge)]
        },
        makeWithCanary(
          "url/name-case/\(parameter.rawValue)/beside",
          "A parameter whose name is \(parameter.rawValue) in capitals, beside the right ones.",
          ["ABT-URL-17"]
        ) { (g) throws(HarnessFault) in
          var forge = g.apply(g.configuration(2))
          let name = g.setup.name(of: parameter, in: forge).uppercased()
          let stranger = ParameterSlot(nil, name: Array(name.utf8), .raw(Array("other".utf8)))
          forge.parameters = .slots(
            [stranger] + [.token, .profile, .payload, .data].map { ParameterSlot($0) })
          return [try g.open(forge)]
        },
      ]
    }
  }

  private static func capitalized(_ name: String) -> String {
    name.prefix(1).uppercased() + name.dropFirst()
  }

  /// ABT-URL-17, 09: the numbers of a piece under names in other case, beside a whole request, which they are no part of.
  private var numbersInOtherCase: [Specification] {
    let names = dialect.value.parameters
    let other = (Self.inOtherCase(names.chunk), Self.inOtherCase(names.chunks))
    let capital = (Self.capitalized(names.chunk), Self.capitalized(names.chunks))
    let lists: [(String, [(String, String)])] = [
      ("both", [(other.0, "2"), (other.1, "3")]), ("index", [(other.0, "2")]),
      ("total", [(other.1, "3")]), ("beside-index", [(other.0, "1"), (other.1, "2")]),
      ("capital", [(capital.0, "2"), (capital.1, "3")]), ("capital-index", [(capital.0, "2")]),
      ("capital-total", [(capital.1, "3")]),
    ]
    return lists.map { name, numbers in
      makeWithCanary(
        "url/name-case/numbers/\(name)",
        "A whole request beside the numbers of a piece, whose names are in other case: \(name).",
        ["ABT-URL-17"], needs: ["chunks"]
      ) { (g) throws(HarnessFault) in
        var forge = g.apply(g.configuration(2))
        let strangers = numbers.map {
          ParameterSlot(nil, name: Array($0.0.utf8), .raw(Array($0.1.utf8)))
        }
        forge.parameters = .slots(Self.ofWholeRequests.map { ParameterSlot($0) } + strangers)
        return [try g.open(forge)]
      }
    }
  }

  /// ABT-URL-12, of all pieces of a request.
  private var missingIdentifiersOfPieces: [Specification] {
    [RequestForge.Parameter.profile, .payload].flatMap { identifier in
      RequestForge.Action.allCases.flatMap { action in
        [true, false].map { isLeftOut in
          makeWithCanary(
            "url/identifier/\(identifier.rawValue)/\(isLeftOut ? "missing" : "empty")/\(action.rawValue)/in-pieces",
            "Two pieces of a \(action.rawValue) request whose \(identifier.rawValue) is \(isLeftOut ? "left out" : "empty").",
            ["ABT-URL-12"], needs: ["chunks"]
          ) { (g) throws(HarnessFault) in
            let forge = action == .apply ? g.apply(g.configuration(5)) : g.reset(["host", "port"])
            return try g.open(
              all: g.chunks(of: forge, total: 2).map { piece in
                var piece = piece
                piece.parameters =
                  isLeftOut ? .missing(identifier) : .emptied(identifier, withoutEquals: false)
                return piece
              })
          }
        }
      }
    }
  }

  /// ABT-URL-12.
  private var missingIdentifiers: [Specification] {
    missingIdentifiersOfPieces
      + [RequestForge.Parameter.profile, .payload].flatMap { identifier in
        RequestForge.Action.allCases.flatMap { action in
          [true, false].map { isLeftOut in
            makeWithCanary(
              "url/identifier/\(identifier.rawValue)/\(isLeftOut ? "missing" : "empty")/\(action.rawValue)",
              "A valid \(action.rawValue) request whose \(identifier.rawValue) is \(isLeftOut ? "missing" : "empty").",
              ["ABT-URL-12", "ABT-CB-01"]
            ) { (g) throws(HarnessFault) in
              var forge = action == .apply ? g.apply(g.configuration(2)) : g.reset(["host"])
              if isLeftOut {
                forge.parameters = .missing(identifier)
              } else if identifier == .profile {
                forge.profile = ""
              } else {
                forge.payload = ""
              }
              return [try g.open(forge)]
            }
          }
        }
      }
  }

}

extension ABTSetup {
  /// The name that a parameter of a request to this app has.
  fileprivate func name(of parameter: RequestForge.Parameter, in forge: RequestForge) -> String {
    let names = context.parameterNames
    return switch parameter {
    case .token: names.token
    case .profile: names.profile
    case .payload: names.payload
    case .chunk: names.chunk
    case .chunks: names.chunks
    case .data: forge.parameter == .dataX ? names.encryptedData : names.data
    }
  }
}
