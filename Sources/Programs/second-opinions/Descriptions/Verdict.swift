import WireFormat

/// What the bytes of a frame are that a reader of `WireFormat` takes. 0 stands for whole requests (`RequestInput`).
enum InputKind: UInt8, CaseIterable {
  /// A binary property list.
  case plist = 1
  /// zlib( magic + binary property list ).
  case packed = 2
}

/// Our verdict on one input, as frames carry it: one letter, the reason, the value.
struct Verdict {
  /// The readers, kept from one input to the next.
  struct Readers {
    private var plist = PropertyListReader(
      limits: PropertyListLimits(.profile1),
      configurationKey: Dialect.profile1.keys.configuration)
    private var packing = Packing()

    mutating func read(_ kind: InputKind, _ bytes: [UInt8]) -> Verdict {
      switch kind {
      case .plist: Verdict(plist.read(bytes))
      case .packed: Verdict(packing.unpack(bytes))
      }
    }
  }

  private let letter: UInt8
  private let reason: String
  private let value: PropertyList?

  /// - Parameter letter: ASCII.
  init(_ letter: Unicode.Scalar, reason: String, value: PropertyList?) {
    self.letter = UInt8(ascii: letter)
    self.reason = reason
    self.value = value
  }

  /// The same, or not handled: the letter is a small one.
  var orLeftToTheApp: Verdict { Verdict(letter: letter | 0x20, reason: reason, value: value) }

  private init(letter: UInt8, reason: String, value: PropertyList?) {
    self.letter = letter
    self.reason = reason
    self.value = value
  }

  init(_ reading: Reading<PropertyList>) {
    switch reading {
    case .accepted: (letter, reason) = (UInt8(ascii: "A"), "")
    case .refused(let defect):
      // Without what comes with the case, so that reasons can be counted.
      (letter, reason) = (UInt8(ascii: "R"), "\(defect.reason)".prefixBefore("("))
    case .free(let freedom, _): (letter, reason) = (UInt8(ascii: "F"), "\(freedom.reason)")
    }
    value = reading.value
  }

  /// Appends the letter (`A` accepted, `R` refused, `F` free, more for requests), the section of the reason (empty if
  /// accepted) and the section of the described value (empty if there is none).
  func append(to bytes: inout [UInt8]) {
    bytes.append(letter)
    Bytes.append(section: reason.utf8, to: &bytes)
    var description: [UInt8] = []
    value?.describe(into: &description)
    Bytes.append(section: description, to: &bytes)
  }
}

extension String {
  fileprivate func prefixBefore(_ end: Character) -> String {
    String(prefix { $0 != end })
  }
}
