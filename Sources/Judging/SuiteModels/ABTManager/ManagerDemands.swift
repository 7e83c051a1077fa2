import Conformance
import Profiles
import WireFormat

extension Demand<ManagerObservation> {
  static func opensNothing(_ clauses: [Clause.ID]) -> Demand {
    none(
      clauses, "opens-a-url", "a URL is opened that nothing asks for",
      expecting: "no URL is opened",
      in: \.words
    ) { $0.opened }
  }

  /// The profile stands in one of these ways.
  static func status(_ words: Set<String>, _ clauses: [Clause.ID]) -> Demand {
    Demand(
      clauses, "wrong-status",
      expecting: .made { "the status \(words.sorted().joined(separator: " or "))" }
    ) { observation in
      if let status = observation.status, words.contains(status) { return nil }
      return Discrepancy(
        "the profile is said to stand in another way than it does",
        observed: observation.status ?? "no status")
    }
  }

  /// The keys are stored as they are for one of the profiles that may be told of. What is told of other payloads has to be right for
  /// one of all profiles.
  static func stored(
    _ candidates: [[String: Set<ExactText>]], of all: [[String: Set<ExactText>]],
    _ clauses: [Clause.ID]
  ) -> Demand {
    let (candidates, all) = (candidates.map(byExactName), all.map(byExactName))
    return Demand(
      clauses, "wrong-keys-stored",
      expecting: .made { candidates.map(text).joined(separator: "; or ") }
    ) { observation in
      let found = observation.stored.filter { !$0.value.isEmpty }
      let fits = candidates.contains { expected in
        expected.allSatisfy { found[$0.key] == $0.value }
          && found.allSatisfy { payload, keys in
            expected[payload] == keys
              || expected[payload] == nil && all.contains { $0[payload] == keys }
          }
      }
      return fits
        ? nil
        : Discrepancy("other keys are stored than apps have reported", observed: text(found))
    }
  }

  private static func byExactName(
    _ lists: [String: Set<ExactText>]
  ) -> [ExactText: Set<ExactText>] {
    Dictionary(lists.map { (ExactText($0), $1) }, uniquingKeysWith: { first, _ in first })
  }

  static func text(_ lists: [ExactText: Set<ExactText>]) -> String {
    lists.isEmpty
      ? "no keys"
      : lists.sorted { $0.key < $1.key }
        .map { "\($0.key.string): \(List.text($0.value.sorted().map(\.string)))" }
        .joined(separator: "; ")
  }
}

/// What is asked of one request URL.
struct RequestRow {
  let kind: ManagerState.Sent.Kind
  let profile: String
  let payload: ConfigurationProfile.Payload
  let app: InstalledApp
  let isInPieces: Bool
  let mayUsePieces: Bool
  /// The keys of a reset.
  let keys: Set<ExactText>
  /// Whether a reset may be one of no keys, too.
  var mayBeEmpty = false
  /// Whether the profile has come with other values before.
  var hasOtherEditions = false
  /// What of the profile must not travel.
  let texts: [String]
  /// The payloads of the profile that are not to be sent now, with the clause that says so.
  let strangers: [String: Clause.ID]
  /// Whether a request was given up for this one.
  let wasGivenUp: Bool
  let ring: CipherRing

  typealias Demanded = Demand<ManagerObservation>

  var demands: [Demanded] {
    let profile = profile
    let payload = payload.uuid
    let own =
      [verb, scheme, token, parameter, length, pieces, parameters]
      + (isInPieces || kind == .undo ? [] : contents)
    // What a request for another payload has otherwise is no further mistake.
    return [there, alone] + turns + [identity, wellFormed]
      + own.map { demand in
        demand.when { observation in
          observation.opened.first?.isFor(profile: profile, payload: payload) ?? false
        }
      }
  }

  /// Whether the URL is for a payload that is not to be sent now.
  private var turns: [Demanded] {
    let profile = profile
    return strangers.sorted { $0.key < $1.key }.map { stranger, clause in
      one([clause], "not-its-turn", .fixed("no URL for payload \(stranger)")) { request in
        request.isFor(profile: profile, payload: stranger)
          ? Discrepancy("a payload is sent that is not to be sent", observed: request.words) : nil
      }
    }
  }

  /// A demand on the request, where there is one.
  private func one(
    _ clauses: [Clause.ID], _ kind: String, _ wording: Wording,
    _ check: @escaping @Sendable (OpenedRequest) -> Discrepancy?
  ) -> Demanded {
    Demanded(clauses, kind, expecting: wording) { $0.opened.first.flatMap(check) }
  }

  private var there: Demanded {
    Demanded(
      kind == .apply ? ["MGR-01", "MGR-02"] : wasGivenUp ? ["MGR-08", "MGR-11"] : ["MGR-08"],
      "no-url", expecting: "a URL is opened"
    ) { observation in
      observation.opened.isEmpty
        ? Discrepancy("no URL is opened for what is due", observed: "nothing") : nil
    }
  }

  private var alone: Demanded {
    Demanded(["MGR-11"], "several-urls", expecting: "one URL at a time") { observation in
      observation.opened.count < 2
        ? nil
        : Discrepancy(
          "the next URL does not wait for the callback of the one before",
          observed: List.text(observation.opened.map(\.words)))
    }
  }

  private var identity: Demanded {
    let strangers = strangers
    let profile = profile
    let payload = payload.uuid
    return one(
      ["MGR-07"], "wrong-identifier", .made { "profile \(profile), payload \(payload)" }
    ) { request in
      request.isFor(profile: profile, payload: payload)
        || strangers.keys.contains { request.isFor(profile: profile, payload: $0) }
        ? nil
        : Discrepancy(
          "profile and payload are not the PayloadUUIDs as they are",
          observed: "profile \(request.text(of: "profile")), payload \(request.text(of: "payload"))"
        )
    }
  }

