package import Conformance
package import Forge
import WireFormat

// Requests of exactly so many bytes.
extension RequestGenerator {
  /// A right request whose data unpacks to exactly so many bytes, nearly all of them one long text: a value of a set request, a key of a
  /// reset request.
  ///
  /// - Throws: where no text does that.
  package mutating func request(
    _ action: RequestForge.Action, unpackingTo size: Int,
    _ compression: CompressionLayer = .canonical
  ) throws(HarnessFault) -> RequestForge {
    var forge = action == .apply ? apply([]) : reset([])
    forge.compression = compression
    guard fill(&forge, to: size, by: { unpackedCount(of: $0) }) else {
      throw HarnessFault("no data of \(size) bytes was made")
    }
    return forge
  }

  /// Gives a request so much of some contents that what is measured of it is exactly `size`.
  ///
  /// - Parameters:
  ///   - bytesEach: how many bytes of contents make one that is measured; three quarters where a Base64 text is.
  ///   - contents: what the request says with so many bytes of them; one long text where nothing else is given.
  /// - Returns: whether there is such a number: encrypted bytes come in blocks, which do not fill every size.
  package func fill(
    _ forge: inout RequestForge, to size: Int, bytesEach: Double = 1,
    by measure: (RequestForge) -> Int, contents: ((Int) -> DictionaryLayer)? = nil
  ) -> Bool {
    let action = forge.action
    let contents = contents ?? { Self.oneLongText($0, action) }
    var count = max(1, Int(Double(size) * bytesEach) - 300)
    // What tells their number grows with the contents, and a cipher by blocks: what is missing is added until nothing is.
    for _ in 0..<12 {
      forge.dictionary = contents(count)
      let missing = size - measure(forge)
      if missing == 0 { return true }
      let step = Int(Double(missing) * bytesEach)
      count = max(0, count + (step == 0 ? missing.signum() : step))
    }
    return false
  }

  package static func oneLongText(_ count: Int, _ action: RequestForge.Action) -> DictionaryLayer {
    let text = String("s", times: count)
    return action == .apply
      ? .configuration(category: nil, [.init(key: "long", value: .string(text))])
      : .keys(category: nil, [text])
  }

  /// A text of so many letters behind its number, in which those of all numbers stand in other places.
  ///
  /// - Parameter letters: 64 bytes of ASCII.
  package static func longText(
    number: Int, letters: [UInt8], count: Int
  ) -> String {
    let long = (0..<count).map { letters[(number + ($0 * 7 + $0 / 64) % 64) % 64] }
    return "\(number)" + String(decoding: long, as: UTF8.self)
  }
}
