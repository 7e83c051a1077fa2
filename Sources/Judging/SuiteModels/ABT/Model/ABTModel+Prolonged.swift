package import Conformance

extension ABTModel {
  package func prolonged(_ script: Script<ABTModel>, requests: Int) -> Script<ABTModel>? {
    // The valid request at the end is none of the series.
    let series = script.events.filter { $0.role == .subject }.prefix(requests)
    guard series.count == requests else { return nil }
    return Script(
      setup: script.setup,
      events: series + series.map { $0.renamed(by: "-again", of: script.setup) })
  }
}
