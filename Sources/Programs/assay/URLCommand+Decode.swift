import Anatomy
import ArgumentParser
import Forge
import Reporting
import WireFormat

/// `assay url decode`: what requests and callbacks say.
struct URLDecodeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "decode",
    abstract: "Show what request and callback URLs say, and where they stop being valid.",
    usage: "assay url decode URL|FILE|-... [<options>]",
    discussion: """
      The app is the one that a default scheme names, or the one of the file of keys whose token it is, unless --bundle-identifier says \
      it. Pieces of one request are put together once all of them are there. Tokens are cut, and the values of encrypted data are \
      left out, unless --show-secrets is given; assay explain shows the bytes.
      Examples: assay url decode 'x-absolutemanageconfig.com.acme.app://apply?token=...'
                assay url decode --keys keys.json --show-secrets urls.txt
                grep -o 'absoluteapps://.*' console.log | assay url decode --format json -
      Exit codes: 0 every URL is valid as far as it can be read, 1 at least one is not, 2 wrong usage or an unreadable file, 70 \
      standard output cannot be written.
      """)

  @Argument(
    help: ArgumentHelp(
      "A URL, or a file with a URL in each line; - is standard input.", valueName: "url"))
  var subjects: [String]

  @Option(
    help: """
      How they are shown: text, json (an object a line), plist (an array in a binary property list, which holds every value as it is; \
      not for a terminal).
      """)
  var format: Format = .text

  @Option(
    name: .customLong("bundle-identifier"),
    help: ArgumentHelp("The app that requests are for.", valueName: "id"))
  var bundleIdentifier: String?

  @Flag(
    name: .customLong("show-secrets"),
    help: "Show tokens in full, and the values of encrypted data.")
  var showSecrets = false

  @OptionGroup(title: "Keys") var keys: KeyOptions
  @OptionGroup(title: "Dialect") var dialect: DialectOptions

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, json, plist
  }

  func validate() throws {
    if subjects.count(where: { $0 == "-" }) + (keys.file == "-" ? 1 : 0) > 1 {
      throw ValidationError("standard input can be read once only; name - once")
    }
    if format == .plist, StandardOutput.isTerminal {
      throw ValidationError(
        "a binary property list is nothing for a terminal; redirect it: --format plist >urls.plist")
    }
  }

  func run() throws {
    let ring = try keys.read()
    let dialect = try dialect.read()
    var reader = URLReader(keys: ring, dialect: dialect, bundleIdentifier: bundleIdentifier)
    let disclosure = Disclosure(dialect: dialect.value, showsSecrets: showSecrets)
    let output = BufferedOutput()
    var list = ContentsList(disclosure)
    var count = 0
    var invalid = 0
    let isAlone = subjects.count == 1 && isURL(subjects[0])
    for subject in subjects {
      let before = count
      try URLLines.forEach(in: subject, isURL: isURL(subject)) { line, bytes in
        let contents = reader.read(bytes)
        let source = isAlone ? nil : ContentsSource(subject: subject, line: line)
        switch format {
        case .text:
          if count > 0 { output.write("\n".utf8) }
          output.write(ContentsText.lines(contents, from: source, disclosure).utf8)
        case .json: output.write(ContentsJSON.line(contents, from: source, disclosure))
        case .plist: try list.add(contents, from: source)
        }
        count += 1
        if !contents.isValid { invalid += 1 }
      }
      guard count > before else { throw ValidationError("\(subject) holds no URL") }
    }
    if format == .plist { output.write(list.bytes) }
    output.flush()
    guard invalid > 0 else { return }
    if count > 1 {
      StandardError.write(
        "assay: \(Count.text(invalid)) of \(Count.text(count)) URLs \(invalid == 1 ? "is" : "are") not valid\n"
      )
    }
    throw ExitCode(1)
  }

  private func isURL(_ subject: String) -> Bool {
    subject != "-" && !InputFile.exists(subject) && ForeignText.looksLikeURL(Array(subject.utf8))
  }
}
