import Conformance
import PayloadCipher
import Synchronization
package import WireFormat

/// A URL that a manager opened, read strictly.
package final class OpenedRequest: Sendable {
  enum Verb: String, Sendable { case apply, reset }

  /// Which piece of its data a request carries.
  package struct Piece: Hashable, Sendable {
    /// From 1.
    package var index: Int
    package var total: Int

    /// The index of another piece, of this many or of one more.
    var otherIndex: Int { index > 1 ? index - 1 : index + 1 }
  }

  /// What the data unpacks to.
  package enum Contents: Sendable {
    case list(PropertyList)
    /// It has a form of which nobody says whether it is right, and no certain value.
    case unclear
    /// It is no data, and why.
    case broken(String)
  }

  package let url: RequestURL
  let verb: Verb?
  /// The parameters of the protocol, decoded once; of one that stands twice the first.
  private let values: [String: [UInt8]]
  /// The values of all other parameters.
  package let others: [[UInt8]]
  /// What is wrong with the URL itself, or nil.
  package let fault: String?
  /// The piece that `chunk` and `chunks` name, or nil for a whole request.
  package let piece: Piece?
  private let contents = Mutex<(app: InstalledApp, contents: Contents)?>(nil)

  private static let names = [
    "token", "profile", "payload", "data", "data-x", "chunk", "chunks",
  ]

  package init(_ bytes: [UInt8]) {
    let url = RequestURL(bytes)
    self.url = url
    let host = url.authority?.host ?? []
    verb = [Verb.apply, .reset].first { host.hasSameBytes(as: $0.rawValue) }
    var values: [String: [UInt8]] = [:]
    var others: [[UInt8]] = []
    var fault = CallbackURL.firstDefect(of: url).map { "it is no URI: \($0)" }
    url.forEachParameter { parameter in
      guard case .decoded(let value) = PercentCoding.decode(parameter.value ?? []) else { return }
      guard let name = Self.names.first(where: parameter.name.hasSameBytes) else {
        return others.append(value)
      }
      if values[name] != nil { fault = fault ?? "\(name) stands twice" }
      values[name] = values[name] ?? value
    }
    piece = Self.piece(values, &fault)
    self.values = values
    self.others = others
    self.fault = fault
  }

  private static func piece(_ values: [String: [UInt8]], _ fault: inout String?) -> Piece? {
    guard values["chunk"] != nil || values["chunks"] != nil else { return nil }
    func number(_ name: String) -> Int? {
      values[name].flatMap { Int(String(decoding: $0, as: UTF8.self)) }
    }
    guard let index = number("chunk"), let total = number("chunks"), total >= 1,
      (1...total).contains(index)
    else {
      fault = fault ?? "chunk and chunks are no piece and number of pieces"
      return nil
    }
    // One piece of one is a request without both (ABT-CHUNK-02).
    return total == 1 ? nil : Piece(index: index, total: total)
  }

  package func value(of name: String) -> [UInt8]? { values[name] }

  /// A value as text, for messages.
  package func text(of name: String) -> String {
    values[name].map { String(decoding: $0, as: UTF8.self) } ?? "nothing"
  }

  func isFor(profile: String, payload: String) -> Bool {
    (values["profile"] ?? []).elementsEqual(profile.utf8)
      && (values["payload"] ?? []).elementsEqual(payload.utf8)
  }

  /// The packed bytes of `data` or `data-x`, or why there are none.
  package var packed: Reading<[UInt8]>? {
    (values["data-x"] ?? values["data"]).map { Base64Text.read($0) }
  }

  /// What a whole request carries, for the app that it is for.
  package func contents(for app: InstalledApp, _ ring: CipherRing) -> Contents {
    contents.withLock { known in
      if let known, known.app == app { return known.contents }
      let contents = Self.contents(
        packed, isEncrypted: values["data-x"] != nil, for: app, ring)
      known = (app, contents)
      return contents
    }
  }

  package static func contents(
    _ packed: Reading<[UInt8]>?, isEncrypted: Bool, for app: InstalledApp, _ ring: CipherRing
  ) -> Contents {
    guard let packed else { return .broken("there is neither data nor data-x") }
    if let defect = packed.defect { return .broken("\(defect)") }
    guard var bytes = packed.value else { return .unclear }
    if isEncrypted {
      guard case .bytes(let plain) = ring.cipher(of: app).decrypt(bytes) else {
        return .broken("data-x is not encrypted with the app's key")
      }
      bytes = plain
    }
    let reading = Packing.unpack(bytes)
    if let defect = reading.defect { return .broken("\(defect)") }
    return reading.value.map { .list($0) } ?? .unclear
  }
}

/// The pieces that a manager has opened, in order.
struct PieceLog {
  private(set) var latestIsComplete = false
  /// All assemblies, with the pieces that were opened of each.
  private(set) var assemblies: [[OpenedRequest]] = []
  /// Whether a piece was opened twice in one assembly, or between those of another.
  private(set) var hasForeignPiece = false

  package init(_ opened: [OpenedRequest]) {
    for request in opened {
      guard let piece = request.piece else {
        latestIsComplete = false
        continue
      }
      if let last = assemblies.last, !Self.isComplete(last), let first = last.first,
        Self.isSame(first, request)
      {
        if last.contains(where: { $0.piece == piece }) { hasForeignPiece = true }
        assemblies[assemblies.count - 1].append(request)
      } else {
        assemblies.append([request])
      }
      latestIsComplete = Self.isComplete(assemblies[assemblies.count - 1])
    }
  }

  static func isComplete(_ pieces: [OpenedRequest]) -> Bool {
    Set(pieces.compactMap { $0.piece?.index }).count == pieces.first?.piece?.total
  }

  private static func isSame(_ one: OpenedRequest, _ other: OpenedRequest) -> Bool {
    one.verb == other.verb && one.piece?.total == other.piece?.total
      && one.value(of: "profile") == other.value(of: "profile")
      && one.value(of: "payload") == other.value(of: "payload")
  }
}
