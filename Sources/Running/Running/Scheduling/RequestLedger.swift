import Conformance
import JSONText

/// Which case of a batch a request of the present adapter process belonged to, so that what comes late finds its case.
struct RequestLedger {
  private var entries: [(firstRequest: Int64, index: Int)] = []

  /// Notes the case whose start was request `firstRequest`. Numbers rise within a process: one that does not
  /// belongs to a new process, whose predecessor can tell nothing any more.
  mutating func note(_ firstRequest: Int64, index: Int) {
    if let last = entries.last, firstRequest <= last.firstRequest { entries.removeAll() }
    entries.append((firstRequest, index))
  }

  /// The latest case of the process.
  var latest: Int? { entries.last?.index }

  /// The case that a request belonged to. Complexity: logarithmic in the cases of the process.
  func index(of request: Int64) -> Int? {
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].firstRequest <= request { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? entries[low - 1].index : nil
  }

  /// The cases that the last reply of the process tells something late of.
  func indices(in farewell: [UInt8]) -> Set<Int> {
    var found: Set<Int> = []
    farewell.withUnsafeBytes { line in
      do throws(JSONError) {
        try LateEntry.forEach(in: line) { (request, _) throws(JSONError) in
          if let index = request.map({ index(of: $0) }) ?? latest { found.insert(index) }
        }
      } catch {
        // A reply that cannot be read says nothing of the implementation.
      }
    }
    return found
  }
}
