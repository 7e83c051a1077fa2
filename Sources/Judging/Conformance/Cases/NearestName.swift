/// What somebody may have meant.
package enum NearestName {
  /// The name of which the word is a part, as "dualmode" is; or else the one that takes the fewest
  /// changes of a letter, if that is less than half of them; the first one of several.
  package static func of(_ word: String, among names: [String]) -> String? {
    if word.count > 3,
      let whole = names.first(where: { $0.lowercased().contains(word.lowercased()) })
    {
      return whole
    }
    let nearest =
      names
      .map { (name: $0, distance: distance(Array(word.lowercased()), Array($0.lowercased()))) }
      .min { $0.distance < $1.distance }
    guard let nearest, nearest.distance * 2 <= max(2, nearest.name.count) else { return nil }
    return nearest.name
  }

  /// The end of a message about a name that does not exist: what was meant, perhaps, and what there is.
  package static func hint(
    for word: String, among names: [String], all: [String]
  ) -> String {
    let list = all.joined(separator: ", ")
    return of(word, among: names).map { "; did you mean \($0)? There are \(list)" }
      ?? "; there are \(list)"
  }

  /// The message about a requirement that does not exist.
  ///
  /// - Parameter place: where it was looked for, such as the name of a suite.
  package static func unknownRequirement(
    _ id: String, in place: String, among suites: [any Suite]
  ) -> String {
    unknownRequirement(
      id, in: place, meant: of(id, among: suites.flatMap(\.clauses.clauses).map(\.id.path)))
  }

  package static func unknownRequirement(
    _ id: String, in place: String, meant: String?
  ) -> String {
    "there is no requirement \"\(id)\" in \(place); "
      + (meant.map { "did you mean \($0)? " } ?? "") + "`assay spec` shows them all"
  }

  /// How many letters have to be put in, taken out or replaced. Complexity: the product of lengths.
  private static func distance(_ one: [Character], _ other: [Character]) -> Int {
    var row = Array(0...other.count)
    for (i, letter) in one.prefix(64).enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, wanted) in other.enumerated() {
        let replaced = diagonal + (letter == wanted ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = min(replaced, row[j] + 1, row[j + 1] + 1)
      }
    }
    return row[other.count]
  }
}
