import Conformance
import Forge
import SuiteModels
import WireFormat

/// ABT-TOK-02, 08: the token is asked for on every path that a right request can take.
extension ABTCases {
  /// A way in which a right request can be unlike most others.
  private struct Path: Sendable {
    typealias Take = @Sendable (inout RequestForge, inout RequestGenerator) -> Void

    let name: String
    let needs: Set<String>
    let editions: [Edition]
    let setup: @Sendable (inout ABTSetup) -> Void
    let take: Take

    init(
      _ name: String, needs: Set<String> = [], editions: [Edition] = Edition.allCases,
      setup: @escaping @Sendable (inout ABTSetup) -> Void = { _ in }, _ take: @escaping Take
    ) {
      self.name = name
      self.needs = needs
      self.editions = editions
      self.setup = setup
      self.take = take
    }
  }

  var tokensOnEachPath: [Specification] {
    let tokens: [(String, TokenLayer)] = [
      ("one-digit", .damaged(.digitChanged(index: 17))), ("missing", .absent),
      ("reversed", .damaged(.reversed)),
    ]
    return (pathsOfNames + pathsOfContents).flatMap { path in
      tokens.flatMap { name, token in
        RequestForge.Action.allCases.map { action in
          makeWithCanary(
            "token/on-each-path/\(path.name)/\(name)/\(action.rawValue)",
            "A \(action.rawValue) request without the right token (\(name)), unlike most others: \(path.name).",
            ["ABT-TOK-02"] + (action == .reset ? ["ABT-TOK-08"] : []), needs: path.needs,
            editions: path.editions, setup: path.setup
          ) { (g) throws(HarnessFault) in
            var forge = action == .apply ? g.apply(g.configuration(3)) : g.reset(["host", "port"])
            path.take(&forge, &g)
            forge.token = token
            return [try g.open(forge)]
          }
        }
      }
    }
  }

  private var pathsOfNames: [Path] {
    let toCapitals = Self.otherCases[0].apply
    return Self.otherCases.map { way, write in
      Path("verb-\(way)") { forge, _ in forge.verb = .verbatim(write(verb(forge.action))) }
    } + [
      Path("scheme-in-capitals") { forge, g in
        forge.scheme = .verbatim(
          toCapitals(dialect.value.defaultScheme(bundleIdentifier: g.setup.bundleIdentifier)))
      },
      Path("own-scheme", setup: { $0.urlScheme = "acme-config" }) { _, _ in },
      Path("port") { forge, _ in forge.shape = .port("80") },
      Path("path") { forge, _ in forge.shape = .path("/") },
      Path("user") { forge, _ in forge.shape = .userInformation("user") },
      Path("fragment") { forge, _ in forge.shape = .fragment("top") },
      Path("last") { forge, _ in
        forge.parameters = .slots([.data, .payload, .profile, .token].map { ParameterSlot($0) })
      },
      Path("among-strangers") { forge, _ in
        forge.parameters = .slots(
          [.init(nil, name: Array("a".utf8), .raw(Array("1".utf8)))]
            + [.profile, .payload, .token, .data].map { ParameterSlot($0) }
            + [.init(nil, name: Array("z".utf8), .empty)])
      },
    ]
  }

  private var pathsOfContents: [Path] {
    [
      Path("nothing-to-do") { forge, _ in
        forge.dictionary =
          forge.action == .apply
          ? .configuration(category: nil, []) : .keys(category: nil, [])
      },
      Path("of-a-category") { forge, g in
        forge.dictionary =
          forge.action == .apply
          ? .configuration(category: "Mail", g.configuration(2))
          : .keys(category: "Mail", ["host"])
      },
      Path("large") { forge, g in
        let text = String("t", times: min(90_000, mostContent))
        forge.dictionary =
          forge.action == .apply
          ? .configuration(category: nil, [.init(key: "long", value: .string(text))])
          : .keys(category: nil, [text])
      },
      Path("one-of-one", needs: ["chunks"]) { forge, _ in
        forge.chunk = ChunkLayer(index: 1, of: 1)
      },
      Path(
        "unencrypted-allowed", editions: [.encrypting], setup: { $0.allowUnencrypted = true }
      ) { forge, _ in
        forge.parameter = .data
        forge.encryption = .none
      },
      Path(
        "encrypted-where-both-are-allowed", editions: [.encrypting],
        setup: { $0.allowUnencrypted = true }
      ) { _, _ in },
    ]
  }
}
