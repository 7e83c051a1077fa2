import Anatomy
import ArgumentParser
import Forge
import JSONText
import Profiles
import SuiteModels
import Suites
import WireFormat

/// `assay url encode`: what a manager would open for a profile.
struct URLEncodeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "encode",
    abstract: "Write the request URLs of a .mobileconfig, one a line: a payload after the other.",
    usage: "assay url encode PROFILE [<options>]",
    discussion: """
      Tokens need the API key of each app, and payloads with DataEncryption its encryption secret. Encrypted data begins with 8 random \
      bytes, so that its URLs differ each time.
      Examples: assay url encode mail.mobileconfig --keys keys.json
                ASSAY_API_KEY=k-3f9c assay url encode mail.mobileconfig --reset | assay url decode -
      Exit codes: 0 written, 2 wrong usage, an unreadable profile, a missing key or a payload that every library refuses, 70 \
      standard output cannot be written.
      """)

  @Argument(help: ArgumentHelp("The profile; - is standard input.", valueName: "profile"))
  var path: String

  @Option(
    name: .customLong("payload"),
    help: ArgumentHelp(
      "Only this payload, by its PayloadUUID or its app's bundle identifier (repeatable).",
      valueName: "id"))
  var payloads: [String] = []

  @Flag(help: "Requests that reset the payloads' keys, not that apply them.")
  var reset = false

  @Option(
    name: .customLong("key"),
    help: ArgumentHelp(
      "With --reset: only this key, such as a callback has named (repeatable; default: all keys of the payload).",
      valueName: "name"))
  var resetKeys: [String] = []

  @Option(
    help: ArgumentHelp("Cut the data of each payload into so many pieces.", valueName: "number"))
  var chunks: Int?

  @Option(
    name: .customLong("max-url-bytes"),
    help: ArgumentHelp(
      "Cut the data of a payload into as few pieces as it takes for URLs that are no longer.",
      valueName: "bytes"))
  var maxURLBytes: Int?

  @Option(help: "How the URLs are written: text, json (an object a line, with what each is for).")
  var format: Format = .text

  @OptionGroup(title: "Keys") var keys: KeyOptions
  @OptionGroup(title: "Dialect") var dialect: DialectOptions

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, json
  }

  func validate() throws {
    if chunks != nil, maxURLBytes != nil {
      throw ValidationError("--chunks and --max-url-bytes exclude each other; give one of them")
    }
    if let chunks, !(1...1_000_000).contains(chunks) {
      throw ValidationError("--chunks takes a number from 1 to 1000000, not \(chunks)")
    }
    if let maxURLBytes, !(64...1 << 30).contains(maxURLBytes) {
      throw ValidationError(
        "--max-url-bytes takes a number from 64 to 1073741824, not \(maxURLBytes)")
    }
    if !resetKeys.isEmpty, !reset {
      throw ValidationError("--key names what is reset; say --reset, too")
    }
    if path == "-", keys.file == "-" {
      throw ValidationError("the profile and the keys cannot both come from standard input")
    }
  }

  func run() throws {
    let ring = try keys.read()
    let dialect = try dialect.read()
    let profile = try ProfileFiles.profile(path)
    let requests = ProfileRequests(profile, dialect: dialect)
    let output = BufferedOutput()
    var lines: [[UInt8]] = []
    for payload in try chosen(profile) {
      try tellExcesses(of: payload, requests)
      for request in try self.requests(for: payload, requests, ring) {
        lines.append(line(request, payload, profile))
      }
    }
    // Nothing is written before everything is known to be right.
    for line in lines { output.write(line) }
    output.flush()
  }

  private func chosen(
    _ profile: ConfigurationProfile
  ) throws -> [ConfigurationProfile.Payload] {
    for id in payloads {
      guard !profile.payloads.contains(where: { $0.isNamed(id) }) else { continue }
      let names = profile.payloads.map { "\($0.uuid) (\($0.bundleIdentifier))" }
      throw ValidationError(
        "the profile \(path) has no payload \"\(id)\"; there are \(names.joined(separator: ", "))")
    }
    return profile.payloads.filter { payload in
      payloads.isEmpty || payloads.contains(where: payload.isNamed)
    }
  }

  /// What every library refuses is an error, and what some refuse a remark.
  private func tellExcesses(
    of payload: ConfigurationProfile.Payload, _ requests: ProfileRequests
  ) throws {
    guard !reset else { return }
    for excess in requests.excesses(of: payload) {
      // URLs are cut below.
      if case .urlBytes = excess, chunks != nil || maxURLBytes != nil { continue }
      let words = "\(ProfileFiles.name(of: payload)): \(excess)"
      if excess.mustBeRefused { throw ValidationError(words) }
      let remedy =
        if case .urlBytes = excess { "; --max-url-bytes cuts it into pieces" } else { "" }
      StandardError.write("assay: \(words)\(remedy)\n")
    }
  }

  private func requests(
    for payload: ConfigurationProfile.Payload, _ requests: ProfileRequests, _ ring: KeyRing
  ) throws -> [ProfileRequests.Request] {
    let own = ring.keys(of: payload.bundleIdentifier)
    guard let apiKey = own.apiKey else {
      throw missing("API key", of: payload, "apiKey", "ASSAY_API_KEY")
    }
    let isEncrypted = payload.encrypted && requests.dialect.value.cipher != .none
    guard let secret = own.encryptionSecret ?? (isEncrypted ? nil : "") else {
      throw missing("encryption secret", of: payload, "encryptionSecret", "ASSAY_ENCRYPTION_SECRET")
    }
    let pieces: ProfileRequests.Pieces =
      if let chunks {
        .exactly(chunks)
      } else if let maxURLBytes {
        .ofURLs(maxBytes: maxURLBytes)
      } else {
        .whole
      }
    do throws(ProfileRequestFault) {
      return try requests.requests(
        for: payload, resetting: reset ? keysToReset(payload) : nil, apiKey: apiKey,
        secret: secret, initialisationVector: (0..<8).map { _ in .random(in: 0...255) },
        in: pieces)
    } catch {
      throw ValidationError("\(ProfileFiles.name(of: payload)) cannot be cut so: \(error)")
    }
  }

  private func keysToReset(_ payload: ConfigurationProfile.Payload) -> [String] {
    if !resetKeys.isEmpty { return resetKeys }
    guard case .dictionary(let members) = payload.configuration else { return [] }
    return members.map(\.key)
  }

  private func missing(
    _ what: String, of payload: ConfigurationProfile.Payload, _ member: String, _ variable: String
  ) -> ValidationError {
    ValidationError(
      "no \(what) is known for \(payload.bundleIdentifier): give it as \"\(member)\" in a file (--keys), or in the environment (\(variable))"
    )
  }

  private func line(
    _ request: ProfileRequests.Request, _ payload: ConfigurationProfile.Payload,
    _ profile: ConfigurationProfile
  ) -> [UInt8] {
    guard format == .json else { return request.url + [0x0A] }
    var writer = JSONWriter()
    writer.beginObject()
    for (name, text) in [
      ("app", payload.bundleIdentifier), ("profile", profile.uuid), ("payload", payload.uuid),
      ("action", reset ? "reset" : "apply"),
    ] {
      writer.key(name)
      writer.string(text)
    }
    writer.key("encrypted")
    writer.boolean(payload.encrypted)
    if let piece = request.piece {
      writer.key("chunk")
      writer.integer(piece.index)
      writer.key("chunks")
      writer.integer(piece.total)
    }
    writer.key("url")
    writer.string(String(decoding: request.url, as: UTF8.self))
    writer.endObject()
    writer.endLine()
    return writer.bytes
  }
}

extension ConfigurationProfile.Payload {
  /// Whether a person may mean it by this word.
  fileprivate func isNamed(_ id: String) -> Bool { uuid == id || bundleIdentifier == id }
}
