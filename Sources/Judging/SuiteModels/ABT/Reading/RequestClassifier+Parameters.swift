import Conformance
import WireFormat

extension RequestClassifier {
  /// The parameters that the protocol knows, decoded once; the first of each name counts.
  struct Parameters {
    private(set) var token: URLText?
    private(set) var profile: URLText?
    private(set) var payload: URLText?
    private(set) var data: URLText?
    private(set) var encryptedData: URLText?
    private(set) var chunk: URLText?
    private(set) var chunks: URLText?
    /// The first one that occurs more than once, and whether its values differ, or may.
    private(set) var repeated: (name: String, differs: Bool)?
    /// The first name of the protocol in other case, and the name that it may have been meant for.
    private(set) var inOtherCase: (name: String, known: String)?
    /// Whether a name is written with escapes.
    private(set) var hasEncodedName = false
    /// The names that another parameter may have been meant for: repeated, with letters of another case, or written with escapes.
    private var unclear: Set<String> = []
    private let names: Dialect.Parameters
    /// All names of the protocol.
    private let all: [String]
    /// How long they are. Most other names are told apart by that alone.
    private let lengths: ClosedRange<Int>
    /// Whether one that the protocol does not know has malformed escapes or is no UTF-8: an excuse to refuse.
    private(set) var hasUnreadableStranger = false

    init(_ url: RequestURL, _ names: Dialect.Parameters) {
      self.init(names)
      url.forEachParameter { add($0) }
    }

    init(_ parameters: [RequestURL.Parameter], _ names: Dialect.Parameters) {
      self.init(names)
      for parameter in parameters { add(parameter) }
    }

    private init(_ names: Dialect.Parameters) {
      self.names = names
      all = [
        names.token, names.profile, names.payload, names.data, names.encryptedData, names.chunk,
        names.chunks,
      ]
      let counts = all.map(\.utf8.count)
      lengths = (counts.min() ?? 0)...(counts.max() ?? 0)
    }

    /// Whether libraries may differ about which parameters count.
    var isUnclear: Bool { !unclear.isEmpty }

    private mutating func add(_ parameter: RequestURL.Parameter) {
      // There may be a million of these, and they say nothing.
      if parameter.name.isEmpty, parameter.value?.isEmpty ?? true { return }
      if parameter.name.contains(UInt8(ascii: "%")) {
        hasEncodedName = true
        if case .decoded(let name) = PercentCoding.decode(parameter.name),
          let known = known(name[...])
        {
          unclear.insert(known)
        }
      }
      let mayBeKnown = lengths.contains(parameter.name.count)
      guard mayBeKnown, let isFirst = take(parameter) else {
        if let value = parameter.value, !URLText.isText(value) { hasUnreadableStranger = true }
        if !parameter.name.isUTF8 { hasUnreadableStranger = true }
        if mayBeKnown, let known = known(parameter.name) {
          unclear.insert(known)
          inOtherCase = inOtherCase ?? (String(decoding: parameter.name, as: UTF8.self), known)
        }
        return
      }
      if !isFirst {
        let name = String(decoding: parameter.name, as: UTF8.self)
        let differs = self[name] != parameter.text
        if repeated.map({ $0.name == name }) ?? true {
          repeated = (name, differs || repeated?.differs == true)
        }
        unclear.insert(name)
      }
    }

    /// What a callback has to repeat.
    var echoes: RequestMeaning.Echoes {
      func echo(_ name: String, _ text: URLText?) -> [UInt8]? {
        guard !unclear.contains(name) else { return nil }
        guard let text else { return [] }
        return text.string.flatMap(RequestClassifier.echo)
      }
      return .init(
        profile: echo(names.profile, profile), payload: echo(names.payload, payload),
        token: echo(names.token, token))
    }

    /// More values of one parameter than these are not followed.
    private static var maxOwners: Int { 4 }

    /// The profiles and payloads that a library may take a request to be for that is unclear about them: every value that the URL gives
    /// under the name, in whatever case it is written.
    func owners(in url: RequestURL) -> [RequestMeaning.Echoes] {
      var profiles: [[UInt8]] = []
      var payloads: [[UInt8]] = []
      func add(_ value: [UInt8], to values: inout [[UInt8]]) {
        if values.count < Self.maxOwners, !values.contains(value) { values.append(value) }
      }
      url.forEachParameter { parameter in
        var name = parameter.name
        if name.contains(UInt8(ascii: "%")), case .decoded(let decoded) = PercentCoding.decode(name)
        {
          name = decoded[...]
        }
        guard let known = known(name), let text = parameter.text.string else { return }
        if known == names.profile { add(Array(text.utf8), to: &profiles) }
        if known == names.payload { add(Array(text.utf8), to: &payloads) }
      }
      if profiles.isEmpty { profiles = [[]] }
      if payloads.isEmpty { payloads = [[]] }
      return profiles.flatMap { profile in
        payloads.map { RequestMeaning.Echoes(profile: profile, payload: $0, token: nil) }
      }
    }

