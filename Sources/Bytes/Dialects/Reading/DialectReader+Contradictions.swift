import JSONText
import WireFormat

extension DialectReader {
  /// Finds fields that are right on their own but wrong together. Ignores pairs in which one field
  /// is wrong on its own.
  mutating func findContradictions() {
    for group in DialectSchema.groups { findSameNames(in: group) }
    settleToken()
    if isSound("magic", "changedValuesCarryMagic"), draft.dialect.magic.isEmpty,
      draft.dialect.changedValuesCarryMagic
    {
      note("changedValuesCarryMagic", "magic", "there is no magic to carry: `magic` is empty")
    }
    let limits = draft.dialect.limits
    if isSound("limits.maxChunks", "limits.maxPackedBytes"),
      limits.maxChunks > limits.maxPackedBytes
    {
      note(
        "limits.maxChunks", "limits.maxPackedBytes",
        "\(limits.maxChunks) pieces cannot share \(limits.maxPackedBytes) bytes "
          + "(limits.maxPackedBytes): no piece is empty")
    }
  }

  private mutating func findSameNames(in group: DialectSchema.Group) {
    let paths = group.paths.filter { isSound($0) }
    for (position, later) in paths.enumerated() {
      for earlier in paths[..<position] {
        guard let name = heldName(later), let other = heldName(earlier) else { continue }
        // Swift's equality is canonical equivalence. That is right here: readers differ on
        // equivalent names as keys of one dictionary.
        guard group.ignoresCase ? name.lowercased() == other.lowercased() : name == other
        else { continue }
        let isLaterTold = offset(later) ?? -1 > offset(earlier) ?? -1
        let (told, untold) = isLaterTold ? (later, earlier) : (earlier, later)
        note(
          told, .sameName(isLaterTold ? name : other, field: untold, place: group.place))
      }
    }
  }

  /// Only `external` has a command.
  private mutating func settleToken() {
    guard isSound("token.algorithm", "token.command") else { return }
    switch (draft.dialect.token, draft.command) {
    case (.external, let command?): draft.dialect.token = .external(command: command)
    case (.external, nil):
      note(
        "token.algorithm", "token.command",
        "external needs a command: add \"command\": [\"program\", …] beside it")
    case (let algorithm, _?):
      note(
        "token.command", "token.algorithm",
        "a command is for the algorithm external, not for \(algorithm.word)")
    case (_, nil): break
    }
  }

  private func isSound(_ paths: String...) -> Bool {
    paths.allSatisfy { !draft.faulty.contains($0) }
  }

  private func offset(_ path: String) -> Int? { draft.offsets[path] }

  private func heldName(_ path: String) -> String? {
    DialectSchema.field(path)?.value(in: draft.dialect)?.stringValue
  }

  /// Notes a contradiction between `path` and `other` at the one that the file contains.
  private mutating func note(_ path: String, _ other: String, _ words: String) {
    note(draft.offsets[path] == nil ? other : path, .contradiction(words))
  }

  private mutating func note(_ path: String, _ reason: DialectProblem.Reason) {
    guard problems.count < Self.maxProblems else { return }
    let (line, column) = place(at: offset(path) ?? 0)
    problems.append(DialectProblem(field: path, line: line, column: column, reason: reason))
  }

  private func place(at offset: Int) -> (line: Int, column: Int) {
    var line = 1
    var start = 0
    for index in bytes[..<offset].indices where bytes[index] == UInt8(ascii: "\n") {
      line += 1
      start = index + 1
    }
    return (line, offset - start + 1)
  }
}
