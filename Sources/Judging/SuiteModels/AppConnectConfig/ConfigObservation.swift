package import Conformance
package import JSONText

/// What the library did on one event, as the adapter tells it.
package struct ConfigObservation: ObservationReading, Hashable {
  /// Calls of the app's methods, with `config`.
  package var calls: [ObservedCall] = []
  /// What the library reported to the server: `method`, `status` and `message`.
  package var reports: [ObservedCall] = []

  package init() {}

  package static let requiredMembers = ["calls", "reports"]

  package mutating func readMember(
    _ name: String, _ reader: inout JSONReader, isLate: Bool
  ) throws(JSONError) -> Bool {
    switch name {
    case "calls": calls += try ObservedCall.readList(&reader)
    case "reports": reports += try ObservedCall.readList(&reader)
    default: return false
    }
    return true
  }

  package var words: [String] {
    let told = calls.map(\.words) + reports.map { "to the server: \($0.words)" }
    return told.isEmpty ? ["no call"] : told
  }

  package var shape: String {
    let reported = reports.map { "\($0.method)=\($0["status"]?.stringValue ?? "-")" }
    return (calls.map(\.method) + ["|"] + reported).joined(separator: ",")
  }

  /// Calls of one method.
  package func calls(of callback: ConfigCallback) -> [ObservedCall] {
    calls.filter { $0.method == callback.rawValue }
  }

  /// Calls of methods that the app has, and of any that no app has.
  package func calls(toAppWith implemented: Set<ConfigCallback>) -> [ObservedCall] {
    calls.filter { call in ConfigCallback(rawValue: call.method).map(implemented.contains) ?? true }
  }
}
