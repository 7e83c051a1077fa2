/// What a model allows an implementation to do on one event in one state.
///
/// The observation has to fit at least one branch. The invariants hold whichever branch it fits.
package struct Expectation<State: Sendable, Observation>: Sendable {
  /// One of the ways in which the specification lets an implementation behave.
  package struct Branch: Sendable {
    /// What the implementation does in this branch, in a word or two: `accepted`, `refused`.
    package var name: String
    /// What has to hold. A MUST that is not met closes the branch; a SHOULD that is not met is a warning.
    package var demands: [Demand<Observation>]
    /// The state afterwards.
    package var next: State
    /// SHOULDs that an implementation gives up by taking this branch.
    package var concedes: [Clause.ID]
    /// What an implementation has chosen in free places if it took this branch.
    package var choices: [ChoiceReading<Observation>]
    /// Whether an implementation that did this may have meant to take the branch, however badly it went; nil where anything may have been
    /// meant. What fits no branch is told by the one that was meant.
    package var isMeant: (@Sendable (Observation) -> Bool)?

    package init(
      _ name: String, demands: [Demand<Observation>], next: State, concedes: [Clause.ID] = [],
      choices: [ChoiceReading<Observation>] = []
    ) {
      self.choices = choices
      self.name = name
      self.demands = demands
      self.next = next
      self.concedes = concedes
    }
  }

  /// In the order of preference: of several branches that fit equally badly the first is reported.
  package var branches: [Branch]
  package var invariants: [Demand<Observation>]
  /// What the observation tells of free places, whichever branch it fits.
  package var choices: [ChoiceReading<Observation>]

  package init(
    branches: [Branch], invariants: [Demand<Observation>] = [],
    choices: [ChoiceReading<Observation>] = []
  ) {
    self.choices = choices
    self.branches = branches
    self.invariants = invariants
  }
}
