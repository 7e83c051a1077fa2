package import JSONText

/// A case in a file of its own (`assay-case/1`): JSON that a person can write by hand.
///
/// `format`, `suite`, `start` and `steps` are a whole case; all other members are optional. The members of `start` and of a step
/// are those of the adapter protocol. What follows from the bytes, such as what has to happen, is never stored.
package enum CaseFile {
  /// The value of the member `format`.
  package static let format = "assay-case/1"

  /// What a file may hold at most.
  package static let limits = JSONLimits(
    maxBytes: 256 << 20, maxDepth: 1_024, maxNodes: 4_000_000)

  /// Whether some text may be a case file: an object.
  package static func isLikely(_ bytes: [UInt8]) -> Bool {
    bytes.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) } == UInt8(ascii: "{")
  }

  /// Reads a case.
  ///
  /// - Parameters:
  ///   - suites: those that the case may belong to.
  ///   - name: the id of a case that has none, such as the name of its file.
  /// - Throws: what is wrong, with its line and column.
  package static func read(
    _ bytes: [UInt8], suites: [any Suite], name: String
  ) throws(JSONError) -> Case {
    try JSONReader.read(bytes, limits: limits) { (reader) throws(JSONError) in
      try read(&reader, suites: suites, name: name)
    }
  }

  /// Reads the case at which a reader stands.
  package static func read(
    _ reader: inout JSONReader, suites: [any Suite], name: String
  ) throws(JSONError) -> Case {
    let document = try CaseDocument.read(&reader, name: name)
    guard let suite = suites.first(where: { $0.name == document.suite }) else {
      let known = suites.map(\.name).joined(separator: ", ")
      throw document.error("there is no suite \"\(document.suite)\"; there are \(known)", .suite)
    }
    return try suite.decode(document)
  }
}

/// What a case file holds, before a suite has read its start and its steps. It must not leave the closure in which the bytes are
/// alive.
package struct CaseDocument {
  package var suite = ""
  package var id: String
  package var title: String?
  package var variant: String?
  package var requirements: [String]?
  package var needs: [String] = []
  package var provenance = Provenance()
  /// Stand at the configuration and at the list of steps.
  package private(set) var start: JSONReader?
  package private(set) var steps: JSONReader?
  private var places: [Member: JSONReader] = [:]

  /// The members that a suite may find wrong.
  package enum Member: String { case suite, variant, requirements, signature, start, steps, id }

  /// An error at the value of a member.
  package func error(_ message: String, _ member: Member) -> JSONError {
    let place = places[member] ?? start ?? steps
    return place?.error(.unexpectedValue(message))
      ?? JSONError(offset: 0, line: 1, column: 1, reason: .unexpectedValue(message))
  }

  static func read(_ reader: inout JSONReader, name: String) throws(JSONError) -> CaseDocument {
    var document = CaseDocument(id: name)
    var format: String?
    var missing = ["format", "suite", "start", "steps"]
    try reader.readObject { (reader: inout JSONReader, key: String) throws(JSONError) in
      missing.removeAll { $0 == key }
      _ = try reader.peek()
      if let member = Member(rawValue: key) { document.places[member] = reader }
      switch key {
      case "format":
        let word = try reader.readString()
        guard word == CaseFile.format else {
          throw reader.error(
            .unexpectedValue("the format is \"\(word)\"; this version reads \(CaseFile.format)"))
        }
        format = word
      case "suite": document.suite = try reader.readString()
      case "id": document.id = try readID(&reader)
      case "title": document.title = try reader.readString()
      case "variant": document.variant = try reader.readString()
      case "requirements": document.requirements = try readStrings(&reader)
      case "needs": document.needs = try readNeeds(&reader)
      case "provenance": document.provenance.merge(try Provenance.read(&reader))
      case "signature":
        let text = try reader.readString()
        guard let signature = Signature(text) else {
          throw reader.error(
            .unexpectedValue("a signature has the form \"ABT-CB-04 wrong-status\""))
        }
        document.provenance.signature = signature
      case "comment": document.provenance.comment = try reader.readString()
      case "start":
        document.start = reader
        try reader.skipValue()
      case "steps":
        document.steps = reader
        try reader.skipValue()
      default:
        _ = try reader.peek()
        throw reader.error(
          .unexpectedValue(
            "a case has no member \"\(key)\""
              + (NearestName.of(key, among: members).map { "; did you mean \"\($0)\"?" } ?? ";")
              + " free text goes into \"comment\""))
      }
    }
    if format == nil { missing = ["format"] }
    if let member = missing.first { throw reader.error(.missingMember(member)) }
    return document
  }

  private init(id: String) { self.id = id }

  private static let members = [
    "format", "suite", "id", "title", "variant", "requirements", "needs", "provenance",
    "signature", "comment", "start", "steps",
  ]

  private static func readID(_ reader: inout JSONReader) throws(JSONError) -> String {
    let start = reader.offset
    let id = try reader.readString()
    let isSound =
      !id.isEmpty && id.utf8.count <= 400
      && id.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") }
      && !id.split(separator: "/", omittingEmptySubsequences: false).contains {
        $0.isEmpty || $0 == "." || $0 == ".."
      }
    guard isSound else {
      throw reader.error(
        .unexpectedValue(
          "an id is words of printable ASCII between slashes, without spaces, at most 400 bytes"),
        at: start)
    }
    return id
  }

  private static func readNeeds(_ reader: inout JSONReader) throws(JSONError) -> [String] {
    var needs: [String] = []
    try reader.readArray { (reader: inout JSONReader) throws(JSONError) in
      let start = reader.offset
      let name = try reader.readString()
      guard !name.isEmpty, name.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
        throw reader.error(
          .unexpectedValue("the name of a capability is a word of printable ASCII"), at: start)
      }
      needs.append(name)
    }
    return needs
  }

  private static func readStrings(_ reader: inout JSONReader) throws(JSONError) -> [String] {
    var strings: [String] = []
    try reader.readArray { (reader: inout JSONReader) throws(JSONError) in
      strings.append(try reader.readString())
    }
    return strings
  }
}

extension Provenance {
  fileprivate static func read(_ reader: inout JSONReader) throws(JSONError) -> Provenance {
    var provenance = Provenance()
    try reader.readObject { (reader: inout JSONReader, key: String) throws(JSONError) in
      switch key {
      case "generator": provenance.generator = CaseID(try reader.readString())
      case "seed":
        guard let seed = UInt64(exactly: try reader.readInteger()) else {
          throw reader.error(.numberOutOfRange)
        }
        provenance.seed = seed
      case "found": provenance.found = try reader.readString()
      default:
        throw reader.error(
          .unexpectedValue("a provenance has generator, seed and found, and no \"\(key)\""))
      }
    }
    return provenance
  }

  fileprivate mutating func merge(_ other: Provenance) {
    generator = other.generator
    seed = other.seed
    found = other.found
  }
}
