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
  /// For each suite the file with the stub that the vendor's code replaces.
  package let stubs: [String: String]

  /// All languages, sorted by name.
  package static let all = [
    LanguageGuide(
      name: "c", aliases: ["c99", "c11"], needs: "a C compiler and make", build: ["make"],
      adapter: ["./adapter"], sharedKit: "c-kit",
      stubs: ["abt": "stub_library.c", "appconnect.dualmode": "stub_app.c"]),
    LanguageGuide(
      name: "go", aliases: ["golang"], needs: "Go 1.19 or later, and make", build: ["make"],
      adapter: ["./adapter"],
      stubs: ["abt": "stub_library.go", "appconnect.dualmode": "stub_app.go"]),
    LanguageGuide(
      name: "java", aliases: ["jvm"], needs: "a JDK (17 or later) and make", build: ["make"],
      adapter: ["./adapter"],
      stubs: ["abt": "StubLibrary.java", "appconnect.dualmode": "StubApp.java"]
    ),
    LanguageGuide(
      name: "javascript", aliases: ["js", "node", "nodejs"], needs: "Node.js 18 or later",
      build: [], adapter: ["node", "adapter.js"],
      stubs: ["abt": "stub-library.js", "appconnect.dualmode": "stub-app.js"]),
    LanguageGuide(
      name: "objc", aliases: ["objective-c", "objectivec", "obj-c"],
      needs: "an Objective-C compiler with Foundation (GNUstep), and make", build: ["make"],
      adapter: ["./adapter"], sharedKit: "c-kit",
      stubs: ["abt": "StubLibrary.m", "appconnect.dualmode": "StubApp.m"]),
    LanguageGuide(
      name: "python", aliases: ["py", "python3"], needs: "Python 3.8 or later", build: [],
      adapter: ["python3", "adapter.py"],
      stubs: ["abt": "stub_library.py", "appconnect.dualmode": "stub_app.py"]),
    LanguageGuide(
      name: "ruby", aliases: ["rb"], needs: "Ruby 3.0 or later", build: [],
      adapter: ["ruby", "adapter.rb"],
      stubs: ["abt": "stub_library.rb", "appconnect.dualmode": "stub_app.rb"]),
    LanguageGuide(
      name: "swift", aliases: [], needs: "Swift 6.2 or later", build: ["swift build -c release"],
      adapter: [".build/release/adapter"],
      stubs: [
        "abt": "Sources/adapter/StubLibrary.swift",
        "appconnect.dualmode": "Sources/adapter/StubApp.swift",
      ]),
  ]

  /// Names and aliases.
  package static var allNames: [String] { all.flatMap { [$0.name] + $0.aliases } }

  /// The language with this name, in any case.
  package static func named(_ name: String) -> LanguageGuide? {
    let name = name.lowercased()
    return all.first { $0.name == name || $0.aliases.contains(name) }
  }
}
