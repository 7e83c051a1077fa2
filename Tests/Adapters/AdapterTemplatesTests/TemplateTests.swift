import Testing

@testable import AdapterTemplates

/// The files for suites of steps, which are made of one table each.
@Suite struct TemplateTests {
  static let all = LanguageGuide.all.flatMap { guide in
    SuiteTable.all.map { (guide.name, $0.suite) }
  }

  private func template(_ language: String, _ suite: String) throws -> AdapterTemplate {
    let guide = try #require(LanguageGuide.named(language))
    return try #require(AdapterTemplate(guide, suite: suite))
  }

  @Test(arguments: all)
  func allPlacesAreFilled(language: String, suite: String) throws {
    let template = try template(language, suite)
    let names = Set(template.files.map(\.name))
    #expect(names.count == template.files.count)
    #expect(names.isSuperset(of: ["README.md", template.guide.adapterFile]))
    #expect(!names.contains("NOTES.md"))
    for file in template.files { #expect(!file.text.contains("{{#"), "\(file.name)") }
    let table = try #require(SuiteTable.all.first { $0.suite == suite })
    for name in ["README.md", template.guide.adapterFile] {
      let text = try #require(template.files.first { $0.name == name }).text
      for rest in ["{{", "{nil}"] { #expect(!text.contains(rest), "\(rest) in \(name)") }
      // In Python two empty lines are right.
      let gap = name == "adapter.py" ? "\n\n\n\n" : "\n\n\n"
      #expect(!text.contains(gap), "empty lines in \(name)")
      #expect(text.hasSuffix("\n"))
      #expect(text.contains(suite))
      for action in table.actions { #expect(text.contains(action.name)) }
      for value in table.values { #expect(text.contains(value.name)) }
    }
    let adapter = try #require(template.files.first { $0.name == template.guide.adapterFile }).text
    #expect(adapter.contains(">>> YOUR \(table.subject.uppercased())"))
    for action in table.actions {
      for member in action.members { #expect(adapter.contains("\(member.name): \(member.shape)")) }
    }
    for list in table.lists { #expect(adapter.contains(list)) }
    let longest = adapter.split(separator: "\n").map(\.count).max() ?? 0
    #expect(longest <= 120, "a line has \(longest) columns")
  }

  @Test(arguments: SuiteTable.all.map(\.suite))
  func aTableSaysWhatTheKitsCanCheck(suite: String) throws {
    let table = try #require(SuiteTable.all.first { $0.suite == suite })
    let shapes = ["text", "boolean", "integer", "object", "array"]
    for action in table.actions {
      // As many as the kit for C has room for, which reads its table up to the first that is missing.
      #expect(action.members.count < 8)
      for member in action.members {
        let words = member.shape.hasSuffix("?") ? member.shape.dropLast() : member.shape[...]
        let isKnown = shapes.contains(String(words)) || words.contains("|")
        #expect(isKnown, "\(action.name): \(member.shape)")
      }
    }
    #expect(Set(table.actions.map(\.name)).count == table.actions.count)
    // The kit for C has room for so many.
    #expect((1...4).contains(table.lists.count))
    if table.actions.contains(where: \.needsLaunch) || table.capabilities != nil {
      let names = table.actions.map(\.name)
      #expect(names.contains("launch") && names.contains("terminate"))
    }
  }

  @Test func aSkeletonIsFilled() {
    let skeleton = Skeleton(
      """
      # {{doc}}
      {{#rows}}
      {{{name}}{{#rest}}, more{{/rest}}}
      {{/rows}}
      {{^rows}}
      none
      {{/rows}}
      {{outer}}

      """)
    let rows = Skeleton.Value.list([
      ["name": .text("a"), "rest": .flag(false)], ["name": .text("b"), "rest": .flag(true)],
    ])
    let doc = Skeleton.Value.prose("one two three")
    let full = skeleton.filled(["rows": rows, "doc": doc, "outer": .text("x")], width: 10)
    #expect(full == "# one two\n# three\n{a}\n{b, more}\nx\n")
    let empty = skeleton.filled(["rows": .flag(false), "doc": doc], width: 80)
    #expect(empty == "# one two three\nnone\n\n")
  }

  @Test func namesAreSpeltAsLanguagesDo() throws {
    let python = try template("python", "appconnect.dualmode")
    let adapter = try #require(python.files.first { $0.name == "adapter.py" })
    #expect(adapter.text.contains("def should_start_app_connect(self):"))
    #expect(adapter.text.contains("None means AUTHORIZED"))
    let files = try template("go", "appconnect.lifecycle").files
    let go = try #require(files.first { $0.name == "adapter.go" })
    #expect(go.text.contains("func (installation *installation) initLibrary("))
    #expect(go.text.contains("{name: \"init\""))
  }
}
