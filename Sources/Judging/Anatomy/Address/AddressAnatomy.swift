import Forge
import WireFormat

/// The parts of a URL in front of its parameters, and after them.
struct AddressAnatomy {
  let url: RequestURL
  let dialect: Dialect

  /// What the verb asks for, in whatever case it is written; nil for any other verb.
  var action: RequestForge.Action? {
    let host = url.authority?.host ?? []
    if Self.isSameWord(host, dialect.verbs.apply) { return .apply }
    return Self.isSameWord(host, dialect.verbs.reset) ? .reset : nil
  }

  /// Scheme, authority and path of a request.
  func addRequestHead(for context: ForgeContext, to sheet: inout NoteSheet) {
    addScheme(for: context, to: &sheet)
    addAuthority(to: &sheet) { host, note in
      let verbs = [dialect.verbs.apply, dialect.verbs.reset]
      if verbs.contains(where: { host.hasSameBytes(as: $0) }) {
        note.meaning = "the verb"
      } else if host.isEmpty {
        note.meaning = "the verb should stand here"
        note.mark(.defect, "there is no verb (ABT-URL-19)")
      } else if verbs.contains(where: { Self.isSameWord(host, $0) }) {
        note.meaning = "the verb"
        note.mark(.unusual, "it is written in other case (ABT-URL-07)")
      } else if host.contains(UInt8(ascii: "%")) {
        note.meaning = "the verb, percent-encoded"
        note.mark(.unusual, "a reader need not decode it (section 4.1)")
      } else {
        note.meaning = "the verb"
        note.mark(.defect, "the dialect has no such verb (ABT-URL-06)")
      }
    }
    addPath(to: &sheet)
  }

  /// Scheme, authority and path of a callback.
  func addCallbackHead(to sheet: inout NoteSheet) {
    let prefix = Array(dialect.callbackPrefix.utf8)
    if url.bytes.starts(with: prefix) {
      return sheet.add(ByteNote(0..<headEnd, "the dialect's callback address"))
    }
    var note = ByteNote(0..<headEnd, "the address")
    note.mark(.defect, "the dialect's address is \(dialect.callbackPrefix) (ABT-CB-02)")
    sheet.add(note)
  }

  /// The fragment, if there is one.
  func addTail(to sheet: inout NoteSheet) {
    guard let fragment = url.fragment else { return }
    let range = fragment.startIndex - 1..<fragment.endIndex
    sheet.add(ByteNote(range, "fragment").marked(.unusual, "a request has none (ABT-URL-15)"))
  }

  /// Where the query's `?` is, or where it would be.
  private var headEnd: Int {
    url.query.map { $0.startIndex - 1 } ?? url.fragment.map { $0.startIndex - 1 } ?? url.bytes.count
  }

  private func addScheme(for context: ForgeContext, to sheet: inout NoteSheet) {
    let byBundle = dialect.defaultScheme(bundleIdentifier: context.bundleIdentifier)
    let own = context.urlScheme ?? byBundle
    guard let scheme = url.scheme else {
      return sheet.add(
        ByteNote(0..<0, "the scheme should stand here")
          .marked(.defect, "without a scheme it is none of the app's (ABT-URL-03)"))
    }
    var note = ByteNote(scheme.startIndex..<scheme.endIndex + 1, "the scheme")
    if scheme.hasSameBytes(as: own) {
      note.meaning = own == byBundle ? "the default scheme of the app" : "the app's own scheme"
    } else if url.hasScheme(own) {
      note.mark(.unusual, "it is written in other case (ABT-URL-05)")
    } else if url.hasScheme(byBundle) {
      note.mark(.unusual, "the default one, where the app has its own (ABT-URL-02)")
    } else {
      note.mark(.defect, "it is none of the app's: the answer is NO (ABT-URL-03)")
    }
    sheet.add(note)
  }

  private func addAuthority(
    to sheet: inout NoteSheet, _ tell: (ArraySlice<UInt8>, inout ByteNote) -> Void
  ) {
    guard let authority = url.authority else {
      let start = url.path.startIndex
      return sheet.add(
        ByteNote(start..<start, "// and the verb should stand here")
          .marked(.unusual, "what readers do without // is not laid down (section 4.1)"))
    }
    let start = (url.scheme.map { $0.endIndex + 1 } ?? 0)
    if let user = authority.userInformation {
      sheet.add(
        ByteNote(start..<user.endIndex + 1, "user information")
          .marked(.unusual, "a request has none (ABT-URL-15)"))
    }
    let host = authority.host
    var note = ByteNote(
      (authority.userInformation.map { $0.endIndex + 1 } ?? start)..<host.endIndex, "")
    tell(host, &note)
    sheet.add(note)
    if let port = authority.port {
      sheet.add(
        ByteNote(port.startIndex - 1..<port.endIndex, "port")
          .marked(.unusual, "a request has none (ABT-URL-15)"))
    }
  }

  private func addPath(to sheet: inout NoteSheet) {
    guard !url.path.isEmpty else { return }
    sheet.add(
      ByteNote(url.path.startIndex..<url.path.endIndex, "path")
        .marked(.unusual, "a request has none (ABT-URL-15)"))
  }

  /// Whether both are the same but for the case of ASCII letters.
  static func isSameWord(_ bytes: ArraySlice<UInt8>, _ word: String) -> Bool {
    func lowered(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }
    return bytes.count == word.utf8.count
      && zip(bytes, word.utf8).allSatisfy { lowered($0) == lowered($1) }
  }
}
