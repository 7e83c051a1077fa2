package import Conformance
import Forge
import WireFormat

// Requests that are made simpler, part by part.
extension ABTModel {
  package var parts: [String] { Self.allParts }

  private static let allParts = LayerTable.parts.map(\.name) + [delegatePart]
  private static let delegatePart = "delegate"

  package func simpler(
    than event: Opening, in part: String, of setup: ABTSetup,
    _ body: (Opening) throws(HarnessFault) -> Bool
  ) throws(HarnessFault) {
    if part == Self.delegatePart {
      for delegate in event.delegate.simpler {
        guard try body(try changed(event.role, event.forge, delegate, setup)) else { return }
      }
    }
    for row in LayerTable.parts where row.name == part {
      for forge in row.simpler(than: event.forge) {
        let simpler = try changed(event.role, forge, event.delegate, setup)
        guard simpler.url != event.url else { continue }
        guard try body(simpler) else { return }
      }
    }
  }

  package func unusualParts(of event: Opening) -> [String] {
    var parts = LayerTable.layers.compactMap { $0.unusualForm(event.forge)?.path }
    parts += event.forge.edits.map { "edits/\($0.layer.rawValue)" }
    if event.delegate != DelegatePlan() { parts.append(Self.delegatePart) }
    return parts
  }

  package func simplest(
    _ variant: Variant, _ choices: inout Choices
  ) throws(HarnessFault) -> Script<Self>? {
    var generator = RequestGenerator(
      choices: choices, edition: Edition(variant) ?? .plain, dialect: dialect, workshop: workshop)
    let members = generator.configuration(2)
    let requests = [generator.apply(members), generator.reset(members.map(\.key))]
    let events = try generator.open(all: requests) + [try generator.canary()]
    choices = generator.choices
    return Script(setup: generator.setup, events: events)
  }
}

extension DelegatePlan {
  /// Plans that do less, the simplest first.
  fileprivate var simpler: [DelegatePlan] {
    guard self != DelegatePlan() else { return [] }
    var simpler = [DelegatePlan()]
    for turn in [\.apply, \.rollback, \.revert] as [WritableKeyPath<DelegatePlan, Turn>] {
      let own = self[keyPath: turn]
      guard own != Turn() else { continue }
      func add(_ change: (inout Turn) -> Void) {
        var plan = self
        change(&plan[keyPath: turn])
        if plan != self { simpler.append(plan) }
      }
      add { $0 = Turn() }
      add { $0.records = [] }
      add {
        $0.answer = .yes
        $0.error = nil
      }
      add { $0.error = nil }
      for place in own.records.indices { add { $0.records.remove(at: place) } }
    }
    return simpler
  }
}
