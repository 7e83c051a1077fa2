import AdapterDriver
import ArgumentParser

/// A variable of the environment that the adapter gets because somebody asked for it: `NAME` as it is set here, or `NAME=value`.
struct PassedVariable: ExpressibleByArgument {
  let name: String
  /// nil: as it is set here.
  let value: String?

  init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard let name = parts.first, !name.isEmpty, !argument.utf8.contains(0) else { return nil }
    self.name = String(name)
    value = parts.count > 1 ? String(parts[1]) : nil
  }

  /// The word as a person types it; a value is not repeated, since it may be a secret.
  var typed: String { value == nil ? name : name + "=<value>" }

  /// The variable with its value; nil where it is to be passed on and is not set.
  func entry(in environment: [(String, String)]) -> (String, String)? {
    (value ?? environment.last { $0.0 == name }?.1).map { (name, $0) }
  }
}
