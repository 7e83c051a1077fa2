import ArgumentParser
import Conformance
import Reporting

/// A word that stands where a command has to stand and is none. The parser would show the help of everything, as if that had been asked
/// for, or would not say what was meant.
struct StrangeCommand: CustomStringConvertible {
  /// The command whose subcommand it should be, as it is typed.
  private let place: String
  private let word: String
  private let names: [String]

  /// - Returns: nil where the first words name commands, or one of them is an option: the parser knows what to do.
  init?(in arguments: [String]) {
    var words = arguments[...]
    var place = "assay"
    let asksForHelp = words.first == "help"
    if asksForHelp { words = words.dropFirst() }
    var subcommands = Assay.configuration.subcommands
    while let word = words.popFirst(), !word.hasPrefix("-"), !subcommands.isEmpty {
      let names = subcommands.map { $0._commandName }
      guard let index = names.firstIndex(of: word) else {
        self.place = place
        self.word = word
        self.names = names
        return
      }
      place += " " + word
      subcommands = subcommands[index].configuration.subcommands
    }
    return nil
  }

  var description: String {
    let kind = place == "assay" ? "command" : "command of \(place)"
    let shown = VisibleText.escaped(word, maxCharacters: 80)
    return "there is no \(kind) '\(shown)'"
      + NearestName.hint(for: word, among: names, all: names) + "; see '\(place) --help'"
  }
}
