import AdapterDriver
import Conformance
import Reporting

/// What an adapter tells of its code while it works, beside its replies.
package struct Feedback: Hashable, Sendable {
  /// Who counts the edges.
  package enum Kind: String, Hashable, Sendable {
    case none
    /// What AFL++'s compilers build in.
    case aflMap = "AFL++ map"
    /// `assay_coverage.c` of the C kit.
    case ownRuntime = "assay's runtime"
  }

  package var kind: Kind
  /// The size of the map.
  package var mapBytes = 0
  /// How many edges the first cases took.
  package var moved = 0
  /// How many the adapter has, where it says so.
  package var edges: Int?
  /// The places of edges that the same case takes at one time and not at another, or not as often. They are left out.
  package var unstable: Set<Int> = []
  /// Why there is none, where one could be expected, or nil.
  package var reason: String?

  /// No edges are counted.
  ///
  /// - Parameter reason: why not, where they could be expected.
  package static func none(_ reason: String? = nil) -> Feedback {
    Feedback(kind: .none, reason: reason)
  }

  /// How many of the edges that moved came again as they were, from 0 to 1.
  package var stability: Double {
    moved == 0 ? 1 : Double(moved - unstable.count) / Double(moved)
  }

  /// One line: `assay's runtime, 812 of 1,204 edges moved, 99.6 % stable`.
  package var words: String {
    guard kind != .none else {
      return "none" + (reason.map { ": \($0)" } ?? ", the adapter counts no edges")
    }
    let all = edges.map { " of \(Count.text($0))" } ?? ""
    // Rounded down, so that 100 % means all.
    let tenths = Int(stability * 1_000)
    let share =
      tenths.isMultiple(of: 10) ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
    return "\(kind.rawValue), \(Count.text(moved))\(all) edges moved, \(share) % stable"
  }

  /// A map for one worker, or nil where nothing is counted.
  ///
  /// - Throws: that the system gives no shared memory.
  func map() throws(HarnessFault) -> CoverageMap? {
    guard kind != .none else { return nil }
    do throws(CoverageMap.Unavailable) {
      return try CoverageMap(byteCount: mapBytes)
    } catch {
      throw HarnessFault("\(error)")
    }
  }
}

extension CampaignStatus {
  /// `, 3,020 edges`, or nothing where none are counted.
  var edgesShown: String { feedback.kind == .none ? "" : ", \(Count.text(edges)) edges" }
}
