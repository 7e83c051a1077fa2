import Forge
import WireFormat

/// The parameters of a request, and what is carried in them.
struct RequestParameters {
  /// A value that has layers inside.
  struct Carried {
    let name: String
    let isEncrypted: Bool
    /// After percent-decoding.
    let text: [UInt8]
  }

  /// `data` and encrypted data, the first of each, where they are text.
  private(set) var carried: [Carried] = []
  /// Index and total of a piece of several; nil for whole data.
  private(set) var piece: (index: Int, total: Int)?

  private let context: ForgeContext
  private let names: Dialect.Parameters
  private let allNames: [String]
  /// How long they are.
  private let nameLengths: ClosedRange<Int>
  private let limits: AnatomyLimits
  private let rightToken: String?
  private var seen: Set<String> = []
  private var index: URLText?
  private var total: URLText?
  /// Where the last of both numbers stands.
  private var chunkPlace = 0

  /// Reads all parameters, and notes as many as the limits allow and those that the protocol knows.
  init(
    _ url: RequestURL, for context: ForgeContext, _ limits: AnatomyLimits,
    to sheet: inout NoteSheet
  ) {
    self.context = context
    names = context.parameterNames
    allNames = [
      names.token, names.profile, names.payload, names.data, names.encryptedData, names.chunk,
      names.chunks,
    ]
    let counts = allNames.map(\.utf8.count)
    nameLengths = (counts.min() ?? 0)...(counts.max() ?? 0)
    self.limits = limits
    rightToken = context.shared.rightToken(
      bundleIdentifier: context.bundleIdentifier, apiKey: context.apiKey)
    var left = 0
    var cutFrom: Int?
    for piece in QueryScan(url.query) {
      let isNew = known(piece.name).map { !seen.contains($0) } ?? false
      guard piece.number <= limits.maxParameters || isNew else {
        left += 1
        cutFrom = cutFrom ?? piece.range.lowerBound
        continue
      }
      add(piece, to: &sheet)
    }
    let end = url.query?.endIndex ?? url.path.endIndex
    if let cutFrom { sheet.addCut(cutFrom..<end, left, "parameter") }
    addMissing(url, at: end, to: &sheet)
    readChunk(to: &sheet)
  }

  /// The name as the protocol has it; nil for one that it does not know.
  private func known(_ name: ArraySlice<UInt8>) -> String? {
    guard nameLengths.contains(name.count) else { return nil }
    return allNames.first { name.hasSameBytes(as: $0) }
  }

  private mutating func add(_ piece: QueryScan.Piece, to sheet: inout NoteSheet) {
    var head = ByteNote(piece.head, "parameter \(Words.number(piece.number))")
    let name = known(piece.name)
    let isFirst = name.map { seen.insert($0).inserted } ?? true
    if name == nil { Self.judge(piece.name, among: allNames, &head) }
    if !isFirst { head.mark(.unusual, "it occurs twice (ABT-URL-13)") }
    sheet.add(head)
    let raw = piece.value ?? piece.name[piece.name.endIndex...]
    var note = ByteNote(raw.startIndex..<raw.endIndex, depth: 1, "")
    let text = URLText(decoding: raw)
    note.meaning = words(text, of: name, raw, &note, isFirst: isFirst)
    switch text {
    case .malformedEscape(let offset):
      let place = Finding(
        at: raw.startIndex + offset, "an escape is malformed", clause: "ABT-URL-18")
      note.mark(name == nil ? .unusual : .defect, place.sentence)
    case .notUTF8:
      note.mark(name == nil ? .unusual : .defect, "it is no UTF-8 (ABT-URL-18)")
    case .text: break
    }
    sheet.add(note)
    EscapeNotes.add(raw, depth: 2, limits, to: &sheet)
  }

  /// What is odd about a name that the protocol does not know.
  private static func judge(
    _ name: ArraySlice<UInt8>, among names: [String], _ note: inout ByteNote
  ) {
    if name.contains(UInt8(ascii: "%")) {
      note.mark(.unusual, "its name is percent-encoded (section 4.1)")
    } else if names.contains(where: { AddressAnatomy.isSameWord(name, $0) }) {
      note.mark(.unusual, "a name of the protocol in other case (ABT-URL-17)")
    } else {
      note.meaning += ", unknown to the protocol"
    }
  }

