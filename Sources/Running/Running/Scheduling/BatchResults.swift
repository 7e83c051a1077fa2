import Conformance

/// The results of a batch while it runs. Each is handed on as soon as it is there, and once more where it is revised.
struct BatchResults {
  private(set) var results: [CaseResult] = []
  /// Cases that ran alone with time behind their last reply: what comes late of them has been judged.
  private var watched: Set<Int> = []
  private let note: (_ offset: Int, CaseResult) -> Void

  init(capacity: Int, note: @escaping (_ offset: Int, CaseResult) -> Void) {
    self.note = note
    results.reserveCapacity(capacity)
  }

  /// The offset of the next result.
  var count: Int { results.count }

  mutating func append(_ result: CaseResult) {
    results.append(result)
    note(results.count - 1, result)
  }

  /// Puts another judgement in the place of the first; the duration stays.
  mutating func revise(_ offset: Int, _ judged: JudgedCase, _ exchange: ObservedExchange?) {
    let before = results[offset]
    results[offset].verdict = judged.verdict
    results[offset].exchange = exchange
    results[offset].findings = judged.findings
    results[offset].reason = judged.reason
    if results[offset] != before { note(offset, results[offset]) }
  }

  mutating func markWatched(_ offset: Int) { watched.insert(offset) }

  /// Whether something late can change the result: it was judged by replies, and not by all that came.
  func isOpenToLate(_ offset: Int) -> Bool {
    guard !watched.contains(offset) else { return false }
    switch results[offset].verdict {
    case .passed, .warned, .failed: return true
    default: return false
    }
  }

  /// Whether what an adapter did behind its last reply can be held against the case: nothing worse is.
  func isOpenToBlame(_ offset: Int) -> Bool {
    results[offset].verdict == .passed || results[offset].verdict == .warned
  }
}
