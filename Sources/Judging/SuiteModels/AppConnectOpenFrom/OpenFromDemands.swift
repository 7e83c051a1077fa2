import Conformance
import JSONText

// MARK: Documents

extension Demand<OpenFromObservation> {
  /// Whether the document is let in.
  static func allowed(_ isAllowed: Bool, _ clauses: [Clause.ID]) -> Demand {
    Demand(
      clauses, isAllowed ? "document-refused" : "document-received",
      expecting: .fixed("allowed: \(isAllowed)")
    ) { observation in
      guard observation.allowed != .boolean(isAllowed) else { return nil }
      return Discrepancy(
        isAllowed
          ? "a document is refused that the policy lets in"
          : "a document is let in that the policy keeps out",
        observed: observation.allowed.map { "allowed: \($0.compactText.prefix(60))" }
          ?? "no member \"allowed\"")
    }
  }

  /// The app is told once that the attempt was refused, and of which app.
  static func blocked(
    _ policy: OpenFromPolicy, _ source: ExactText, _ clauses: [Clause.ID]
  ) -> Demand {
    Demand(
      clauses, "blocked-not-told",
      expecting: .made { "openFromAttemptedWhenBlocked(\(policy.rawValue), \(source))" }
    ) { observation in
      let calls = observation.calls(of: .blocked)
      if calls.count == 1, calls[0]["policy"] == .string(policy.rawValue),
        calls[0]["source"] == source.json
      {
        return nil
      }
      return Discrepancy(
        "the app does not hear, once, which app was refused",
        observed: List.text(
          calls.map { call in
            "\(call.method)(\(call["policy"]?.compactText.prefix(40) ?? "no policy"), "
              + "\(call["source"]?.stringValue.map { ExactText($0).description } ?? "no source"))"
          }))
    }
  }

  /// Nothing was refused, so that the app hears of nothing.
  static func notBlocked(_ clauses: [Clause.ID]) -> Demand {
    none(
      clauses, "blocked-told", "the app hears that an app was refused",
      expecting: "no openFromAttemptedWhenBlocked", in: \.method
    ) { $0.calls(of: .blocked) }
  }
}

// MARK: Changes

extension Demand<OpenFromObservation> {
  /// The app is told of the change, once.
  static func toldOnce(_ clauses: [Clause.ID]) -> Demand {
    Demand(
      clauses, "wrong-callbacks", expecting: "openFromPolicyChangedTo, once"
    ) { observation in
      observation.calls(of: .changedTo).count == 1 && observation.calls.count == 1
        ? nil
        : Discrepancy(
          "the app is not told of the change, once",
          observed: List.text(observation.calls.map(\.method)))
    }
  }

  /// Nothing has changed, so that the app is told nothing. Calls of methods that there are not count as well.
  static func notTold(_ clauses: [Clause.ID]) -> Demand {
    none(
      clauses, "told-without-change", "the app is told of a change, and there is none",
      expecting: "no openFromPolicyChangedTo", in: \.method
    ) { observation in
      observation.calls.filter { $0.method != OpenFromCallback.blocked.rawValue }
    }
  }

  /// After the end of the library nothing is told, to the app or the server.
  static func silent(_ clauses: [Clause.ID]) -> Demand {
    Demand(clauses, "told-after-stop", expecting: "no call and no report") { observation in
      observation.calls.isEmpty && observation.reports.isEmpty
        ? nil
        : Discrepancy(
          "the library goes on after its end",
          observed: List.text(
            observation.calls.map(\.method)
              + observation.reports.map { "a report: \($0.compactText.prefix(60))" }))
    }
  }

  /// What the app is told is the policy and, under WHITELIST, the list.
  static func carries(_ seen: OpenFromModel.Seen, _ clauses: [Clause.ID]) -> Demand {
    Demand(clauses, "wrong-arguments", expecting: .made { seen.words }) { observation in
      for call in observation.calls(of: .changedTo) {
        let list = Set<ExactText>(listed: call["whitelist"])
        guard call["policy"] != .string(seen.policy.rawValue) || !seen.fits(list) else { continue }
        return Discrepancy(
          "the app is told another policy than the server has",
          observed: "\(call["policy"]?.compactText.prefix(40) ?? "no policy") "
            + (list?.words ?? "without a list"))
      }
      return nil
    }
  }

  /// What the app reads while it is told of something. Of a change it matters most, so that the adapter has to tell it then.
  static func sees(
    _ seen: OpenFromModel.Seen, during callback: OpenFromCallback, orNotReady: Bool = false,
    _ clauses: [Clause.ID]
  ) -> Demand {
    Demand(clauses, "wrong-properties", expecting: .made { "during the call: \(seen.words)" }) {
      observation in
      for call in observation.calls(of: callback) {
        guard let properties = call["properties"] else {
          if callback == .blocked { continue }
          return Discrepancy(
            "the call does not tell what the app reads", observed: "no member \"properties\"",
            aspect: "during-the-call")
        }
        if orNotReady, let read = SeenProperties(properties), read.policy == nil { continue }
        if let wrong = seen.difference(from: properties, aspect: "during-the-call") { return wrong }
      }
      return nil
    }
  }

