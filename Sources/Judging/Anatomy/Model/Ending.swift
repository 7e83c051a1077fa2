import Conformance
import SuiteModels
import Suites
package import WireFormat

/// How far the strict reader comes in a layer.
package enum Ending: Hashable, Sendable {
  /// It reads to the end.
  case complete
  /// It reads to the end; other readers may refuse it.
  case free(Finding)
  /// It stops.
  case stopped(Finding)
  /// It does not get here: why the bytes are shown all the same.
  case notRead(String)

  /// Whether the strict reader has something to say.
  package var isJudged: Bool {
    if case .notRead = self { false } else { true }
  }

  /// The place where it stops, or nil.
  package var defect: Finding? {
    if case .stopped(let finding) = self { finding } else { nil }
  }

  /// The place about which readers may differ, or nil.
  package var freedom: Finding? {
    if case .free(let finding) = self { finding } else { nil }
  }
}

/// One place of a layer, and what the strict reader says of it.
package struct Finding: Hashable, Sendable {
  /// The byte of the layer.
  package let offset: Int
  /// A phrase without a full stop.
  package let words: String
  /// The requirement, such as `ABT-DATA-07`; nil where there is none.
  package let clause: String?

  init(at offset: Int, _ words: String, clause: String?) {
    self.offset = offset
    self.words = words
    self.clause = clause
  }

  /// What a note remarks; the requirement at its end stands by itself.
  init(at offset: Int, remark: String) {
    self.offset = offset
    guard remark.hasSuffix(")"), let start = remark.ranges(of: " (ABT-").last else {
      words = remark
      clause = nil
      return
    }
    words = String(remark[..<start.lowerBound])
    clause = String(remark[start.lowerBound...].dropFirst(2).dropLast())
  }

  /// What a strict reader refuses.
  package init(_ defect: Defect) {
    offset = defect.offset
    let sentence = defect.reason.kind.row.sentence
    words = defect.reason.detail.map { "\(sentence): \($0)" } ?? sentence
    clause = defect.clause.path
  }

  /// What readers may differ over.
  package init(_ freedom: Freedom) {
    offset = freedom.offset
    words = freedom.reason.row.sentence
    clause = freedom.clause.path
  }

  /// The words with the requirement.
  package var sentence: String { clause.map { "\(words) (\($0))" } ?? words }
}
