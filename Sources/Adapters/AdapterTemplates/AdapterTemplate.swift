/// A first adapter: the files of one language for one suite.
package struct AdapterTemplate {
  /// How its language builds and runs it.
  package let guide: LanguageGuide
  /// A pattern for `--select` with a few first cases. A stub fails every case, and each failure is
  /// confirmed alone, so all cases would take long.
  package let firstCases: String
  /// The file with the stub that the vendor's code replaces.
  package let stub: String
  /// The files, by their names within the new folder.
  package let files: [EmbeddedFile]

  /// Nil if the suite has no template in this language.
  package init?(_ guide: LanguageGuide, suite: String) {
    let own = "\(guide.name)/\(suite)/"
    guard EmbeddedFile.all.contains(where: { $0.name.hasPrefix(own) }),
      let stub = guide.stubs[suite], let firstCases = Self.firstCases[suite]
    else { return nil }
    self.guide = guide
    self.stub = stub
    self.firstCases = firstCases
    let shared = guide.sharedKit.map { ["\($0)/\(suite)/", "\($0)/common/"] } ?? []
    files = ([own, "\(guide.name)/common/"] + shared).flatMap { folder in
      EmbeddedFile.all.filter { $0.name.hasPrefix(folder) }.map { file in
        EmbeddedFile(
          name: String(file.name.dropFirst(folder.count)), isExecutable: file.isExecutable,
          text: file.text)
      }
    }.sorted { $0.name < $1.name }
  }

  /// For each suite a family of a few cases that a first adapter can pass early.
  private static let firstCases = [
    "abt": "abt/token/valid/*", "appconnect.dualmode": "appconnect.dualmode/launch/**",
  ]

  /// Whether a file belongs to the kit, which the vendor need not read.
  package func isKit(_ file: EmbeddedFile) -> Bool {
    file.name.hasPrefix("AssayAdapterKit/Sources/")
  }

  /// The languages that have templates, sorted by name.
  package static var languages: [String] {
    LanguageGuide.all.map(\.name).filter { !suites(of: $0).isEmpty }
  }

  /// The suites that have a template in any language.
  package static var suites: [String] {
    Set(LanguageGuide.all.flatMap { suites(of: $0.name) }).sorted()
  }

  /// The suites that have a template in this language, sorted by name.
  package static func suites(of language: String) -> [String] {
    let folders = EmbeddedFile.all.lazy.filter { $0.name.hasPrefix(language + "/") }
      .compactMap { $0.name.dropFirst(language.count + 1).split(separator: "/").first }
    return Set(folders.map(String.init)).subtracting(["common"]).sorted()
  }
}