  /// No method is called that the app does not have.
  static func onlyImplemented(_ app: Set<OpenFromCallback>) -> Demand {
    // An app without the method for policies is one that does not support them.
    none(
      [app.contains(.changedTo) ? "ACC-OF-04" : "ACC-OF-09"], "callback-not-implemented",
      "a method is called that the app does not have",
      expecting: .made { "no call but of \(List.text(app.map(\.rawValue).sorted()))" }, in: \.method
    ) { observation in
      observation.calls.filter { call in
        OpenFromCallback(rawValue: call.method).map { !app.contains($0) } ?? false
      }
    }
  }
}

// MARK: Reports

extension Demand<OpenFromObservation> {
  /// The server hears, once, what the app said, or UNSUPPORTED of an app that says nothing.
  static func acknowledged(_ acknowledgement: Acknowledgement?) -> Demand {
    let state = acknowledgement?.state ?? .unsupported
    return Demand(
      [acknowledgement == nil ? "ACC-OF-09" : "ACC-OF-08"], "wrong-report",
      expecting: .made {
        "a report: \(state.rawValue)" + (acknowledgement.map { " \($0.message)" } ?? "")
      }
    ) { observation in
      let reports = observation.reports
      let isRight = reports.allSatisfy { report in
        guard report["state"] == .string(state.rawValue) else { return false }
        guard let acknowledgement else { return true }
        return ExactText(report["message"]?.stringValue ?? "") == acknowledgement.message
      }
      guard !isRight || reports.count != 1 else { return nil }
      return Discrepancy(
        "the server does not hear, once, how the app took the policy", observed: text(reports))
    }
  }

  /// Of an app without the method the server hears UNSUPPORTED, or nothing.
  static var unsupported: Demand {
    Demand(["ACC-OF-09"], "wrong-report", expecting: "no report but one of UNSUPPORTED") {
      observation in
      let isRight = observation.reports.allSatisfy { $0["state"] == "UNSUPPORTED" }
      guard !isRight || observation.reports.count > 1 else { return nil }
      return Discrepancy(
        "the server hears that an app without the method took the policy",
        observed: text(observation.reports))
    }
  }

  static func noReports(_ clauses: [Clause.ID]) -> Demand {
    Demand(clauses, "report-without-change", expecting: "no report") { observation in
      observation.reports.isEmpty
        ? nil
        : Discrepancy(
          "the server hears of a change, and there is none", observed: text(observation.reports))
    }
  }

  private static func text(_ reports: [JSONValue]) -> String {
    List.text(
      reports.map { report in
        "\(report["state"]?.compactText.prefix(40) ?? "no state")"
          + (report["message"]?.stringValue.map { " \(ExactText($0))" } ?? "")
      })
  }
}

// MARK: Properties

extension Demand<OpenFromObservation> {
  /// - Parameter isAsked: whether the adapter has to tell the properties; otherwise only what it tells is judged.
  static func reads(
    _ seen: OpenFromModel.Seen, isAsked: Bool, _ clauses: [Clause.ID]
  ) -> Demand {
    Demand(clauses, "wrong-properties", expecting: .made { "properties: \(seen.words)" }) {
      observation in
      guard let properties = observation.properties else {
        return isAsked ? untold : nil
      }
      return seen.difference(from: properties, aspect: nil)
    }
  }

  static func cannotRead(isAsked: Bool, _ clauses: [Clause.ID]) -> Demand {
    Demand(clauses, "readable-properties", expecting: "properties: notReady") { observation in
      guard let properties = observation.properties else { return isAsked ? untold : nil }
      if let read = SeenProperties(properties), read.policy == nil { return nil }
      return Discrepancy(
        "the properties can be read", observed: String(properties.compactText.prefix(120)))
    }
  }

  private static var untold: Discrepancy {
    Discrepancy("the reply tells no properties", observed: "no member \"properties\"")
  }
}

extension OpenFromModel.Seen {
  var words: String { policy.rawValue + (whitelist.map { " " + $0.words } ?? "") }

  /// Lists are compared under WHITELIST only.
  func fits(_ list: Set<ExactText>?) -> Bool { whitelist.map { $0 == list } ?? true }

  func difference(from properties: JSONValue, aspect: String?) -> Discrepancy? {
    guard let read = SeenProperties(properties) else {
      return Discrepancy(
        "the properties are no properties", observed: String(properties.compactText.prefix(120)),
        aspect: aspect)
    }
    if read.policy == policy.rawValue, fits(read.whitelist) { return nil }
    return Discrepancy(
      "the properties are not what the server has",
      observed: read.policy.map { "\(ExactText($0)) \(read.whitelist?.words ?? "without a list")" }
        ?? "notReady",
      aspect: aspect)
  }
}

extension Set<ExactText> {
  var words: String {
    let shown = sorted().prefix(6).map(\.description)
    return "[\(shown.joined(separator: ", "))\(count > 6 ? ", and \(count - 6) more" : "")]"
  }
}
