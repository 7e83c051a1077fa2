import WireFormat

/// The parameters of a callback.
struct CallbackParameters {
  /// The first `changedValues` after percent-decoding; nil where there is none, or no text.
  private(set) var changedValues: [UInt8]?

  private let dialect: Dialect
  private let limits: AnatomyLimits
  private var seen: Set<[UInt8]> = []

  /// Reads all parameters, and notes as many as the limits allow.
  init(
    _ url: RequestURL, _ dialect: Dialect, _ limits: AnatomyLimits, to sheet: inout NoteSheet
  ) {
    self.dialect = dialect
    self.limits = limits
    var left = 0
    var cutFrom: Int?
    for piece in QueryScan(url.query) {
      let isChanges = piece.name.hasSameBytes(as: dialect.parameters.changedValues)
      guard piece.number <= limits.maxParameters || isChanges && changedValues == nil else {
        left += 1
        cutFrom = cutFrom ?? piece.range.lowerBound
        continue
      }
      add(piece, to: &sheet)
    }
    let end = url.query?.endIndex ?? url.path.endIndex
    if let cutFrom { sheet.addCut(cutFrom..<end, left, "parameter") }
    if let query = url.query, query.isEmpty {
      sheet.add(ByteNote(end - 1..<end, "parameters should stand here"))
    }
  }

  private mutating func add(_ piece: QueryScan.Piece, to sheet: inout NoteSheet) {
    var head = ByteNote(piece.head, "parameter \(Words.number(piece.number))")
    let raw = piece.value ?? piece.name[piece.name.endIndex...]
    var note = ByteNote(raw.startIndex..<raw.endIndex, depth: 1, "")
    // Names are decoded as well: the manager reads what it is sent.
    let name =
      if case .decoded(let name) = PercentCoding.decode(piece.name) { name } else {
        Array(piece.name)
      }
    if !seen.insert(name).inserted { head.mark(.defect, "it occurs twice (ABT-CB-08)") }
    note.meaning = words(String(decoding: name, as: UTF8.self), raw, &note)
    sheet.add(head)
    sheet.add(note)
    EscapeNotes.add(raw, depth: 2, limits, to: &sheet)
  }

  private mutating func words(
    _ name: String, _ raw: ArraySlice<UInt8>, _ note: inout ByteNote
  ) -> String {
    let names = dialect.parameters
    let text = URLText(decoding: raw)
    switch name {
    case names.token: return "the token, as it was sent"
    case names.profile: return "UUID of the profile, as it was sent"
    case names.payload: return "UUID of the payload, as it was sent"
    case names.chunk: return "number of the piece that this answers"
    case names.status:
      let statuses = [dialect.statuses.success, dialect.statuses.error, dialect.statuses.canceled]
      if !statuses.contains(where: { text == .text($0) }) {
        note.mark(.defect, "the dialect has no such status")
      }
      return "the status"
    case names.errorCode: return text.string.map(code) ?? "the error's number"
    case names.errorMessage:
      if raw.contains(UInt8(ascii: "%")), let string = text.string {
        note.text = TextExcerpt(string.utf8, maxBytes: limits.maxTextBytes)
      }
      return "the error in words"
    case names.changedValues:
      guard let string = text.string else { return "the changed keys" }
      if changedValues == nil { changedValues = Array(string.utf8) }
      return
        "the changed keys: \(Words.count(string.utf8.count, "character")) of Base64, taken apart below"
    default: return "unknown to the protocol"
    }
  }

  private func code(_ text: String) -> String {
    guard let number = Int(text) else { return "the error's number" }
    return Self.meaning(ofCode: number, in: dialect).map { "the error: \($0)" }
      ?? "a number of the app's own"
  }

  /// The error that a number stands for (section 2); nil for a number of the app's own.
  static func meaning(ofCode number: Int, in dialect: Dialect) -> String? {
    let codes = dialect.errorCodes
    let words = [
      (codes.malformedRequest, "malformed request"), (codes.unknownAction, "unknown action"),
      (codes.invalidToken, "invalid token"), (codes.missingData, "missing data"),
      (codes.encryptionUnsupported, "encryption unsupported"),
      (codes.encryptionRequired, "encryption required"),
      (codes.undecodableData, "undecodable data"), (codes.dataTooLarge, "data too large"),
      (codes.invalidDictionary, "invalid dictionary"),
      (codes.unsupportedVersion, "unsupported version"),
      (codes.delegateFailed, "the delegate failed"), (codes.invalidChunk, "invalid piece"),
      (codes.tooManyChunks, "too many pieces"),
    ]
    return words.first { $0.0 == number }?.1
  }
}