    /// Keeps a parameter that the protocol knows, unless it came before.
    ///
    /// - Returns: whether it is the first of its name; nil for one that the protocol does not know.
    private mutating func take(_ parameter: RequestURL.Parameter) -> Bool? {
      func isFirst(_ place: inout URLText?) -> Bool {
        guard place == nil else { return false }
        place = parameter.text
        return true
      }
      if parameter.isNamed(names.token) { return isFirst(&token) }
      if parameter.isNamed(names.profile) { return isFirst(&profile) }
      if parameter.isNamed(names.payload) { return isFirst(&payload) }
      if parameter.isNamed(names.data) { return isFirst(&data) }
      if parameter.isNamed(names.encryptedData) { return isFirst(&encryptedData) }
      if parameter.isNamed(names.chunk) { return isFirst(&chunk) }
      if parameter.isNamed(names.chunks) { return isFirst(&chunks) }
      return nil
    }

    /// The first value of the parameter of this name.
    private subscript(name: String) -> URLText? {
      switch name {
      case names.token: token
      case names.profile: profile
      case names.payload: payload
      case names.data: data
      case names.encryptedData: encryptedData
      case names.chunk: chunk
      case names.chunks: chunks
      default: nil
      }
    }

    /// The name of the protocol that this one is but for the case of its letters, or nil.
    func known(_ name: ArraySlice<UInt8>) -> String? {
      func lowered(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }
      return all.first { known in
        known.utf8.count == name.count
          && zip(known.utf8, name).allSatisfy { lowered($0) == lowered($1) }
      }
    }

    /// Whether a parameter that this edition knows has malformed escapes or is no UTF-8 (ABT-URL-18).
    func isUnreadable(by edition: Edition) -> Bool {
      func isUnreadable(_ text: URLText?) -> Bool { text != nil && text?.string == nil }
      return isUnreadable(token) || isUnreadable(profile) || isUnreadable(payload)
        || isUnreadable(data) || isUnreadable(chunk) || isUnreadable(chunks)
        || edition == .encrypting && isUnreadable(encryptedData)
    }

    var hasNUL: Bool {
      [profile, payload].contains { $0?.string?.utf8.contains(0) == true }
    }
  }
}

extension RequestURL {
  /// Whether every reader of URLs finds the parameters: there is a verb, a query, and nothing beside them.
  ///
  /// What has another character in its host is no URI (RFC 3986 section 3.2.2), and some readers of URLs find no query in it.
  var isOrdinary: Bool {
    guard let authority, query != nil else { return false }
    return authority.userInformation == nil && authority.port == nil && !authority.host.isEmpty
      && path.isEmpty && fragment == nil && authority.host.allSatisfy(Self.isOfRegisteredNames)
  }
}

extension RequestURL {
  /// Unreserved characters, escapes, sub-delimiters, and what addresses have between brackets.
  fileprivate static func isOfRegisteredNames(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: "-._~%!$&'()*+,;=".utf8.contains(byte)
    }
  }
}

extension ArraySlice<UInt8> {
  fileprivate var isUTF8: Bool {
    allSatisfy { $0 < 0x80 } || String(validating: self, as: UTF8.self) != nil
  }
}

extension URLText {
  /// The place of a number with leading zeros, a sign or spaces, about which the specification says nothing; nil for any other text.
  var oddNumberPlace: FreePlace.ID? {
    guard let text = string, number == nil || text.hasPrefix("0") && text.utf8.count > 1 else {
      return nil
    }
    var digits = Array(text.utf8.drop { [0x20, 0x09, 0x2B, 0x2D, 0x30].contains($0) })
    while let last = digits.last, last == 0x20 || last == 0x09 { digits.removeLast() }
    guard text.utf8.count > digits.count, digits.allSatisfy({ (0x30...0x39).contains($0) })
    else { return nil }
    if text.utf8.contains(where: { $0 == 0x20 || $0 == 0x09 }) { return "chunk/spaces" }
    let hasSign = text.utf8.contains { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") }
    return hasSign ? "chunk/sign" : "chunk/leading-zeros"
  }

  /// The number that a reader finds who does not mind zeros and a sign in front, and spaces around; nil where there is none.
  var looseNumber: Int? {
    guard let text = string else { return nil }
    let digits = text.utf8.filter { $0 != 0x20 && $0 != 0x09 && $0 != 0x2B && $0 != 0x2D }
    guard !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int(String(decoding: digits, as: UTF8.self))
  }

  /// The decimal number that the text is, nil for anything else (section 4.10); the largest `Int` stands for all beyond it.
  var number: Int? {
    guard let text = string, !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) })
    else { return nil }
    return Int(text) ?? .max
  }
}
