import AdapterProtocol
import Conformance
import Forge
import WireFormat

/// What a request led to, in a form that is the same for the same result (ABT-ROB-06): members of dictionaries and changed keys in any
/// order are one, a NaN is itself, and what the callback has beyond the protocol is passed over, since it may be a number that grows.
struct ResultText: Equatable {
  private let handled: Bool
  private let calls: [String]
  private let callbacks: [[String]]
  private let changedKeys: Set<[UInt8]>?

  /// - Parameter tellsMessages: whether it counts that there is a text for people.
  init(
    _ observation: ABTObservation, _ dialect: SharedDialect, _ workshop: RequestWorkshop,
    tellsMessages: Bool = true
  ) {
    let names = dialect.value.parameters
    handled = observation.handled
    calls = observation.calls.map(Self.text)
    // The list of changed keys may come in any order, which compressing hides. A text for people may tell more than the result.
    changedKeys = observation.callbacks.first?.value(of: names.changedValues).flatMap { text in
      workshop.withBench(dialect) { $0.packing.unpackChangedValues(text) }.value.map { keys in
        Set(keys.map { Array($0.utf8) })
      }
    }
    let known = names.ofCallbacks.filter { tellsMessages || $0 != names.errorMessage }
    callbacks = observation.callbacks.map { callback in
      callback.parameters.filter { parameter in
        known.contains { $0.hasSameBytes(as: parameter.name) }
      }.map { parameter in
        parameter.name == names.changedValues || parameter.name == names.errorMessage
          ? parameter.name : "\(parameter.name)=\(String(decoding: parameter.value, as: UTF8.self))"
      }.sortedByBytes()
    }
  }

  private static func text(_ call: ABTObservation.Call) -> String {
    switch call {
    case .apply(let category, let values): "apply \(category.orderedText) \(values.orderedText)"
    case .revert(let category, let keys, let values):
      "revert \(category.orderedText) \(keys.map(\.orderedText)) \(values?.orderedText ?? "")"
    }
  }

  /// All of it in one line.
  var line: String {
    let keys = changedKeys.map { keys in
      keys.map { String(decoding: $0, as: UTF8.self) }.sortedByBytes().joined(separator: ",")
    }
    return
      (["handled \(handled)"] + calls + callbacks.map { $0.joined(separator: "&") }
      + (keys.map { ["changed \($0)"] } ?? [])).joined(separator: "; ")
  }
}

extension TypedValue {
  /// A text that is the same for the same value: members of dictionaries in one order, and a NaN is itself.
  var orderedText: String {
    switch self {
    case .real(let number): "real \(number.isNaN ? "nan" : "\(number.bitPattern)")"
    case .array(let elements): "[\(elements.map(\.orderedText).joined(separator: ","))]"
    case .dictionary(let members):
      "{\(members.map { "\($0.key):\($0.value.orderedText)" }.sortedByBytes().joined(separator: ","))}"
    default: "\(self)"
    }
  }
}
