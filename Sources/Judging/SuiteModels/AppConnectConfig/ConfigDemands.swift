import Conformance
import JSONText

extension Demand<ConfigObservation> {
  /// Each of these methods once, those that are free at most once, and no other one. Methods that the app does not have are the
  /// business of ACC-CFG-07.
  ///
  /// - Parameter orMore: whether a method may be called more than once, which another demand is about then.
  static func called(
    _ due: Set<ConfigCallback>, free: Set<ConfigCallback> = [], orMore: Bool = false,
    toAppWith implemented: Set<ConfigCallback>, _ clauses: [Clause.ID]
  ) -> Demand {
    Demand(clauses, "wrong-callbacks", expecting: .made { words(due, free) }) { observation in
      let calls = observation.calls(toAppWith: implemented)
      let isRight = calls.allSatisfy { call in
        guard let callback = ConfigCallback(rawValue: call.method) else { return false }
        return due.contains(callback) || free.contains(callback)
      }
      let counts = ConfigCallback.allCases.allSatisfy { callback in
        let count = calls.count { $0.method == callback.rawValue }
        if due.contains(callback) { return orMore ? count >= 1 : count == 1 }
        return orMore || count <= 1
      }
      guard !isRight || !counts else { return nil }
      return Discrepancy(
        "other methods of the app are called than the table has",
        observed: List.text(calls.map(\.method)))
    }
  }

  private static func words(_ due: Set<ConfigCallback>, _ free: Set<ConfigCallback>) -> String {
    let names = due.map(\.rawValue).sorted()
    let others = free.subtracting(due).map { $0.rawValue + " or not" }.sorted()
    return List.text(names + others)
  }

  /// Something is called at all.
  static func delivered(
    toAppWith implemented: Set<ConfigCallback>, _ clauses: [Clause.ID]
  ) -> Demand {
    Demand(clauses, "no-delivery", expecting: "the app hears of the change") { observation in
      guard !implemented.isEmpty, observation.calls(toAppWith: implemented).isEmpty else {
        return nil
      }
      return Discrepancy("the app does not hear of the change", observed: "no call")
    }
  }

  /// One delivery: no method is called more than once, and none gets what the server had in between.
  static func deliveredOnce(
    notOf missed: [ConfigPairs], _ clauses: [Clause.ID]
  ) -> Demand {
    Demand(
      clauses, "several-deliveries", expecting: "one delivery, of the last configuration"
    ) { observation in
      let isOld = observation.calls.contains { call in missed.contains { $0.isIn(call) } }
      let isRepeated = ConfigCallback.allCases.contains { observation.calls(of: $0).count > 1 }
      guard isOld || isRepeated else { return nil }
      return Discrepancy(
        "the app is told what the server had in between", observed: text(observation.calls))
    }
  }

  /// No method is called that the app does not have (ACC-CFG-07).
  static func onlyImplemented(_ implemented: Set<ConfigCallback>) -> Demand {
    none(
      ["ACC-CFG-07"], "callback-not-implemented", "a method is called that the app does not have",
      expecting: .made { "no call but of \(List.text(implemented.map(\.rawValue).sorted()))" },
      in: \.method
    ) { observation in
      observation.calls.filter { call in
        ConfigCallback(rawValue: call.method).map { !implemented.contains($0) } ?? false
      }
    }
  }

  // MARK: Contents

  /// The pairs that have to come through, apart from certificates: all of them, and nothing else where no hostile pair could have
  /// become something else.
  ///
  /// - Parameter missed: calls with these are the business of ACC-CFG-11.
  static func carries(
    _ expected: ConfigPairs, exceptIn missed: [ConfigPairs], _ clauses: [Clause.ID]
  ) -> Demand {
    let wanted = expected.pairs(of: .plain)
    let others = Set(expected.pairs(of: .certificate).map(\.key))
    let isWhole = !expected.hasHostilePairs
    return Demand(
      clauses, "wrong-configuration",
      expecting: .made { "config: \(ConfigPairs(wanted.map { ($0.key, $0.value) }).words)" }
    ) { observation in
      first(of: observation, exceptIn: missed) { found in
        if let wrong = discrepancy(wanted, found) { return wrong }
        guard isWhole else { return nil }
        let extra = found.keys.filter { expected[$0] == nil && !others.contains($0) }
        return extra.isEmpty
          ? nil
          : Discrepancy(
            "the call carries a key that the server does not have",
            observed: List.text(extra.map(\.description)), aspect: "added-key")
      }
    }
  }

  /// Certificates with their passwords, in the same call.
  static func carriesCertificates(
    of expected: ConfigPairs, exceptIn missed: [ConfigPairs]
  ) -> Demand? {
    let wanted = expected.pairs(of: .certificate)
    guard !wanted.isEmpty else { return nil }
    return Demand(
      ["ACC-CFG-12"], "wrong-certificate",
      expecting: .made { "config: \(ConfigPairs(wanted.map { ($0.key, $0.value) }).words)" }
    ) { observation in
      first(of: observation, exceptIn: missed) { discrepancy(wanted, $0) }
    }
  }

