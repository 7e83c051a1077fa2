import AdapterProtocol
import Conformance
import JSONText
import WireFormat

@testable import SuiteModels
@testable import Suites

/// Case files for tests: read, written, and run against replies that are written down by hand.
enum StoredCases {
  static let abt = ABT.suite()
  static let dualMode = DualMode.suite
  static let manager = ABTManager.suite
  static let suites: [any Suite] = [abt, dualMode, manager]

  static func suite(of item: Case) -> any Suite {
    suites.first { $0.name == item.suite } ?? abt
  }

  static func read(_ bytes: [UInt8]) throws(JSONError) -> Case {
    try CaseFile.read(bytes, suites: suites, name: "stored/test")
  }

  static func read(_ text: String) throws(JSONError) -> Case { try read(Array(text.utf8)) }

  static func text(_ item: Case) throws -> String {
    String(decoding: try suite(of: item).encode(item), as: UTF8.self)
  }

  /// A generated case.
  static func generated(
    _ id: String, _ variant: Variant = .plain, seed: UInt64 = 1
  ) -> Case? {
    suites.lazy.flatMap { $0.cases(seed: seed) }.first { $0.id.path == id && $0.variant == variant }
  }

  static func openings(_ item: Case) throws -> [Opening] { try abt.script(item).events }

  /// What a case comes to, where these are the replies to its start and to its steps.
  static func judged(
    _ item: Case, capabilities: Set<String> = ["chunks", "rollback", "cancel", "delegateError"],
    _ replies: [String]
  ) throws -> JudgedCase {
    let session = try suite(of: item).open(item, capabilities: capabilities)
    var frames: [Frame] = []
    session.appendReadyFrames(to: &frames)
    for (number, reply) in replies.enumerated() {
      try Array("{\"id\":\(number),\(reply)}".utf8).withUnsafeBytes { line in
        try session.receive(try ReplyEnvelope.read(line), line: line, frame: number)
      }
    }
    return session.conclude(.answered)
  }

  /// What the steps of a case mean, a line for each: the ways that are right, and why, or with which keys.
  static func meaning(_ item: Case) throws -> [String] {
    guard item.suite == ABT.name else {
      return try suite(of: item).explain(item, capabilities: []).steps.map { step in
        step.ways.isEmpty ? step.words : step.ways.map(\.name).joined(separator: " | ")
      }
    }
    let script = try abt.script(item)
    var state = abt.model.begin(script.setup, persisted: nil)
    return script.events.map { event in
      let expectation = abt.model.expect(event, in: state, of: Situation(script.setup))
      state = expectation.branches.first?.next ?? state
      let ways = expectation.branches.map(\.name).joined(separator: " | ")
      return ways + reasons(event.meaning)
    }
  }

  private static func reasons(_ meaning: RequestMeaning) -> String {
    if let freedom = meaning.freedom { return ": \(freedom)" }
    if meaning.mustRefuse {
      return ": " + meaning.defects.flatMap(\.clauses).map(\.path).joined(separator: " ")
    }
    let category: String?
    let keys: [String]
    switch meaning.contents {
    case .apply(let name, let members)?: (category, keys) = (name, members.map(\.key))
    case .revert(let name, let names)?: (category, keys) = (name, names)
    case nil: return ""
    }
    return ": \(category ?? "-") / \(keys.joined(separator: ", "))"
  }
}
