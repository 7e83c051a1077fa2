/// What the command line asks for.
enum Arguments {
  /// Serve with these faults and liberties.
  case serve(Choice)
  /// Print the catalog.
  case list

  /// The command line is wrong. The description says how, and what would be right.
  struct Mistake: Error, CustomStringConvertible {
    let description: String
  }

  /// How the program is used.
  static let usage = """
    usage: faulty-adapter [--fault NAME]… [--liberty NAME]…
           faulty-adapter --list
    """

  /// Reads the words after the program's name.
  static func read(_ words: [String]) throws(Mistake) -> Arguments {
    var choice = Choice()
    var rest = words[...]
    while let word = rest.popFirst() {
      switch word {
      case "--list": return .list
      case "--fault":
        choice.faults.append(
          try find(rest.popFirst(), "fault", Catalog.faults, name: \.name))
      case "--liberty":
        choice.liberties.append(
          try find(rest.popFirst(), "liberty", Catalog.liberties, name: \.name))
      default: throw Mistake(description: "\"\(word)\" is not an option\n\(usage)")
      }
    }
    return .serve(choice)
  }

  private static func find<Entry>(
    _ word: String?, _ kind: String, _ entries: [Entry], name: (Entry) -> String
  ) throws(Mistake) -> Entry {
    guard let word else { throw Mistake(description: "--\(kind) needs a name\n\(usage)") }
    if let entry = entries.first(where: { name($0) == word }) { return entry }
    let known = entries.map(name).sorted().joined(separator: " ")
    throw Mistake(description: "there is no \(kind) \"\(word)\"; known are: \(known)")
  }
}