  /// Hostile pairs as they are, and no keys that they were made into.
  static func carriesHostilePairs(
    of expected: ConfigPairs, exceptIn missed: [ConfigPairs]
  ) -> Demand? {
    let wanted = expected.pairs(of: .hostile)
    guard !wanted.isEmpty else { return nil }
    return Demand(
      ["ACC-CFG-15"], "hostile-pair-changed",
      expecting: .made { "config: \(ConfigPairs(wanted.map { ($0.key, $0.value) }).words)" }
    ) { observation in
      first(of: observation, exceptIn: missed) { found in
        if let wrong = discrepancy(wanted, found) { return wrong }
        let extra = found.keys.filter { expected[$0] == nil }
        return extra.isEmpty
          ? nil
          : Discrepancy(
            "the call carries a key that the server does not have",
            observed: List.text(extra.map(\.description)), aspect: "added-key")
      }
    }
  }

  /// The first thing that is wrong with the configuration of a call.
  private static func first(
    of observation: ConfigObservation, exceptIn missed: [ConfigPairs],
    _ check: (DeliveredPairs) -> Discrepancy?
  ) -> Discrepancy? {
    for call in observation.calls where !missed.contains(where: { $0.isIn(call) }) {
      guard let found = DeliveredPairs(call) else {
        return Discrepancy(
          "\(call.method) gets no configuration",
          observed: call["config"].map { String($0.compactText.prefix(120)) } ?? "no config",
          aspect: "no-object")
      }
      if let wrong = check(found) { return wrong }
    }
    return nil
  }

  private static func discrepancy(
    _ wanted: [ConfigPairs.Pair], _ found: DeliveredPairs
  ) -> Discrepancy? {
    for pair in wanted {
      guard let value = found[pair.key] else {
        return Discrepancy(
          "the call does not carry the key \(pair.key)", observed: found.words,
          aspect: "missing-key")
      }
      guard value == .string(pair.value.string) else {
        return Discrepancy(
          "the key \(pair.key) has another value", expected: pair.value.description,
          observed: value.stringValue.map { ExactText($0).description }
            ?? "\(value.compactText.prefix(80)), which is no string",
          aspect: "value")
      }
    }
    return nil
  }

  // MARK: Reports

  /// What a method returned is reported, once for each call of it (ACC-CFG-08, 09).
  static func reported(_ callback: ConfigCallback, _ answer: ExactText?) -> Demand {
    let status = answer == nil ? "applied" : "error"
    return Demand(
      [answer == nil ? "ACC-CFG-08" : "ACC-CFG-09"],
      answer == nil ? "not-reported-as-applied" : "not-reported-as-error",
      expecting: .made {
        "a report: \(callback.rawValue) \(status)" + (answer.map { ": \($0)" } ?? "")
      }
    ) { observation in
      let count = observation.calls(of: callback).count
      guard count > 0 else { return nil }
      let reports = observation.reports.filter { $0.method == callback.rawValue }
      let isRight = reports.allSatisfy { report in
        guard report["status"] == .string(status) else { return false }
        return answer.map { ExactText(report["message"]?.stringValue ?? "") == $0 } ?? true
      }
      guard !isRight || reports.count != count else { return nil }
      return Discrepancy(
        "what \(callback.rawValue) returned is not what the server hears",
        observed: List.text(
          reports.map { report in
            "\(report["status"]?.compactText ?? "no status")"
              + (report["message"].map { ": \($0.compactText.prefix(120))" } ?? "")
          }))
    }
  }

  private static func text(_ calls: [ObservedCall]) -> String {
    List.text(
      calls.map { "\($0.method)(\(DeliveredPairs($0)?.words ?? "no configuration"))" })
  }
}

/// The pairs that a call carries, whatever their values are.
struct DeliveredPairs {
  private var members: [JSONMember]

  /// Nil where the call carries no object. The pairs may also be a list under `pairs`, as typed dictionaries may.
  init?(_ call: ObservedCall) {
    guard let members = call["config"]?.members else { return nil }
    guard members.count == 1, members[0].key == "pairs", let list = members[0].value.arrayValue
    else {
      self.members = members
      return
    }
    self.members = []
    for element in list {
      guard let pair = element.arrayValue, pair.count == 2, let key = pair[0].stringValue else {
        return nil
      }
      self.members.append(JSONMember(key: key, value: pair[1]))
    }
  }

  subscript(key: ExactText) -> JSONValue? {
    members.first { ExactText($0.key) == key }?.value
  }

  var keys: [ExactText] { members.map { ExactText($0.key) } }

  var words: String {
    let shown = members.prefix(6).map {
      "\(ExactText($0.key)) = \($0.value.compactText.prefix(60))"
    }
    return List.text(shown) + (members.count > 6 ? " and \(members.count - 6) more" : "")
  }

  /// Whether these are exactly the pairs.
  func isExactly(_ pairs: ConfigPairs) -> Bool {
    members.count == pairs.pairs.count
      && pairs.pairs.allSatisfy { self[$0.key] == .string($0.value.string) }
  }
}

extension ConfigPairs {
  /// Whether a call carries exactly these.
  fileprivate func isIn(_ call: ObservedCall) -> Bool {
    DeliveredPairs(call)?.isExactly(self) ?? false
  }
}
