/// How an observation tells what an implementation chose in a free place. Nothing that is read so has a say in a verdict.
package struct ChoiceReading<Observation>: Sendable {
  package let place: FreePlace.ID
  /// The name of the outcome, or nil where the observation does not tell it.
  package let outcome: @Sendable (Observation) -> String?

  package init(
    _ place: FreePlace.ID, _ outcome: @escaping @Sendable (Observation) -> String?
  ) {
    self.place = place
    self.outcome = outcome
  }

  /// The choice that a branch stands for: a later event shows which branch was taken.
  package static func taken(_ place: FreePlace.ID, _ outcome: String) -> ChoiceReading {
    ChoiceReading(place) { _ in outcome }
  }
}
