import WireFormat

/// Which piece of the packed bytes the request carries (ABT-CHUNK); they are cut evenly where nothing else is said.
package struct ChunkLayer: Hashable, Sendable {
  /// From 1.
  package var index: Int
  package var total: Int
  /// What the two parameters say of it; the bytes are those of `index` and `total` in any case.
  package var form: Form = .numbers
  /// Which of the packed bytes it carries, where they are not cut evenly; clamped to what there is.
  package var cut: Range<Int>?

  package init(index: Int, of total: Int, form: Form = .numbers, cut: Range<Int>? = nil) {
    self.index = index
    self.total = total
    self.form = form
    self.cut = cut
  }

  /// How index and total are written, or what stands in their place.
  package enum Form: Hashable, Sendable {
    /// Decimal numbers without anything else.
    case numbers
    /// Index 0.
    case indexZero
    /// An index above the total, by 1 or more.
    case indexAboveTotal(by: Int)
    /// Total 0, with the index that there is.
    case totalZero
    /// Above the dialect's limit, by 1 or more.
    case totalAboveLimit(by: Int)
    /// The number and a multiple of 2 to the power of 32 or of 64, so that the low bits are right.
    case beyond32Bits(Place)
    case beyond64Bits(Place)
    case notANumber(Place, Word)
    /// One parameter is left out.
    case without(Place)
    /// This many zeros in front, 1 to 64.
    case leadingZeros(Place, Int)
    case plusSign(Place)
    case minusSign(Place)
    /// A space in front.
    case space(Place)
  }

  /// Which of the two numbers it is about.
  package enum Place: String, Hashable, Sendable, CaseIterable { case index, total }

  /// Texts that are no decimal numbers. Most of them begin with the right one, as `strtol` and its
  /// like would have it.
  package enum Word: String, Hashable, Sendable, CaseIterable {
    case nothing, word, hexadecimal, fraction, exponent
    case letterBehind = "letter-behind"
    case commaBehind = "comma-behind"
    case arabicDigits = "arabic-digits"
    case fullWidthDigits = "full-width-digits"
    case separator
  }
}

extension ChunkLayer {
  /// The values of both parameters before percent-encoding; nil where one is left out.
  ///
  /// - Parameter maxChunks: the dialect's limit.
  package func texts(maxChunks: Int) -> (index: String?, total: String?) {
    func both(_ place: Place, _ change: (Int) -> String?) -> (index: String?, total: String?) {
      place == .index ? (change(index), String(total)) : (String(index), change(total))
    }
    switch form {
    case .numbers: return (String(index), String(total))
    case .indexZero: return ("0", String(total))
    case .indexAboveTotal(let excess):
      return (String(total.adding(max(1, excess))), String(total))
    case .totalZero: return (String(index), "0")
    case .totalAboveLimit(let excess):
      return (String(index), String(maxChunks.adding(max(1, excess))))
    case .beyond32Bits(let place): return both(place) { String($0.adding(1 << 32)) }
    case .beyond64Bits(let place): return both(place) { String(Int128($0) + 1 << 64) }
    case .notANumber(let place, let word): return both(place) { word.text($0) }
    case .without(let place): return both(place) { _ in nil }
    case .leadingZeros(let place, let count):
      return both(place) { String(repeating: "0", count: min(max(1, count), 64)) + String($0) }
    case .plusSign(let place): return both(place) { "+\($0)" }
    case .minusSign(let place): return both(place) { "-\($0)" }
    case .space(let place): return both(place) { " \($0)" }
    }
  }

  /// The piece of `packed` that the request carries; nothing where there is no such piece.
  package func applied(to packed: [UInt8]) -> ArraySlice<UInt8> {
    if let cut { return packed[cut.clamped(to: 0..<packed.count)] }
    guard let pieces = ChunkSplitting.split(packed, into: total),
      (1...pieces.count).contains(index)
    else { return [] }
    return pieces[index - 1]
  }
}

extension ChunkLayer.Word {
  fileprivate func text(_ number: Int) -> String {
    let digits = String(number)
    func moved(to zero: UInt32) -> String {
      String(
        String.UnicodeScalarView(
          digits.unicodeScalars.map {
            (0x30...0x39).contains($0.value)
              ? Unicode.Scalar(zero + $0.value - 0x30) ?? $0 : $0
          }))
    }
    return switch self {
    case .nothing: ""
    case .word: "one"
    case .hexadecimal: "0x" + String(number, radix: 16)
    case .fraction: digits + ".0"
    case .exponent: digits + "e0"
    case .letterBehind: digits + "x"
    case .commaBehind: digits + ","
    case .arabicDigits: moved(to: 0x0660)
    case .fullWidthDigits: moved(to: 0xFF10)
    case .separator: digits + "_0"
    }
  }
}

extension Int {
  /// The sum, or the largest number.
  fileprivate func adding(_ other: Int) -> Int {
    let (sum, overflows) = addingReportingOverflow(other)
    return overflows ? .max : sum
  }
}