  private var wellFormed: Demanded {
    one(["MGR-01"], "malformed-url", "a URL of wire profile 1") { request in
      request.fault.map { Discrepancy("the URL is malformed", observed: $0) }
    }
  }

  private var verb: Demanded {
    let expected: OpenedRequest.Verb = kind == .reset ? .reset : .apply
    return one(
      kind == .reset ? ["MGR-08"] : ["MGR-01"], "wrong-verb", .fixed(expected.rawValue)
    ) { request in
      request.verb == expected
        ? nil
        : Discrepancy("the verb is another one", observed: request.verb?.rawValue ?? "none")
    }
  }

  private var scheme: Demanded {
    let expected = payload.scheme()
    return one(["MGR-03"], "wrong-scheme", .fixed(expected)) { request in
      request.url.hasScheme(expected)
        ? nil
        : Discrepancy(
          "the URL has another scheme",
          observed: request.url.scheme.map { String(decoding: $0, as: UTF8.self) } ?? "none")
    }
  }

  private var token: Demanded {
    let (app, ring) = (app, ring)
    return one(["MGR-05"], "wrong-token", .made { "the token of \(app.bundleIdentifier)" }) {
      request in
      (request.value(of: "token") ?? []).elementsEqual(ring.token(of: app).utf8)
        ? nil : Discrepancy("the token is not the app's", observed: request.text(of: "token"))
    }
  }

  private var parameter: Demanded {
    let isEncrypted = payload.encrypted
    return one(
      ["MGR-04"], "not-encrypted", .fixed(isEncrypted ? "data-x alone" : "data alone")
    ) { request in
      let found = ["data", "data-x"].filter { request.value(of: $0) != nil }
      if found == [isEncrypted ? "data-x" : "data"] { return nil }
      return Discrepancy(
        "the data does not travel as the profile's DataEncryption has it",
        observed: found.isEmpty ? "neither" : found.joined(separator: " and "),
        aspect: found.isEmpty ? "neither" : found.count > 1 ? "both" : found[0])
    }
  }

  private var length: Demanded {
    let limit = Dialect.profile1.limits.maxURLBytes
    let binds = mayUsePieces
    return one(["MGR-12"], "url-too-long", .fixed("at most \(limit) bytes")) { request in
      binds && request.url.bytes.count > limit
        ? Discrepancy("the URL is too long", observed: "\(request.url.bytes.count) bytes") : nil
    }
  }

  private var pieces: Demanded {
    let isInPieces = isInPieces
    let mayUsePieces = mayUsePieces
    return one(
      mayUsePieces ? ["MGR-12", "MGR-01"] : ["MGR-12"], "wrong-piece",
      .fixed(isInPieces ? "one of several pieces" : "the whole data")
    ) { request in
      if isInPieces == (request.piece != nil) { return nil }
      return Discrepancy(
        isInPieces
          ? "data that was sent in pieces goes on as a whole"
          : mayUsePieces
            ? "data that fits into one URL is sent in pieces"
            : "data is sent in pieces to an app that is not known to take them",
        observed: request.words)
    }
  }

  private var parameters: Demanded {
    let texts = texts
    return one(["MGR-06"], "foreign-content", "no other profile content in the URL") { request in
      for value in request.others {
        let text = String(decoding: value, as: UTF8.self)
        if let leak = texts.first(where: { text.contains($0) }) {
          return Discrepancy(
            "other content of the profile travels in the URL", observed: leak, aspect: "parameter")
        }
      }
      return nil
    }
  }

  /// The dictionary that the data unpacks to: that it can be read, what it may hold, and what it has to.
  private var contents: [Demanded] {
    let check = DictionaryCheck(
      kind: kind, payload: payload, keys: keys, mayBeEmpty: mayBeEmpty,
      hasOtherEditions: hasOtherEditions)
    let app = app
    let ring = ring
    func demand(
      _ clause: Clause.ID, _ kind: String, _ wording: Wording,
      _ body: @escaping @Sendable (OpenedRequest.Contents) -> Discrepancy?
    ) -> Demanded {
      Demanded([clause], kind, expecting: wording) { observation in
        guard let request = observation.opened.first, request.piece == nil,
          request.value(of: "data") == nil || request.value(of: "data-x") == nil
        else { return nil }
        return body(request.contents(for: app, ring))
      }
    }
    return [
      demand(
        payload.encrypted ? "MGR-04" : "MGR-01", "unreadable-data",
        "data that the app's library can read"
      ) { contents in
        guard case .broken(let words) = contents else { return nil }
        return Discrepancy("the data cannot be read", observed: words)
      },
      demand("MGR-06", "foreign-content", "Version 1, the category and the payload's values alone")
      { contents in
        if case .list(let list) = contents { check.frame(list) } else { nil }
      },
      demand(
        self.kind == .reset ? "MGR-08" : "MGR-01",
        self.kind == .reset ? "wrong-keys-reset" : "wrong-values", .made { check.words }
      ) { contents in
        if case .list(let list) = contents { check.values(list) } else { nil }
      },
    ]
  }
}

extension OpenedRequest {
  /// The request in a few words.
  var words: String {
    let piece = piece.map { " (piece \($0.index) of \($0.total))" } ?? ""
    return "\(verb?.rawValue ?? "another verb") for payload \(text(of: "payload")) of profile "
      + "\(text(of: "profile"))" + piece
  }
}