  private mutating func words(
    _ text: URLText, of name: String?, _ raw: ArraySlice<UInt8>, _ note: inout ByteNote,
    isFirst: Bool
  ) -> String {
    let size = Words.count(raw.count, "byte")
    switch name {
    case names.token?: return token(text, &note)
    case names.profile?, names.payload?:
      if text == .text("") { note.mark(.defect, "it is empty (ABT-URL-12)") }
      return name == names.profile ? "UUID of the profile" : "UUID of the payload"
    case names.data?, names.encryptedData?:
      let isEncrypted = name == names.encryptedData
      guard let string = text.string, isFirst else { return size }
      if string.isEmpty { note.mark(.defect, "it is empty (ABT-URL-14)") }
      if !string.isEmpty {
        carried.append(
          Carried(name: name ?? "", isEncrypted: isEncrypted, text: Array(string.utf8)))
      }
      let kind = isEncrypted ? "encrypted data" : "data"
      return "\(kind): \(Words.count(string.utf8.count, "character")) of Base64, taken apart below"
    case names.chunk?:
      if isFirst { (index, chunkPlace) = (text, note.range.lowerBound) }
      return "number of the piece"
    case names.chunks?:
      if isFirst { (total, chunkPlace) = (text, note.range.lowerBound) }
      return "number of pieces"
    default: return raw.isEmpty ? "no value" : size
    }
  }

  private func token(_ text: URLText, _ note: inout ByteNote) -> String {
    guard let rightToken else { return "the token, which only the dialect's command can check" }
    if text == .text(rightToken) { return "the right token" }
    if text == .text("") {
      note.mark(.defect, "there is no token (ABT-TOK-04)")
    } else if text.string?.lowercased() == rightToken {
      note.mark(.defect, "it is right but for the case of its digits (ABT-TOK-05)")
    } else if let sent = text.string, rightToken.hasPrefix(sent) {
      note.mark(.defect, "it is cut off (ABT-TOK-05)")
    } else if text.string != nil {
      note.mark(.defect, "it is not the app's (ABT-TOK-02)")
    }
    return "a token"
  }

  private func addMissing(_ url: RequestURL, at end: Int, to sheet: inout NoteSheet) {
    func add(_ words: String, _ remark: String) {
      let start = url.query?.isEmpty == true ? end - 1 : end
      sheet.add(ByteNote(start..<end, words).marked(.defect, remark))
    }
    guard let query = url.query, !query.isEmpty else {
      return add("parameters should stand here", "there are none (ABT-URL-19)")
    }
    let wanted = [
      (names.token, "ABT-TOK-04"), (names.profile, "ABT-URL-12"), (names.payload, "ABT-URL-12"),
    ]
    for (name, clause) in wanted where !seen.contains(name) {
      add("\(name) should stand somewhere", "there is no \(name) (\(clause))")
    }
    if !seen.contains(names.data), !seen.contains(names.encryptedData) {
      add("\(names.data) should stand somewhere", "there is no data (ABT-DEL-05)")
    }
  }

  /// Section 4.10: both numbers, the index within the total, the total within the limit.
  private mutating func readChunk(to sheet: inout NoteSheet) {
    guard index != nil || total != nil else { return }
    func mark(_ standing: ByteNote.Standing, _ words: String) {
      sheet.mark(standing, Finding(at: chunkPlace, words, clause: nil))
    }
    guard !Self.isOdd(index), !Self.isOdd(total) else {
      return mark(.unusual, "leading zeros, signs and spaces are open to readers (section 4.10)")
    }
    let index = index.flatMap(Self.number) ?? 0
    let total = total.flatMap(Self.number) ?? 0
    let limit = context.dialect.limits.maxChunks
    if index < 1 || index > total {
      mark(.defect, "number and total of the pieces are not right (ABT-CHUNK-07)")
    } else if total > limit {
      mark(.defect, "no more than \(Words.number(limit)) pieces are allowed (ABT-CHUNK-08)")
    } else if total > 1 {
      piece = (index, total)
    }
  }

  /// A decimal number; nil for anything else, and the largest `Int` for all beyond it.
  private static func number(_ text: URLText) -> Int? {
    guard let text = text.string, !text.isEmpty, text.utf8.allSatisfy(isDigit) else { return nil }
    return Int(text) ?? .max
  }

  /// Whether it is a number but for leading zeros, a sign or spaces.
  private static func isOdd(_ text: URLText?) -> Bool {
    guard let text = text?.string, !text.isEmpty, text != "0" else { return false }
    var digits = Array(text.utf8.drop { [0x20, 0x09, 0x2B, 0x2D, 0x30].contains($0) })
    while let last = digits.last, last == 0x20 || last == 0x09 { digits.removeLast() }
    return text.utf8.count > digits.count && digits.allSatisfy(isDigit)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
