import AdapterProtocol
import Conformance
import Forge
import WireFormat

/// What the specification demands of a library while one URL is opened.
struct OpeningDemands {
  typealias Rule = Demand<ABTObservation>

  let event: Opening
  let setup: ABTSetup
  let workshop: RequestWorkshop
  let context: ForgeContext
  let names: Dialect.Parameters

  /// Whether the delegate recorded anything in an earlier request.
  let recordsBefore: Bool

  init(
    _ event: Opening, _ setup: ABTSetup, _ workshop: RequestWorkshop, recordsBefore: Bool = false
  ) {
    self.recordsBefore = recordsBefore
    self.event = event
    self.setup = setup
    self.workshop = workshop
    context = setup.context
    names = context.parameterNames
  }

  var forge: RequestForge { event.forge }

  /// The clauses of a demand that says whether a request succeeds, with its own values: on a canary that is ABT-ROB-04.
  func ofSuccess(_ ids: [Clause.ID]) -> [Clause.ID] {
    event.role == .canary ? ["ABT-ROB-04"] : ids
  }

  func demand(
    _ ids: Clause.ID..., check: @escaping @Sendable (ABTObservation) -> Discrepancy?
  ) -> Rule {
    Rule(ids, check: check)
  }

  // MARK: Recognition

  /// The answer YES (ABT-URL-01, 02; ABT-URL-04 however wrong the rest is).
  var handled: [Rule] {
    setup.urlScheme == nil ? Self.handledByDefaultScheme : Self.handledByOwnScheme
  }

  private static let handledByDefaultScheme = [isHandled(["ABT-URL-01", "ABT-URL-04"])]
  private static let handledByOwnScheme = [isHandled(["ABT-URL-02", "ABT-URL-04"])]

  private static func isHandled(_ rules: [Clause.ID]) -> Rule {
    Rule(rules) { observation in
      observation.handled
        ? nil
        : Discrepancy(
          "a URL with the app's scheme is not handled", expected: "YES", observed: "NO")
    }
  }

  /// ABT-URL-03.
  var leftToTheApp: [Rule] {
    [
      demand("ABT-URL-03") { observation in
        observation.handled
          ? Discrepancy("a URL with another scheme is handled", expected: "NO", observed: "YES")
          : nil
      },
      demand("ABT-URL-03") { observation in
        observation.calls.isEmpty && observation.callbacks.isEmpty
          ? nil
          : Discrepancy(
            "a URL with another scheme has an effect", expected: "no delegate call, no callback",
            observed: observation.summary)
      },
    ]
  }

  // MARK: Refusing

  /// Status Error and no delegate call, for these reasons.
  func refused(_ defects: [RequestDefect]) -> [Rule] {
    var rules: [Clause.ID] = []
    for clause in defects.flatMap(\.clauses) where !rules.contains(clause) { rules.append(clause) }
    let words = defects.map(\.words).joined(separator: "; ")
    let ofStatus =
      (rules.contains("ABT-TOK-02") ? ["ABT-TOK-03"] : []) + rules.filter { $0 != "ABT-TOK-02" }
    let logged: [Rule] =
      event.logIsSeen && rules.contains("ABT-TOK-02")
      ? [
        demand("ABT-TOK-10") { observation in
          observation.logEntries > 0
            ? nil
            : Discrepancy(
              "an invalid token leaves no trace in the log", expected: "an entry",
              observed: "an empty log")
        }
      ] : []
    return handled + logged + [
      Rule(rules + ["ABT-DEL-05"]) { observation in
        observation.calls.isEmpty
          ? nil
          : Discrepancy(
            "the delegate is called for a request that is invalid: \(words)",
            expected: "no delegate call", observed: observation.summary)
      },
      status(.error, ofStatus, because: words),
      errorCode(defects),
    ]
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
  private func errorCode(_ defects: [RequestDefect]) -> Rule {
    let token = defects.first { $0.clauses.contains("ABT-TOK-05") }
    let allowed = (token.map { [$0] } ?? defects).flatMap(\.codes)
    let name = names.errorCode
    return demand("ABT-CB-11") { observation in
      guard let code = observation.callbacks.first?.text(of: name), let number = Int(code),
        !allowed.contains(number)
      else { return nil }
      return Discrepancy(
        "the error code is not the one of this error",
        expected: Set(allowed).sorted().map(String.init).joined(separator: " or "), observed: code)
    }
  }

  /// ABT-URL-18: handled, no delegate call, at most one callback.
  var unreadable: [Rule] {
    noCall("ABT-URL-18") + [
      demand("ABT-URL-18", "ABT-CB-01") { observation in
        observation.callbacks.count <= 1
          ? nil
          : Discrepancy(
            "more than one callback", expected: "at most one callback",
            observed: "\(observation.callbacks.count) callbacks")
      }
    ]
  }

  enum Status { case success, error, canceled }

  func word(_ status: Status) -> String {
    switch status {
    case .success: context.statuses.success
    case .error: context.statuses.error
    case .canceled: context.statuses.canceled
    }
  }

  func status(_ status: Status, _ rules: [Clause.ID], because words: String) -> Rule {
    let expected = word(status)
    let name = names.status
    return Rule(rules) { observation in
      let found = observation.callbacks.first?.text(of: name)
      return found == expected
        ? nil
        : Discrepancy(
          "wrong status: \(words)", expected: "status=\(expected)",
          observed: observation.callbacks.isEmpty
            ? "no callback" : found.map { "status=\($0)" } ?? "no status")
    }
  }

  func noCall(_ rules: Clause.ID...) -> [Rule] {
    handled + [
      Rule(rules) { observation in
        observation.calls.isEmpty
          ? nil
          : Discrepancy(
            "the delegate is called though nothing is complete", expected: "no delegate call",
            observed: observation.summary)
      }
    ]
  }

  // MARK: Chunks

  /// A piece that does not complete its assembly (ABT-CHUNK-03, 05).
  func pending(_ piece: ChunkPiece, _ rule: Clause.ID) -> [Rule] {
    let changed = names.changedValues
    return noCall("ABT-CHUNK-03", rule, "ABT-CHUNK-14") + [
      status(
        .success, ["ABT-CHUNK-03", rule, "ABT-CHUNK-14"],
        because: "a piece that does not complete the data"),
      demand("ABT-CHUNK-03", rule) { observation in
        observation.callbacks.first?.has(changed) == true
          ? Discrepancy(
            "changed values before the data is complete", expected: "no \(changed)",
            observed: observation.summary) : nil
      },
      echo(of: piece),
    ]
  }

  /// The callback of a piece says which one it answers (section 4.10).
  func echo(of piece: ChunkPiece) -> Rule {
    let name = names.chunk
    return demand("ABT-CHUNK-03", "ABT-CHUNK-01") { observation in
      guard let callback = observation.callbacks.first else { return nil }
      let found = callback.text(of: name)
      return found == String(piece.index)
        ? nil
        : Discrepancy(
          "the callback does not name the piece", expected: "\(name)=\(piece.index)",
          observed: found.map { "\(name)=\($0)" } ?? "no \(name)")
    }
  }
}

extension ABTObservation {
  /// What happened, in a line.
  var summary: String {
    let calls = calls.map(\.summary).joined(separator: ", ")
    let callbacks = callbacks.map { String(decoding: $0.bytes.prefix(200), as: UTF8.self) }
    return (calls.isEmpty ? "no delegate call" : calls) + "; "
      + (callbacks.isEmpty ? "no callback" : callbacks.joined(separator: ", "))
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
