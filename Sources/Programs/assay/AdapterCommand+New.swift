import AdapterTemplates
import ArgumentParser
import Conformance
import Reporting
import SystemLibrary

/// `assay adapter new`: an adapter to begin with, in the vendor's language.
struct AdapterNewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new",
    abstract: "Write a folder with a working adapter around a library that does nothing yet.",
    discussion: """
      Languages: \(AdapterTemplate.languages.joined(separator: ", ")). \
      The adapter builds and passes \"assay adapter check\" as it is; your library takes the place of the \
      one in it.
      Examples: assay adapter new --language python
                assay adapter new --language c --suite appconnect.openfrom my-adapter
      """)

  @Option(
    help: ArgumentHelp(
      "The language of the adapter; \"list\" shows them all.", valueName: "language"))
  var language: String?

  @Option(help: "The suite that it is for: \(AdapterTemplate.suites.joined(separator: ", ")).")
  var suite = "abt"

  @Argument(help: "The folder to be made (default: <language>-adapter).")
  var folder: String?

  func validate() throws {
    guard language == nil else { return }
    // "assay adapter new python" is what everybody types first.
    let named = folder.flatMap(LanguageGuide.named)?.name
    throw ValidationError(
      "which language? Say --language \(named ?? "python"), for example; there are "
        + AdapterTemplate.languages.joined(separator: ", "))
  }

  func run() throws {
    guard let language else { return }
    if language == "list" {
      for language in AdapterTemplate.languages { StandardOutput.write(language + "\n") }
      return
    }
    let template = try template(in: language)
    let folder = folder ?? template.guide.name + "-adapter"
    do throws(FolderFault) {
      try NewFolder(path: folder).fill(with: template.files)
    } catch {
      throw ValidationError(error.description)
    }
    StandardOutput.write(text(template, folder))
  }

  private func template(in language: String) throws -> AdapterTemplate {
    guard let guide = LanguageGuide.named(language) else {
      throw ValidationError(
        "there is no template for \"\(language)\""
          + NearestName.hint(
            for: language, among: LanguageGuide.allNames, all: AdapterTemplate.languages))
    }
    guard let template = AdapterTemplate(guide, suite: suite) else {
      let suites = AdapterTemplate.suites
      throw ValidationError(
        "there is no template for the suite \"\(suite)\""
          + NearestName.hint(for: suite, among: suites, all: suites))
    }
    return template
  }

  private func text(_ template: AdapterTemplate, _ folder: String) -> String {
    var text = "Wrote \(template.files.count) files into \(folder):\n"
    for file in template.files where !template.isKit(file) { text += "  \(file.name)\n" }
    let kit = template.files.count(where: template.isKit)
    if kit > 0 { text += "  and \(kit) files of the adapter kit\n" }
    let adapter = template.guide.adapter.map(ShellText.quoted).joined(separator: " ")
    text += "\n" + FittedText.lines("Next (needs \(template.guide.needs)):")
    text += "  cd \(ShellText.quoted(folder))\n"
    for command in template.guide.build { text += "  \(command)\n" }
    // Commands stay on one line each, to be copied.
    text += """
        assay adapter check -- \(adapter)
        assay run --select '\(template.firstCases)' -- \(adapter)


      """
    text += FittedText.lines(template.task)
    return text + "All cases: assay run -- \(adapter)\n"
  }
}
