/// Something that has to be true of several observations of one script together: the same request gives the same result, failures of
/// one kind look alike. What each event asks by itself is an `Expectation`.
package struct Comparison<Observation: Sendable>: Sendable {
  /// The events that are compared, by their places in the list of events, from 0. The last one is where a finding is reported.
  package let events: [Int]
  /// What is demanded of the observations of these events, in their order.
  package let demand: Demand<[Observation]>

  package init(_ events: [Int], _ demand: Demand<[Observation]>) {
    self.events = events
    self.demand = demand
  }
}
