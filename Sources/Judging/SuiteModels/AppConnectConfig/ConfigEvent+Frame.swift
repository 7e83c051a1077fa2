import AdapterProtocol
import Conformance
import JSONText

/// An event as the members of the adapter's request.
extension ConfigEvent {
  package var action: String {
    switch self {
    case .launch: "launch"
    case .terminate: "terminate"
    case .serverChange: "serverChange"
    }
  }

  func writeMembers(to writer: inout JSONWriter) {
    switch self {
    case .launch(let answers): answers.write(to: &writer)
    case .terminate: break
    case .serverChange(let pairs, let answers):
      writer.key("config")
      writer.value(pairs?.json ?? .null)
      answers.write(to: &writer)
    }
  }
}

extension ConfigAnswers {
  fileprivate func write(to writer: inout JSONWriter) {
    guard self != .applied else { return }
    writer.key("returns")
    writer.beginObject()
    for callback in ConfigCallback.allCases {
      writer.key(callback.rawValue)
      writer.value(self[callback]?.json ?? .null)
    }
    writer.endObject()
  }
}
