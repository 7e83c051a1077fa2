import Foundation
import JSONText
import Testing

/// The documentation names no command, option or file that is not there.
@Suite struct DocumentedCommandsTests {
  private static let root = BuiltPrograms.packageFolder
  private static let pages: [String] = {
    let folder = "Sources/Programs/assay/Assay.docc"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "\(root)/\(folder)")) ?? []
    return ["README.md", "Corpus/README.md"]
      + names.filter { $0.hasSuffix(".md") }.sorted().map { "\(folder)/\($0)" }
  }()

  /// The options of each command, by the words that are typed.
  private static func commands() throws -> [String: Set<String>] {
    let dump = try Workplace().assay("--experimental-dump-help").output
    let root = try JSONValue(parsing: Array(dump.utf8))["command"]
    var options: [String: Set<String>] = [:]
    func walk(_ command: JSONValue?, _ path: String) {
      let names = (command?["arguments"]?.arrayValue ?? []).flatMap {
        $0["names"]?.arrayValue ?? []
      }
      options[path] = Set(
        names.compactMap { name in
          name["name"]?.stringValue.map { (name["kind"] == "short" ? "-" : "--") + $0 }
        })
      for child in command?["subcommands"]?.arrayValue ?? [] {
        walk(child, "\(path) \(child["commandName"]?.stringValue ?? "")")
      }
    }
    walk(root, "assay")
    return options
  }

  /// What stands between backquotes, and lines of code that begin with the program.
  private static func typed(in page: String) throws -> [String] {
    let text = try String(contentsOfFile: "\(root)/\(page)", encoding: .utf8)
    var isCode = false
    return text.components(separatedBy: "\n").flatMap { line -> [String] in
      if line.hasPrefix("```") { isCode.toggle() }
      guard !isCode else {
        let words = line.trimmingPrefix(#/\s*(\$ )?/#)
        // The program by its name at the beginning of what it prints.
        let isPrinted = words.contains(#/^assay reference library/#)
        return words.hasPrefix("assay ") && !isPrinted ? [String(words)] : []
      }
      return line.matches(of: #/`(assay [^`]+)`/#).map { String($0.output.1) }
    }
  }

  @Test(arguments: pages) func commandsAndOptionsExist(page: String) throws {
    let commands = try Self.commands()
    for line in try Self.typed(in: page) {
      let own = line.components(separatedBy: " -- ")[0].components(separatedBy: " | ")[0]
      let words = own.split(separator: " ").map(String.init)
      let path =
        [3, 2, 1].map { words.prefix($0).joined(separator: " ") }.first { commands[$0] != nil }
      let options = try #require(commands[path ?? ""], "\(page): \(line)")
      if path == "assay" {
        #expect(words.count == 1 || words[1].hasPrefix("-"), "\(page): \(line)")
      }
      for option in words where option.hasPrefix("--") {
        let name = option.prefix { $0 == "-" || $0.isLetter }
        #expect(options.contains(String(name)), "\(page): \(line)")
      }
    }
  }

  @Test(arguments: pages) func linksLeadSomewhere(page: String) throws {
    let text = try String(contentsOfFile: "\(Self.root)/\(page)", encoding: .utf8)
    let folder = URL(fileURLWithPath: "\(Self.root)/\(page)").deletingLastPathComponent().path
    for link in text.matches(of: #/\]\(([^)#\s:]+)(#[^)\s]*)?\)/#) {
      #expect(
        FileManager.default.fileExists(atPath: "\(folder)/\(link.output.1)"), "\(link.output.1)")
    }
  }
}
