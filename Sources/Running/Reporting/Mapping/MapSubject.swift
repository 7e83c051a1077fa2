/// One of the implementations that are held beside each other.
package struct MapSubject: Hashable, Sendable {
  /// What it is called in the map: no other has this name.
  package let label: String
  package let name: String
  package let version: String
  package let language: String
  package let command: [String]
  /// The digest of the adapter's files; nil where one could not be read.
  package let sha256: String?

  package init(
    label: String, name: String, version: String, language: String, command: [String],
    sha256: String?
  ) {
    self.label = label
    self.name = name
    self.version = version
    self.language = language
    self.command = command
    self.sha256 = sha256
  }

  /// Names that are all different: the name alone, with the version where two have one name, and with a number where that is equal, too.
  package static func labels(_ names: [(name: String, version: String)]) -> [String] {
    func repeated(_ labels: [String]) -> Set<String> {
      var seen: Set<String> = []
      return Set(labels.filter { !seen.insert($0).inserted })
    }
    var labels = names.map(\.name)
    let twice = repeated(labels)
    for index in labels.indices where twice.contains(labels[index]) {
      labels[index] += " \(names[index].version)"
    }
    for label in repeated(labels) {
      var number = 0
      for index in labels.indices where labels[index] == label {
        repeat { number += 1 } while labels.contains("\(label) (\(number))")
        labels[index] = "\(label) (\(number))"
      }
    }
    return labels
  }
}

/// A comparison of several implementations: what was run, and what came of it.
package struct BehaviourComparison {
  package let map: BehaviourMap
  package let subjects: [MapSubject]
  package var assayVersion: String
  package var suiteVersion: String
  package var seed: UInt64
  /// The options that decide what is run, as they were given.
  package var options: [(name: String, value: String)]
  package var elapsed: Duration
  package var isInterrupted: Bool

  package init(
    _ map: BehaviourMap, _ subjects: [MapSubject], assayVersion: String, suiteVersion: String,
    seed: UInt64, options: [(name: String, value: String)], elapsed: Duration, isInterrupted: Bool
  ) {
    self.map = map
    self.subjects = subjects
    self.assayVersion = assayVersion
    self.suiteVersion = suiteVersion
    self.seed = seed
    self.options = options
    self.elapsed = elapsed
    self.isInterrupted = isInterrupted
  }
}
