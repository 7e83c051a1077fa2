import Forge
import PayloadCipher
import Testing
import WireFormat

@testable import Anatomy

/// Holds a dissection against the strict readers, which read the same bytes on their own.
struct Agreement {
  private static let cipher = RequestRenderer().cipher(for: Samples.context)

  /// Expects that both agree on a request, and that the notes are well-formed.
  static func expect(_ url: [UInt8], _ comment: @autoclosure () -> String = "") {
    let dissection = Anatomist(limits: .full).request(url, for: Samples.context)
    for (name, isEncrypted) in [("data", false), ("data-x", true)] {
      let layers = dissection.layers(in: name)
      guard let text = text(of: name, url) else {
        #expect(layers.isEmpty, "\(comment())")
        continue
      }
      let decoded = Base64Text.read(text)
      if layers.contains(where: { $0.kind == .piece }) {
        expect(layers.prefix(1), decoded.then { .accepted($0.count) }, comment())
      } else {
        expect(layers[...], decoded.then { unpack($0, isEncrypted) }, comment())
      }
    }
    for layer in dissection.layers { expectWellFormed(layer, comment()) }
    // What the usual limits leave out changes no verdict.
    let usual = Anatomist().request(url, for: Samples.context)
    #expect(usual.layers.map(\.ending) == dissection.layers.map(\.ending), "\(comment())")
    #expect(usual.layers.map(\.notes.count).max() ?? 0 <= 400, "\(comment())")
  }

  private static func text(of name: String, _ url: [UInt8]) -> [UInt8]? {
    let parameter = RequestURL(url).parameters.first { $0.isNamed(name) }
    guard let text = parameter?.text.string, !text.isEmpty else { return nil }
    return Array(text.utf8)
  }

  private static func unpack(_ bytes: [UInt8], _ isEncrypted: Bool) -> Reading<PropertyList> {
    guard isEncrypted else { return Packing.unpack(bytes) }
    switch cipher.decrypt(bytes) {
    case .bytes(let plain): return Packing.unpack(plain)
    case .badLength: return .refused(Defect(.cipherLength, at: bytes.count))
    case .badPadding: return .refused(Defect(.cipherPadding, at: max(0, bytes.count - 8)))
    }
  }

  private static func expect<Value>(
    _ layers: ArraySlice<DissectedLayer>, _ reading: Reading<Value>, _ comment: String
  ) {
    let stops = layers.filter { $0.ending.defect != nil }
    let frees = layers.compactMap(\.ending.freedom)
    switch reading {
    case .accepted:
      let inner = layers.last { $0.kind == .value }?.ending
      let rule = inner?.defect?.clause ?? inner?.freedom?.clause ?? "ABT-DICT"
      #expect(rule.hasPrefix("ABT-DICT") && inner?.isJudged ?? true, "\(comment)")
      let layers = layers.filter { $0.kind != .value }
      #expect(layers.allSatisfy { $0.ending == .complete }, "\(comment)")
      let odd = layers.flatMap(\.notes).filter { $0.standing != .fine }
      #expect(odd.isEmpty, "\(comment)")
    case .free(let freedom, _):
      #expect(stops.isEmpty && frees.contains(Finding(freedom)), "\(comment): \(freedom) \(frees)")
    case .refused(let defect):
      let stop = stops.first
      #expect(stops.count == 1, "\(comment): \(defect)")
      #expect(stop?.ending.defect?.words == Finding(defect).words, "\(comment)")
      #expect(stop?.ending.defect?.clause == Finding(defect).clause, "\(comment)")
      #expect(stop?.kind.rawValue == kind(of: defect), "\(comment)")
      // These two tell the byte where it happens instead of a place in what is unpacked.
      if ![.overLimit, .topNotDictionary].contains(defect.reason.kind) {
        #expect(stop?.ending.defect?.offset == defect.offset, "\(comment)")
      }
      #expect(stop?.notes.contains { $0.standing == .defect } == true, "\(comment)")
      let after = layers.drop { $0.ending.defect == nil }.dropFirst()
      #expect(after.allSatisfy { !$0.ending.isJudged }, "\(comment)")
    }
  }

  private static func kind(of defect: Defect) -> String {
    switch defect.layer {
    case .base64: "base64"
    case .cipher: "cipher"
    case .zlib: "zlib"
    case .magic: "magic"
    case .propertyList: "property-list"
    case .dictionary, .changedValues: "value"
    }
  }

  /// All ranges lie within the layer, and together they leave no byte out.
  static func expectWellFormed(_ layer: DissectedLayer, _ comment: String) {
    let all = 0..<layer.bytes.count
    for note in layer.notes {
      #expect(note.range.clamped(to: all) == note.range, "\(comment), \(layer.kind): \(note)")
      if let bits = note.bits {
        #expect(bits.upperBound <= 8 * layer.bytes.count, "\(comment)")
      }
      #expect((note.standing == .fine) == (note.remark == nil), "\(comment)")
    }
    guard layer.kind != .value else { return }
    var end = 0
    for note in layer.notes.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      #expect(note.range.lowerBound <= end, "\(comment), \(layer.kind): a gap at \(end)")
      end = max(end, note.range.upperBound)
    }
    #expect(end == layer.bytes.count, "\(comment), \(layer.kind) ends at \(end)")
  }
}
