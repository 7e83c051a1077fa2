/// How an adapter in one language is built and run.
package struct LanguageGuide: Sendable {
  /// The name of the language and of its folder of templates.
  package let name: String
  /// Other names that people give it.
  package let aliases: [String]
  /// What the machine needs.
  package let needs: String
  /// The commands that build the adapter in its folder. Empty if nothing is built.
  package let build: [String]
  /// The adapter's command, in its folder.
  package let adapter: [String]
  /// The folder of a kit that this language shares with others, or nil if it shares none.
  package var sharedKit: String?
  /// The file with the stub that the vendor's code replaces, for `abt`.
  package let stub: String
  /// The name of the language as people write it.
  let title: String
  /// The file that a vendor fills in for a suite of steps.
  let adapterFile: String
  /// How many columns a line has.
  var width = 90
  /// The words in which its files speak.
  let words: Words

  /// A language's own words for what all adapters have.
  struct Words: Sendable {
    /// For no value.
    let nothing: String
    /// What ends the process where an implementation lets it out.
    let thrown: String
    /// How to say that something cannot be done.
    let refuse: String
    /// How to report trouble of the adapter's own.
    let fail: String
    /// What the other files are.
    let kit: String
  }

  /// All languages, sorted by name.
  package static let all = [
    LanguageGuide(
      name: "c", aliases: ["c99", "c11"], needs: "a C compiler and make", build: ["make"],
      adapter: ["./adapter"], sharedKit: "c-kit",
      stub: "stub_library.c", title: "C", adapterFile: "adapter.c", width: 100,
      words: Words(
        nothing: "NULL", thrown: "A crash of your code",
        refuse: "`return assay_unsupported(\"why\")`", fail: "`return assay_failure(\"what\")`",
        kit:
          "`assay_*` is the kit (request loop, JSON, the table, typed values): it can stay as it is."
      )),
    LanguageGuide(
      name: "go", aliases: ["golang"], needs: "Go 1.19 or later, and make", build: ["make"],
      adapter: ["./adapter"],
      stub: "stub_library.go", title: "Go", adapterFile: "adapter.go", width: 90,
      words: Words(
        nothing: "nil", thrown: "A panic that leaves your code",
        refuse: "`return unsupported(\"why\")`", fail: "return any other error",
        kit:
          "`assay_*` is the kit (request loop, JSON, the table, typed values): it can stay as it is."
      )),
    LanguageGuide(
      name: "java", aliases: ["jvm"], needs: "a JDK (17 or later) and make", build: ["make"],
      adapter: ["./adapter"],
      stub: "StubLibrary.java", title: "Java", adapterFile: "Adapter.java", width: 98,
      words: Words(
        nothing: "null", thrown: "An exception that leaves your code",
        refuse: "`throw new Unsupported(\"why\")`", fail: "`throw new AdapterTrouble(\"what\")`",
        kit: "All other files can stay as they are.")),
    LanguageGuide(
      name: "javascript", aliases: ["js", "node", "nodejs"], needs: "Node.js 18 or later",
      build: [], adapter: ["node", "adapter.js"],
      stub: "stub-library.js", title: "JavaScript", adapterFile: "adapter.js", width: 90,
      words: Words(
        nothing: "null", thrown: "An exception that leaves your code",
        refuse: "`throw new Unsupported('why')`", fail: "`throw new AdapterTrouble('what')`",
        kit: "All other files can stay as they are.")),
    LanguageGuide(
      name: "objc", aliases: ["objective-c", "objectivec", "obj-c"],
      needs: "an Objective-C compiler with Foundation (GNUstep), and make", build: ["make"],
      adapter: ["./adapter"], sharedKit: "c-kit",
      stub: "StubLibrary.m", title: "Objective-C", adapterFile: "adapter.m", width: 98,
      words: Words(
        nothing: "nil", thrown: "An exception that leaves your code",
        refuse: "`return assay_unsupported(\"why\")`", fail: "`return assay_failure(\"what\")`",
        kit:
          "`assay_*` is the kit in C, and `Assay*` connects it to Foundation: they can stay as they are."
      )),
    LanguageGuide(
      name: "python", aliases: ["py", "python3"], needs: "Python 3.8 or later", build: [],
      adapter: ["python3", "adapter.py"],
      stub: "stub_library.py", title: "Python", adapterFile: "adapter.py", width: 88,
      words: Words(
        nothing: "None", thrown: "An exception that leaves your code",
        refuse: "`raise Unsupported(\"why\")`", fail: "`raise AdapterTrouble(\"what\")`",
        kit: "All other files can stay as they are.")),
    LanguageGuide(
      name: "ruby", aliases: ["rb"], needs: "Ruby 3.0 or later", build: [],
      adapter: ["ruby", "adapter.rb"],
      stub: "stub_library.rb", title: "Ruby", adapterFile: "adapter.rb", width: 90,
      words: Words(
        nothing: "nil", thrown: "An exception that leaves your code",
        refuse: "`raise Unsupported, 'why'`", fail: "`raise AdapterTrouble, 'what'`",
        kit: "All other files can stay as they are.")),
    LanguageGuide(
      name: "swift", aliases: [], needs: "Swift 6.2 or later", build: ["swift build -c release"],
      adapter: [".build/release/adapter"],
      stub: "Sources/adapter/StubLibrary.swift", title: "Swift",
      adapterFile: "Sources/adapter/main.swift", width: 98,
      words: Words(
        nothing: "nil", thrown: "An error that leaves your code",
        refuse: "throw `UnsupportedRequest(\"why\")`", fail: "throw `AdapterFailure(\"what\")`",
        kit:
          "Add your package to `Package.swift`; `AssayAdapterKit/` can stay as it is (Apache-2.0, builds offline)."
      )),
  ]

  /// Names and aliases.
  package static var allNames: [String] { all.flatMap { [$0.name] + $0.aliases } }

  /// The language with this name, in any case.
  package static func named(_ name: String) -> LanguageGuide? {
    let name = name.lowercased()
    return all.first { $0.name == name || $0.aliases.contains(name) }
  }
}
