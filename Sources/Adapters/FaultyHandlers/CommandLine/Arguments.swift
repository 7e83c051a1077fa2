import Dialects
import WireFormat

/// What the command line asks for.
enum Arguments {
  /// Serve with these faults and liberties.
  case serve(Choice)
  /// Print the catalog, as it is in a dialect.
  case list(Dialect)

  /// The command line is wrong. The description says how, and what would be right.
  struct Mistake: Error, CustomStringConvertible {
    let description: String
  }

  /// How the program is used.
  static let usage = """
    usage: faulty-adapter [--fault NAME]… [--liberty NAME]…
           faulty-adapter --list [--dialect JSON]
    """

  /// Reads the words after the program's name.
  static func read(_ words: [String]) throws(Mistake) -> Arguments {
    var choice = Choice()
    var isList = false
    var dialect: Dialect?
    var rest = words[...]
    while let word = rest.popFirst() {
      switch word {
      case "--list": isList = true
      case "--dialect": dialect = try read(dialect: rest.popFirst())
      case "--fault":
        choice.faults.append(
          try find(
            rest.popFirst(), "fault", Catalog.fault,
            among: (Catalog.faults + Catalog.deepFaults).map(\.name)))
      case "--liberty":
        choice.liberties.append(
          try find(
            rest.popFirst(), "liberty", { name in Catalog.liberties.first { $0.name == name } },
            among: Catalog.liberties.map(\.name)))
      default: throw Mistake(description: "\"\(word)\" is not an option\n\(usage)")
      }
    }
    if isList { return .list(dialect ?? .profile1) }
    guard dialect == nil else {
      throw Mistake(description: "--dialect belongs to --list: a start says its own\n\(usage)")
    }
    return .serve(choice)
  }

  private static func read(dialect text: String?) throws(Mistake) -> Dialect {
    guard let text else {
      throw Mistake(description: "--dialect needs a dialect in JSON\n\(usage)")
    }
    do throws(DialectError) {
      return try DialectFile.read(Array(text.utf8))
    } catch {
      throw Mistake(description: "--dialect: \(error)")
    }
  }

  private static func find<Entry>(
    _ word: String?, _ kind: String, _ entry: (String) -> Entry?,
    among names: @autoclosure () -> [String]
  ) throws(Mistake) -> Entry {
    guard let word else { throw Mistake(description: "--\(kind) needs a name\n\(usage)") }
    if let entry = entry(word) { return entry }
    let known = names().sorted().joined(separator: " ")
    throw Mistake(description: "there is no \(kind) \"\(word)\"; known are: \(known)")
  }
}
