import JSONText
import WireFormat

/// Reads a dialect file field by field.
///
/// A wrong field does not end the reading: all problems of a file are reported at once, up to
/// `maxProblems`. Text that is not JSON ends it.
struct DialectReader {
  /// After this many problems the rest is not read.
  static let maxProblems = 20
  static let limits = JSONLimits(maxBytes: DialectFile.maxBytes, maxDepth: 16, maxNodes: 10_000)

  let bytes: [UInt8]
  var draft = DialectDraft()
  var problems: [DialectProblem] = []
  /// The field that is being read, for errors of the text itself.
  private var path = ""

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// - Throws: all that is wrong.
  mutating func read() throws(DialectError) -> Dialect {
    var isComplete = true
    do throws(JSONError) {
      try JSONReader.read(bytes, limits: Self.limits) { (reader) throws(JSONError) in
        try readSection(nil, &reader)
        path = ""
      }
      findContradictions()
    } catch {
      if problems.count < Self.maxProblems { note(error) }
      isComplete = false
    }
    guard problems.isEmpty else {
      throw DialectError(
        problems: problems.sorted { ($0.line, $0.column) < ($1.line, $1.column) },
        isComplete: isComplete)
    }
    return draft.dialect
  }

  /// Reads the members of the whole file, or of one section.
  private mutating func readSection(
    _ section: String?, _ reader: inout JSONReader
  ) throws(JSONError) {
    try reader.readObject { (reader, name) throws(JSONError) in
      let whole = section.map { $0 + "." + name } ?? name
      path = whole
      _ = try reader.peek()
      if section == nil, DialectSchema.sections.contains(where: { $0.isExactly(name) }) {
        try readSection(named: name, &reader)
      } else if let field = DialectSchema.field(whole) {
        try read(field, &reader)
      } else {
        let position = MemberName.start(in: bytes, before: reader.offset)
        try note(whole, unknown(name, in: section), at: position, reader)
        try reader.skipValue()
      }
      path = section ?? ""
    }
  }

  private mutating func readSection(
    named name: String, _ reader: inout JSONReader
  ) throws(JSONError) {
    let kind = try reader.peek()
    guard kind == .object else {
      let names = DialectSchema.names(in: name).joined(separator: ", ")
      let reason = DialectProblem.Reason.wrongKind(
        found: kind, allowed: "an object with the fields \(names)")
      try note(name, reason, at: reader.offset, reader)
      return try reader.skipValue()
    }
    try readSection(name, &reader)
  }

  private mutating func read(
    _ field: DialectField, _ reader: inout JSONReader
  ) throws(JSONError) {
    let offset = reader.offset
    draft.offsets[field.path] = offset
    if let reason = draft.fill(field, try reader.readValue()) {
      draft.faulty.insert(field.path)
      try note(field.path, reason, at: offset, reader)
    }
  }

  /// The problem of a name that is not a field. It suggests what may have been meant here, or its
  /// place elsewhere.
  private func unknown(_ name: String, in section: String?) -> DialectProblem.Reason {
    let known = DialectSchema.names(in: section)
    if let near = NearMiss.closest(to: name, among: known) {
      return .unknownField(near: section.map { $0 + "." + near } ?? near, known: known)
    }
    let elsewhere = DialectSchema.fields.filter { $0.section != section }
    let near = NearMiss.closest(to: name, among: elsewhere.map(\.name))
    return .unknownField(
      near: elsewhere.first { $0.name == near }?.path, known: known)
  }

  private mutating func note(_ error: JSONError) {
    var field = path
    if case .duplicateKey(let name) = error.reason {
      field = field.isEmpty ? name : field + "." + name
    }
    problems.append(
      DialectProblem(
        field: field, line: error.line, column: error.column, reason: .text(error.reason)))
  }

  /// - Throws: where there are enough problems.
  private mutating func note(
    _ field: String, _ reason: DialectProblem.Reason, at offset: Int, _ reader: JSONReader
  ) throws(JSONError) {
    let place = reader.error(.valueNotRead, at: offset)
    problems.append(
      DialectProblem(field: field, line: place.line, column: place.column, reason: reason))
    if problems.count >= Self.maxProblems { throw place }
  }
}

extension String {
  /// Equality by bytes: a canonically equivalent name is not the field's name.
  func isExactly(_ other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}

/// Finds names in JSON text that has been read already.
enum MemberName {
  /// The beginning of the name whose value begins at `offset`. Within a string every quotation mark
  /// follows a backslash, so the text can be read backwards as well as forwards.
  static func start(in bytes: [UInt8], before offset: Int) -> Int {
    let quote = UInt8(ascii: "\"")
    guard let end = bytes[..<offset].lastIndex(of: quote) else { return offset }
    var position = end - 1
    while position >= 0 {
      if bytes[position] == quote {
        var backslashes = 0
        while position > backslashes,
          bytes[position - 1 - backslashes] == UInt8(ascii: "\\")
        {
          backslashes += 1
        }
        if backslashes.isMultiple(of: 2) { return position }
      }
      position -= 1
    }
    return offset
  }
}
