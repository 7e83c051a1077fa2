import AdapterProtocol
import Conformance
import Forge
import WireFormat

/// What the specification demands of a library while one URL is opened, given what the request means.
package struct OpeningDemands {
  typealias Rule = Demand<ABTObservation>

  /// What is opened, and what the delegate does meanwhile.
  let meaning: RequestMeaning
  let delegate: DelegatePlan
  let role: Opening.Role
  let situation: Situation<ABTSetup>
  let workshop: RequestWorkshop
  let context: ForgeContext
  let names: Dialect.Parameters

  /// Whether the delegate recorded anything in an earlier request.
  let recordsBefore: Bool
  let event: Opening

  init(
    _ event: Opening, _ situation: Situation<ABTSetup>, _ workshop: RequestWorkshop,
    recordsBefore: Bool = false
  ) {
    self.init(event, meaning: event.meaning, situation, workshop, recordsBefore: recordsBefore)
  }

  private init(
    _ event: Opening, meaning: RequestMeaning, _ situation: Situation<ABTSetup>,
    _ workshop: RequestWorkshop, recordsBefore: Bool
  ) {
    self.event = event
    self.meaning = meaning
    delegate = event.delegate
    role = event.role
    self.situation = situation
    self.workshop = workshop
    self.recordsBefore = recordsBefore
    context = situation.setup.context
    names = context.parameterNames
  }

  /// These demands, for a request whose last piece tells what the whole of it hands over.
  func completed(by contents: RequestMeaning.Contents?) -> OpeningDemands {
    var whole = meaning
    whole.contents = contents
    return OpeningDemands(
      event, meaning: whole, situation, workshop, recordsBefore: recordsBefore)
  }

  var setup: ABTSetup { situation.setup }

  func claims(_ capability: String) -> Bool { situation.capabilities.contains(capability) }

  /// The clauses of a demand that says whether a request succeeds, with its own values: on a canary that is ABT-ROB-04.
  func ofSuccess(_ ids: [Clause.ID]) -> [Clause.ID] {
    role == .canary ? ["ABT-ROB-04"] : ids
  }

  // MARK: Recognition

  /// The answer YES (ABT-URL-01, 02; ABT-URL-04 however wrong the rest is).
  var handled: [Rule] {
    setup.urlScheme == nil ? Self.handledByDefaultScheme : Self.handledByOwnScheme
  }

  private static let handledByDefaultScheme = [isHandled(["ABT-URL-01", "ABT-URL-04"])]
  private static let handledByOwnScheme = [isHandled(["ABT-URL-02", "ABT-URL-04"])]

  private static func isHandled(_ rules: [Clause.ID]) -> Rule {
    Rule(rules, "not-handled", expecting: "the answer YES") { observation in
      observation.handled
        ? nil
        : Discrepancy("a URL with the app's scheme is not handled", observed: "the answer NO")
    }
  }

  /// ABT-URL-03.
  static let leftToTheApp = [
    Rule(["ABT-URL-03"], "foreign-url-handled", expecting: "the answer NO") { observation in
      observation.handled
        ? Discrepancy("a URL with another scheme is handled", observed: "the answer YES") : nil
    },
    Rule(
      ["ABT-URL-03"], "foreign-url-has-effect", expecting: "no delegate call and no callback"
    ) { observation in
      observation.calls.isEmpty && observation.callbacks.isEmpty
        ? nil
        : Discrepancy("a URL with another scheme has an effect", observed: observation.summary)
    },
  ]

  // MARK: Refusing

  /// Status Error and no delegate call, for these reasons.
  ///
  /// - Parameter besides: what else forbids the call of the delegate. Nothing does where a SHOULD asks for the refusal.
  func refused(_ defects: [RequestDefect], besides: [Clause.ID] = ["ABT-DEL-05"]) -> [Rule] {
    var rules: [Clause.ID] = []
    for clause in defects.flatMap(\.clauses) where !rules.contains(clause) { rules.append(clause) }
    let ofStatus =
      (rules.contains("ABT-TOK-02") ? ["ABT-TOK-03"] : []) + rules.filter { $0 != "ABT-TOK-02" }
    let words: @Sendable () -> String = { List.text(defects.map(\.words)) }
    return handled + (mustBeLogged(defects) ? [Self.logged] : []) + [
      Self.notCalled(rules + besides.filter { !rules.contains($0) }, because: words),
      status(.error, ofStatus, because: words()),
      errorCode(defects + excuses),
    ]
  }

  /// No delegate call for this reason, whatever else is left open.
  func notCalled(because defect: RequestDefect) -> [Rule] {
    [Self.notCalled(defect.clauses) { defect.words }]
  }

  private static func notCalled(
    _ rules: [Clause.ID], because words: @escaping @Sendable () -> String
  ) -> Rule {
    Rule(rules, "invalid-request-reaches-delegate", expecting: "no delegate call") { observation in
      observation.calls.isEmpty
        ? nil
        : Discrepancy(
          "the delegate is called for a request that is invalid: \(words())",
          observed: observation.summary)
    }
  }

  /// What else the request may be refused for: its codes are right, too.
  private var excuses: [RequestDefect] {
    meaning.excuse.map { [RequestDefect([], codes: codes(of: $0), $0.words)] } ?? []
  }

  /// ABT-TOK-10. A library that stumbles over something else before it looks at the token need not log it.
  private func mustBeLogged(_ defects: [RequestDefect]) -> Bool {
    claims("log") && defects.contains { $0.place == .token }
      && !defects.contains { $0.place == .request }
  }

  private static let logged = Rule(
    ["ABT-TOK-10"], "invalid-token-not-logged", expecting: "an entry in the log"
  ) { observation in
    !observation.log.isEmpty
      ? nil : Discrepancy("an invalid token leaves no trace in the log", observed: "an empty log")
  }

  /// A piece out of order that is not taken: refusing it gives up a SHOULD, but it has to be a refusal.
  var refusedOutOfOrder: [Rule] {
    noCall("ABT-CHUNK-03") + [
      status(.error, ["ABT-CB-04"], because: "the piece is not taken, as it is out of order"),
      errorCode([
        RequestDefect([], codes: [context.errorCodes.invalidChunk], "the piece is out of order")
      ]),
    ]
  }

  /// ABT-CB-11: of several errors any code is right, except that a single well-formed wrong token gives that code alone.
  func errorCode(_ defects: [RequestDefect]) -> Rule {
    let token = defects.first { $0.clauses.contains("ABT-TOK-05") }
    let allowed = (token.map { [$0] } ?? defects).flatMap(\.codes)
    let name = names.errorCode
    let words: @Sendable () -> String = {
      "\(name) " + Set(allowed).sorted().map(String.init).joined(separator: " or ") + ", or none"
    }
    return Rule(["ABT-CB-11"], "wrong-error-code", expecting: .made(words)) { observation in
      guard let code = observation.callbacks.first?.text(of: name), let number = Int(code),
        !allowed.contains(number)
      else { return nil }
      return Discrepancy(
        "the error code is not the one of this error", observed: "\(name) \(code)")
    }
  }

  /// ABT-URL-18: handled, no delegate call, at most one callback; and a callback is a URI whatever it repeats. Nothing secret shows.
  var unreadable: [Rule] {
    noCall("ABT-URL-18") + [Self.atMostOneCallback, CallbackRules.isURI] + secrets
  }

  /// A URL that is no URI by RFC 3986, and is refused for it: one callback, which may repeat nothing.
  var refusedAsNoURI: [Rule] {
    refused(
      [
        RequestDefect(
          ["ABT-CB-04"], codes: [context.errorCodes.malformedRequest],
          "the URL is no URI by RFC 3986")
      ], besides: []) + ofCallback(repeats: false)
  }

  private static let atMostOneCallback = Rule(
    ["ABT-URL-18", "ABT-CB-01"], "several-callbacks", expecting: "at most one callback"
  ) { observation in
    observation.callbacks.count <= 1
      ? nil
      : Discrepancy(
        "more than one callback", observed: "\(observation.callbacks.count) callbacks")
  }

  enum Status { case success, error, canceled }

  func word(_ status: Status) -> String {
    switch status {
    case .success: context.statuses.success
    case .error: context.statuses.error
    case .canceled: context.statuses.canceled
    }
  }

  func status(
    _ status: Status, _ rules: [Clause.ID],
    because words: @autoclosure @escaping @Sendable () -> String
  ) -> Rule {
    Self.status(names.status, word(status), rules, because: words)
  }

  static func status(
    _ name: String, _ expected: String, _ rules: [Clause.ID],
    because words: @escaping @Sendable () -> String
  ) -> Rule {
    Rule(rules, "wrong-status", expecting: .made { "\(name)=\(expected)" }) { observation in
      let found = observation.callbacks.first?.text(of: name)
      return found == expected
        ? nil
        : Discrepancy(
          "wrong status: \(words())",
          observed: observation.callbacks.isEmpty
            ? "no callback" : found.map { "\(name)=\($0)" } ?? "no \(name)")
    }
  }

  func noCall(_ rules: Clause.ID...) -> [Rule] {
    handled + [
      Rule(rules, "early-delegate-call", expecting: "no delegate call") { observation in
        observation.calls.isEmpty
          ? nil
          : Discrepancy(
            "the delegate is called though nothing is complete", observed: observation.summary)
      }
    ]
  }

  // MARK: Chunks

  /// A piece that does not complete its assembly (ABT-CHUNK-03, 05).
  func pending(_ piece: ChunkPiece, _ rule: Clause.ID) -> [Rule] {
    let changed = names.changedValues
    return noCall("ABT-CHUNK-03", rule, "ABT-CHUNK-14") + [
      status(
        .success, [rule, "ABT-CHUNK-03", "ABT-CHUNK-14"] + libertiesOfURL,
        because: "a piece that does not complete the data"),
      Rule(
        ["ABT-CHUNK-03", rule], "early-changed-values", expecting: .made { "no \(changed)" }
      ) { observation in
        observation.callbacks.first?.has(changed) == true
          ? Discrepancy(
            "changed values before the data is complete", observed: observation.summary) : nil
      },
      echo(of: piece),
    ]
  }

  /// The clauses by which what is unusual about the URL is accepted: of a piece nothing else is looked at.
  private var libertiesOfURL: [Clause.ID] {
    meaning.liberties.filter { $0.description.hasPrefix("ABT-URL-") }
  }

  /// The callback of a piece says which one it answers (section 4.10).
  func echo(of piece: ChunkPiece) -> Rule {
    let name = names.chunk
    return Rule(
      ["ABT-CHUNK-03", "ABT-CHUNK-01"], "wrong-piece-named",
      expecting: .made { "\(name)=\(piece.index)" }
    ) { observation in
      guard let callback = observation.callbacks.first else { return nil }
      let found = callback.text(of: name)
      return found == String(piece.index)
        ? nil
        : Discrepancy(
          "the callback does not name the piece",
          observed: found.map { "\(name)=\($0)" } ?? "no \(name)")
    }
  }
}

extension ABTObservation {
  /// What happened, in a line.
  var summary: String {
    let calls = calls.map(\.summary).joined(separator: ", ")
    return (calls.isEmpty ? "no delegate call" : calls) + "; "
      + (callbacks.isEmpty ? "no callback" : callbacks.map(\.text).joined(separator: ", "))
  }
}

extension ABTObservation.Call {
  var summary: String {
    switch self {
    case .apply(let category, let values):
      "apply(\(category == .null ? "no category" : category.summary), \(values.summary))"
    case .revert(let category, let keys, _):
      "revert(\(category == .null ? "no category" : category.summary), "
        + "[\(keys.prefix(8).map(\.summary).joined(separator: ", "))\(keys.count > 8 ? ", …" : "")])"
    }
  }
}
