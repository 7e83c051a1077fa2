import AdapterProtocol
package import Conformance
import WireFormat

/// What a manager did, for holding managers beside each other: what its requests say counts, not how they are packed.
extension ManagerModel {
  package func answer(_ observation: ManagerObservation, of setup: ManagerSetup) -> Answer {
    let opened = observation.opened.map { text($0, setup) }
    let stored = observation.changed.filter { !$0.value.isEmpty }.map { payload, keys in
      "\(payload.string): \(Set(keys.map { ExactText($0) }).sorted().map(\.string).joined(separator: ","))"
    }
    let status = "status \(observation.status ?? "none")"
    let verbs = observation.opened.map { request in
      (request.verb?.rawValue ?? "a foreign URL") + (request.piece == nil ? "" : " (a piece)")
    }
    let words = verbs.isEmpty ? "opens nothing" : "opens " + verbs.joined(separator: ", ")
    return Answer(
      "\(words); \(status)",
      (opened + [status] + stored.sortedByBytes().map { "stored \($0)" }).joined(separator: "; "))
  }

  private func text(_ request: OpenedRequest, _ setup: ManagerSetup) -> String {
    let app = setup.installed.first { request.url.hasScheme($0.scheme) }
    let names = ["profile", "payload", "token"].map { "\($0)=\(request.text(of: $0))" }
    var parts = [request.verb?.rawValue ?? "foreign", app?.bundleIdentifier ?? "nobody"] + names
    if let fault = request.fault { parts.append("fault: \(fault)") }
    if let piece = request.piece {
      parts.append("piece \(piece.index) of \(piece.total)")
    } else if let app {
      switch request.contents(for: app, ring) {
      case .list(let list): parts.append(TypedValue(list).orderedText)
      case .unclear: parts.append("unclear data")
      case .broken(let reason): parts.append("no data: \(reason)")
      }
    }
    return parts.joined(separator: " ")
  }
}
