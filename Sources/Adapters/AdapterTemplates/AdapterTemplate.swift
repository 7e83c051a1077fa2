/// A first adapter: the files of one language for one suite.
package struct AdapterTemplate {
  /// How its language builds and runs it.
  package let guide: LanguageGuide
  /// A pattern for `--select` with a few first cases. A stub fails every case, and each failure is
  /// confirmed alone, so all cases would take long.
  package let firstCases: String
  /// What a vendor does with it.
  package let task: String
  /// The files, by their names within the new folder.
  package let files: [EmbeddedFile]

  /// Nil if the suite has no template.
  package init?(_ guide: LanguageGuide, suite: String) {
    self.guide = guide
    if suite == "abt" {
      firstCases = "abt/token/valid/*"
      task = """
        This run fails: the stub does nothing right. Put your library in its place, \(guide.stub); \
        README.md says how.
        """
      files = Self.files(of: guide, kind: "abt")
    } else if let table = SuiteTable.all.first(where: { $0.suite == suite }) {
      firstCases = table.firstCases
      task = """
        This run fails: the adapter does nothing yet. Fill in \(guide.adapterFile); \
        README.md says how.
        """
      files = Self.files(of: guide, table: table)
    } else {
      return nil
    }
  }

  /// The files of these folders, without them.
  private static func files(of guide: LanguageGuide, kind: String) -> [EmbeddedFile] {
    let folders = [guide.name, guide.sharedKit].compactMap(\.self)
      .flatMap { ["\($0)/\(kind)/", "\($0)/common/"] }
    return folders.flatMap { folder in
      EmbeddedFile.all.filter { $0.name.hasPrefix(folder) }.map { file in
        EmbeddedFile(
          name: String(file.name.dropFirst(folder.count)), isExecutable: file.isExecutable,
          text: file.text)
      }
    }.sorted { $0.name < $1.name }
  }

  /// The same for a suite of steps: the kit, and the skeletons filled with the suite's table.
  private static func files(of guide: LanguageGuide, table: SuiteTable) -> [EmbeddedFile] {
    let readMe = EmbeddedFile.all.filter { $0.name.hasPrefix("steps/") }.map { file in
      EmbeddedFile(
        name: String(file.name.dropFirst("steps/".count)), isExecutable: file.isExecutable,
        text: file.text)
    }
    let files = files(of: guide, kind: "steps") + readMe
    var places = table.places(for: guide)
    let notes = files.first { $0.name == "NOTES.md" }?.text ?? ""
    places["notes"] = .list(notes.split(separator: "\n").map { ["line": .text(String($0))] })
    return files.filter { $0.name != "NOTES.md" }.map { file in
      let ending = ".skeleton"
      guard file.name.hasSuffix(ending) else { return file }
      return EmbeddedFile(
        name: String(file.name.dropLast(ending.count)), isExecutable: file.isExecutable,
        text: Skeleton(file.text).filled(places, width: guide.width))
    }.sorted { $0.name < $1.name }
  }

  /// Whether a file belongs to the kit, which the vendor need not read.
  package func isKit(_ file: EmbeddedFile) -> Bool {
    file.name.hasPrefix("AssayAdapterKit/Sources/")
  }

  /// The languages that have templates, sorted by name: each has all suites.
  package static var languages: [String] { LanguageGuide.all.map(\.name) }

  /// The suites that have templates, sorted by name.
  package static var suites: [String] { (["abt"] + SuiteTable.all.map(\.suite)).sorted() }
}
