public import JSONText

extension Hello {
  /// Reads a `hello` reply from its opening brace.
  ///
  /// - Throws: `missingMember` for `protocol`, `implementation`, its `name`, and `suites`;
  ///   `unexpectedType` and `unexpectedValue` for what is not a claim.
  public static func read(from reader: inout JSONReader) throws(JSONError) -> Hello {
    var hello = Hello(implementationName: "", implementationVersion: "", language: "")
    var missing = ["protocol", "implementation", "suites"]
    try reader.readObject { (reader: inout JSONReader, key: String) throws(JSONError) in
      switch key {
      case "protocol": hello.protocolVersion = Int(clamping: try reader.readInteger())
      case "implementation": try hello.readImplementation(from: &reader)
      case "suites": try hello.readSuites(from: &reader)
      case "freshProcess":
        hello.freshProcess = try reader.readBoolean()
        return
      default:
        try reader.skipValue()
        return
      }
      missing.removeAll { $0 == key }
    }
    // An adapter of another version may look different, so only its version number is read.
    if !missing.contains("protocol"), hello.protocolVersion != Frame.protocolVersion {
      return hello
    }
    if let member = missing.first { throw reader.error(.missingMember(member)) }
    return hello
  }

  private mutating func readImplementation(from reader: inout JSONReader) throws(JSONError) {
    var name: String?
    var version = ""
    var language = ""
    try reader.readObject { (reader: inout JSONReader, key: String) throws(JSONError) in
      switch key {
      case "name": name = try reader.readString()
      case "version": version = try reader.readString()
      case "language": language = try reader.readString()
      default: try reader.skipValue()
      }
    }
    guard let name else { throw reader.error(.missingMember("name")) }
    implementationName = name
    implementationVersion = version
    self.language = language
  }

  private mutating func readSuites(from reader: inout JSONReader) throws(JSONError) {
    var claims: [String: SuiteClaim] = [:]
    try reader.readObject { (reader: inout JSONReader, suite: String) throws(JSONError) in
      let start = reader.offset
      let options = try reader.readValue()
      guard case .object = options else {
        throw reader.error(.unexpectedType(expected: "an object"), at: start)
      }
      for key in ["editions", "capabilities"] {
        guard let listed = options[key] else { continue }
        guard let elements = listed.arrayValue, elements.allSatisfy({ $0.stringValue != nil })
        else {
          throw reader.error(
            .unexpectedValue("\"\(key)\" of a suite is an array of strings"), at: start)
        }
      }
      // What is longer than a word is no suite that is known.
      if suite.utf8.count <= JSONReader.longestWord { claims[suite] = SuiteClaim(options: options) }
    }
    suites = claims
  }

  /// Writes the members of a `hello` reply after its `type`, with the suites sorted by name.
  public func writeMembers(to writer: inout JSONWriter) {
    writer.key("protocol")
    writer.integer(protocolVersion)
    writer.key("implementation")
    writer.beginObject()
    writer.key("name")
    writer.string(implementationName)
    writer.key("version")
    writer.string(implementationVersion)
    writer.key("language")
    writer.string(language)
    writer.endObject()
    writer.key("suites")
    writer.beginObject()
    for (name, claim) in suites.sorted(by: { $0.key < $1.key }) {
      writer.key(name)
      writer.value(claim.options)
    }
    writer.endObject()
    if freshProcess {
      writer.key("freshProcess")
      writer.boolean(true)
    }
  }
}
