import ReferenceLibrary
import WireFormat

/// Ways of changing decisions that several faults share. Each calls the decision that it replaces.
extension Decisions {
  /// Changes what the dictionary says before it is read.
  mutating func changeDictionary(
    _ change: @escaping @Sendable (inout [PropertyList.Member], Verb) -> Void
  ) {
    let before = readPayload
    readPayload = { (list, verb) throws(RequestFailure) in
      guard case .dictionary(var members) = list else { return try before(list, verb) }
      change(&members, verb)
      return try before(.dictionary(members), verb)
    }
  }

  /// Changes what the dictionary was read as.
  mutating func changePayload(_ change: @escaping @Sendable (inout Payload) -> Void) {
    let before = readPayload
    readPayload = { (list, verb) throws(RequestFailure) in
      var payload = try before(list, verb)
      change(&payload)
      return payload
    }
  }

  /// Changes the members of every dictionary of a configuration, innermost first.
  mutating func changeEntries(
    _ change: @escaping @Sendable ([ConfigurationEntry]) -> [ConfigurationEntry]
  ) {
    changePayload { payload in
      guard case .apply(let entries) = payload.content else { return }
      payload.content = .apply(changed(entries, change))
    }
  }

  /// Changes every value of a configuration, innermost first.
  mutating func changeValues(
    _ change: @escaping @Sendable (ConfigurationValue) -> ConfigurationValue
  ) {
    changePayload { payload in
      guard case .apply(let entries) = payload.content else { return }
      payload.content = .apply(
        entries.map { ConfigurationEntry($0.key, $0.value.map { changed($0, change) }) })
    }
  }

  /// Changes every text of a configuration.
  mutating func changeTexts(_ change: @escaping @Sendable (String) -> String) {
    changeValues { value in
      if case .string(let text) = value { .string(change(text)) } else { value }
    }
  }

  /// Changes the report before its parameters are listed.
  mutating func changeReport(_ change: @escaping @Sendable (inout CallbackReport) -> Void) {
    let before = callbackParameters
    callbackParameters = { report in
      var report = report
      change(&report)
      return before(report)
    }
  }

  /// Changes the parameters of the callback.
  mutating func changeParameters(
    _ change: @escaping @Sendable ([CallbackParameter], CallbackReport) -> [CallbackParameter]
  ) {
    let before = callbackParameters
    callbackParameters = { report in change(before(report), report) }
  }

  /// Changes code and message of the failures that `isMeant` picks.
  mutating func changeFailures(
    _ isMeant: @escaping @Sendable (RequestFailure) -> Bool,
    _ change: @escaping @Sendable (inout FailureReport) -> Void
  ) {
    let before = describe
    describe = { failure, edition in
      var report = before(failure, edition)
      if isMeant(failure) { change(&report) }
      return report
    }
  }

  /// Remembers from now on whether the present request is a piece.
  mutating func rememberPieces() -> Memory<Bool> {
    let isPiece = Memory(false)
    let before = identifiers
    identifiers = { request in
      isPiece.update { $0 = request.chunk != .absent }
      return before(request)
    }
    return isPiece
  }

  /// Remembers from now on of which profile and payload the present request is.
  mutating func rememberIdentifiers() -> Memory<RequestIdentifiers?> {
    let present = Memory<RequestIdentifiers?>(nil)
    let before = identifiers
    identifiers = { request in
      let own = before(request)
      present.update { $0 = own }
      return own
    }
    return present
  }

  /// Remembers from now on the API key that the app's token is made with.
  mutating func rememberKey() -> Memory<String> {
    let key = Memory("")
    let before = ownToken
    ownToken = { app, algorithm in
      key.update { $0 = app.apiKey }
      return before(app, algorithm)
    }
    return key
  }

  /// Reads a list that the standard decision refuses once more, after its markers have been changed.
  mutating func readListChanged(
    _ change: @escaping @Sendable (_ bytes: inout [UInt8], _ markers: [Int]) -> Void
  ) {
    let before = readList
    readList = { reader, bytes in
      if let list = before(&reader, bytes) { return list }
      var bytes = Array(bytes)
      let markers = Self.markers(of: bytes)
      change(&bytes, markers)
      return bytes.withUnsafeBytes { before(&reader, $0) }
    }
  }

