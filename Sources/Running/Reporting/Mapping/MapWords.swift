import Conformance

// What is said of a comparison in every form of it.

extension BehaviourRow.Kind {
  /// The heading of its rows.
  var heading: String {
    switch self {
    case .finding: "FINDINGS"
    case .advice: "ADVICE"
    case .open: "NOT RECORDED AS FREE"
    case .free: "FREE"
    case .same: "THE SAME"
    }
  }

  /// What it means, in one sentence.
  var sentence: String {
    switch self {
    case .finding: "Somebody breaks a MUST, dies, hangs or takes more than it may."
    case .advice: "Somebody does not do what a SHOULD asks for; nobody breaks a MUST."
    case .open: "All of it is allowed, and no free place of the specification says that it is open."
    case .free: "All of it is allowed, and a free place of the specification says so."
    case .same: "All do the same."
    }
  }

  /// `12 findings`, as a part of a sentence.
  func phrase(_ count: Int) -> String {
    switch self {
    case .finding: Count.text(count, "finding")
    case .advice: "\(Count.text(count)) about a SHOULD"
    case .open: "\(Count.text(count)) allowed but not recorded as free"
    case .free: "\(Count.text(count)) free"
    case .same: "\(Count.text(count)) the same"
    }
  }
}

extension BehaviourMap {
  /// `14 cases on 2 implementations: 12 the same, 2 otherwise (2 findings)`
  var summaryWords: String {
    let kinds = BehaviourRow.Kind.allCases.filter { $0 != .same && count($0) > 0 }
      .map { $0.phrase(count($0)) }
    let details = kinds.isEmpty ? "" : " (\(kinds.joined(separator: ", ")))"
    return
      "\(Count.text(compared, "case")) on \(Count.text(names.count)) implementations: "
      + "\(count(.same) == compared ? "all" : Count.text(count(.same))) the same, "
      + "\(Count.text(differing)) otherwise\(details)"
  }

  /// Why an implementation was not judged in some cases: `3 not claimed, 1 not run`; nil where it was in all.
  func unjudgedWords(_ side: Int) -> String? {
    let words = [
      (Verdict.skipped, "not claimed"), (.notRun, "not run"),
      (.adapterFault, "lost to faults of the adapter"),
    ].compactMap { verdict, words in
      unjudged[side][verdict].map { "\(Count.text($0, "case")) \(words)" }
    }
    return words.isEmpty ? nil : words.joined(separator: ", ")
  }

  /// `12 of 14 cases`
  static func words(_ pair: Pair) -> String {
    "\(Count.text(pair.same)) of \(Count.text(pair.compared, "case"))"
  }
}

extension BehaviourRow {
  /// The requirements, or the free places with where they come from, that a row is about.
  func aboutWords(_ map: BehaviourMap) -> String {
    let free = places.map { id in
      map.place(id, of: key.suite).map { "\(id) (\($0.source))" } ?? id.path
    }
    let names = free.isEmpty ? about.prefix(4).map(\.path) + (about.count > 4 ? ["…"] : []) : free
    return names.joined(separator: ", ")
  }
}

extension BehaviourRow.Cell {
  /// `applied, success; breaks ABT-DATA-05`
  var text: String {
    let names = breaks.prefix(4).map(\.path) + (breaks.count > 4 ? ["…"] : [])
    return names.isEmpty ? words : "\(words); breaks \(names.joined(separator: ", "))"
  }
}

extension BehaviourMap.Example {
  /// `abt/token/missing (plain), step 1`
  var words: String {
    id.path + (variant == .sole ? "" : " (\(variant))") + (step.map { ", step \($0)" } ?? "")
  }
}

extension BehaviourMap.PlaceRow {
  /// `refused, code 7 (4 cases); accepted (2 cases)`; `not seen` where it was not.
  func words(_ side: Int) -> String {
    let found = outcomes[side].map { "\($0.name) (\(Count.text($0.cases, "case")))" }
    return found.isEmpty ? "not seen" : found.joined(separator: "; ")
  }
}
