import Forge
import Testing

@Suite("A chunk's numbers")
struct ChunkLayerTests {
  typealias Form = ChunkLayer.Form

  /// The strict reading of section 4.10, written once more.
  func claim(_ index: String?, _ total: String?, maxChunks: Int) -> LayerNote.Claim {
    guard let index, let total else { return .refused }
    for text in [index, total] {
      let rest = text.drop { " +-0".contains($0) }
      let isOdd = rest.count < text.count && text != "0"
      if isOdd, rest.utf8.allSatisfy({ (0x30...0x39).contains($0) }) { return .free }
    }
    let numbers = [index, total].map { text in
      text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(text) : nil
    }
    guard let index = numbers[0], let total = numbers[1], total >= 1, (1...total).contains(index),
      total <= maxChunks
    else { return .refused }
    return total == 1 ? .liberty : .canonical
  }

  @Test("are what the claims say", arguments: ChunkLayer.Kind.allCases)
  func claims(kind: ChunkLayer.Kind) {
    for seed in 0..<300 {
      var choices = SeededChoices(seed)
      let layer = ChunkLayer.make(kind, &choices)
      #expect(layer.kind == kind)
      let (index, total) = layer.texts(maxChunks: 256)
      #expect(claim(index, total, maxChunks: 256) == layer.note.claim, "\(layer)")
    }
    var simplest = SimplestChoices()
    #expect(ChunkLayer.make(kind, &simplest).path == "chunk/" + kind.rawValue)
  }

  @Test(
    "are written as their forms say",
    arguments: [
      (.numbers, "2", "3"), (.indexZero, "0", "3"), (.indexAboveTotal(by: 1), "4", "3"),
      (.indexAboveTotal(by: .min), "4", "3"), (.totalZero, "2", "0"),
      (.totalAboveLimit(by: 1), "2", "257"),
      (.totalAboveLimit(by: .max), "2", "9223372036854775807"),
      (.beyond32Bits(.index), "4294967298", "3"),
      (.beyond64Bits(.total), "2", "18446744073709551619"), (.without(.index), nil, "3"),
      (.without(.total), "2", nil), (.leadingZeros(.index, 2), "002", "3"),
      (.plusSign(.total), "2", "+3"), (.minusSign(.index), "-2", "3"),
      (.space(.total), "2", " 3"), (.notANumber(.index, .nothing), "", "3"),
      (.notANumber(.index, .hexadecimal), "0x2", "3"),
      (.notANumber(.total, .arabicDigits), "2", "\u{663}"),
      (.notANumber(.total, .fullWidthDigits), "2", "\u{FF13}"),
      (.notANumber(.index, .fraction), "2.0", "3"),
    ] as [(Form, String?, String?)])
  func texts(form: Form, index: String?, total: String?) {
    let texts = ChunkLayer(index: 2, of: 3, form: form).texts(maxChunks: 256)
    #expect(texts.index == index && texts.total == total)
  }

  @Test("that are wrong without a form count as that form, and choose no piece")
  func wrongNumbers() {
    for (index, total, kind) in [
      (0, 2, ChunkLayer.Kind.indexZero), (.min, 2, .indexZero), (3, 2, .indexAboveTotal),
      (1, 0, .totalZero), (1, .min, .totalZero), (1, 1, .single), (2, 2, .canonical),
    ] {
      #expect(ChunkLayer(index: index, of: total).kind == kind)
    }
    #expect(ChunkLayer(index: .min, of: 2).applied(to: [1, 2]).isEmpty)
    #expect(ChunkLayer(index: 1, of: .max).applied(to: [1, 2]).isEmpty)
    #expect(ChunkLayer(index: 2, of: 2).applied(to: [1, 2, 3]) == [3])
    let layer = ChunkLayer(index: .max, of: .max, form: .indexAboveTotal(by: 1))
    #expect(layer.texts(maxChunks: 1).index == String(Int.max))
  }
}