  /// Where the objects of a list begin, by its table; nothing where it has none that can be followed.
  private static func markers(of bytes: [UInt8]) -> [Int] {
    guard bytes.count > 40, bytes.count < 65_536 else { return [] }
    let trailer = bytes.count - 32
    func number(at place: Int, _ width: Int) -> Int {
      bytes[place..<(place + width)].reduce(0) { ($0 & 0xFF_FFFF) << 8 | Int($1) }
    }
    let width = Int(bytes[trailer + 6])
    let (count, table) = (number(at: trailer + 8, 8), number(at: trailer + 24, 8))
    guard (1...8).contains(width), table < trailer, count <= (trailer - table) / width else {
      return []
    }
    return (0..<count).map { number(at: table + $0 * width, width) }.filter { $0 < table }
  }

  /// Refuses data that the standard decision takes.
  mutating func refuseLists(
    _ isRefused: @escaping @Sendable (UnsafeRawBufferPointer, PropertyList) -> Bool
  ) {
    let before = readList
    readList = { reader, bytes in
      guard let list = before(&reader, bytes), !isRefused(bytes, list) else { return nil }
      return list
    }
  }
}

private func changed(
  _ entries: [ConfigurationEntry], _ change: ([ConfigurationEntry]) -> [ConfigurationEntry]
) -> [ConfigurationEntry] {
  func inside(_ value: ConfigurationValue) -> ConfigurationValue {
    switch value {
    case .array(let elements): .array(elements.map(inside))
    case .dictionary(let entries): .dictionary(changed(entries, change))
    default: value
    }
  }
  return change(entries.map { ConfigurationEntry($0.key, $0.value.map(inside)) })
}

private func changed(
  _ value: ConfigurationValue, _ change: (ConfigurationValue) -> ConfigurationValue
) -> ConfigurationValue {
  switch value {
  case .array(let elements): change(.array(elements.map { changed($0, change) }))
  case .dictionary(let entries):
    change(
      .dictionary(
        entries.map { entry in
          ConfigurationEntry(entry.key, entry.value.map { changed($0, change) })
        }))
  default: change(value)
  }
}

extension DataSource {
  /// The same parameter with another text.
  func with(_ text: [UInt8]) -> DataSource { isEncrypted ? .encrypted(text) : .plain(text) }
}

extension ConfigurationEntry {
  /// Whether both keys are the same bytes.
  func isNamed(_ other: String) -> Bool { key.utf8.elementsEqual(other.utf8) }
}

/// Texts as languages and libraries change them.
enum Texts {
  /// The bytes of a text after a change to it.
  static func changed(_ bytes: [UInt8], by change: (String) -> String) -> [UInt8] {
    Array(change(String(decoding: bytes, as: UTF8.self)).utf8)
  }

  /// Letters followed by an acute or a diaeresis become one character, as in normal form C.
  static func composed(_ text: String) -> String {
    var scalars: [Unicode.Scalar] = []
    for scalar in text.unicodeScalars {
      let composed: Unicode.Scalar? =
        switch (scalars.last, scalar) {
        case ("a", "\u{308}"): "\u{E4}"
        case ("o", "\u{308}"): "\u{F6}"
        case ("u", "\u{308}"): "\u{FC}"
        case ("e", "\u{301}"): "\u{E9}"
        case ("a", "\u{301}"): "\u{E1}"
        default: nil
        }
      if let composed { scalars[scalars.count - 1] = composed } else { scalars.append(scalar) }
    }
    var result = String.UnicodeScalarView()
    result.append(contentsOf: scalars)
    return String(result)
  }

  /// Without white space at both ends.
  static func trimmed(_ text: String) -> String {
    let scalars = text.unicodeScalars
    let isSpace: (Unicode.Scalar) -> Bool = { $0.properties.isWhitespace }
    guard let start = scalars.firstIndex(where: { !isSpace($0) }),
      let end = scalars.lastIndex(where: { !isSpace($0) })
    else { return "" }
    return String(scalars[start...end])
  }

  /// Up to the first NUL, as a C string ends there.
  static func untilNUL(_ text: String) -> String {
    String(decoding: Array(text.utf8).prefix { $0 != 0 }, as: UTF8.self)
  }

  /// The letters A to Z in lower case.
  static func lowered(_ bytes: some Collection<UInt8>) -> [UInt8] {
    bytes.map { (0x41...0x5A).contains($0) ? $0 + 0x20 : $0 }
  }
}
