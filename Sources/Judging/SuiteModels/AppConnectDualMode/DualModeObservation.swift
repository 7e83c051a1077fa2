package import Conformance
package import JSONText

/// What the app did on one event, as the adapter tells it.
package struct DualModeObservation: ObservationReading, Hashable {
  /// Calls to the library.
  package var calls: [ObservedCall] = []
  /// What the app did for its user or its data.
  package var actions: [ObservedCall] = []
  /// As persisted; nil where nothing was persisted yet.
  package var mode: String?
  package var encryption: String?

  package init() {}

  package static let requiredMembers = ["calls", "app", "state", "encryption"]

  package mutating func readMember(
    _ name: String, _ reader: inout JSONReader, isLate: Bool
  ) throws(JSONError) -> Bool {
    switch name {
    case "calls": calls += try ObservedCall.readList(&reader)
    case "app": actions += try ObservedCall.readList(&reader)
    case "state": mode = try reader.readIfNull() ? nil : reader.readWord()
    case "encryption": encryption = try reader.readIfNull() ? nil : reader.readWord()
    default: return false
    }
    return true
  }

  package var words: [String] {
    (calls.isEmpty ? ["no call"] : calls.map(\.words)) + actions.map { "the app: \($0.words)" }
      + ["mode \(mode ?? "none")", "encryption \(encryption ?? "none")"]
  }

  package var shape: String {
    let methods = (calls + actions).map(\.method).joined(separator: ",")
    return "\(mode ?? "-") \(encryption ?? "-") \(methods)"
  }
}
