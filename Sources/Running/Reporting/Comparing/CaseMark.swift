import Conformance
import JSONText

/// What is kept of a case while two reports are compared: some 50 bytes, whatever the case says.
struct CaseMark {
  /// Two numbers made of the id and the variant. That two cases share both happens to nobody by chance.
  let key: CaseKey
  let otherKey: UInt64
  /// Where its object begins in the file.
  let offset: Int
  let microseconds: UInt32
  /// By how much the adapter's memory grew; -1 where nobody watched it.
  let growthKibibytes: Int32
  /// A number made of the signatures of all its findings.
  let causes: UInt32
  /// The place of its decisive signature in the list of all; nothing is there for `UInt32.max`.
  let cause: UInt32
  /// The place of its suite and variant in the list of all.
  let part: UInt16
  let verdict: Verdict
  /// What it came to by itself, whatever a baseline says.
  let own: Verdict

  static func < (left: Self, right: Self) -> Bool {
    left.key.value == right.key.value
      ? left.otherKey < right.otherKey : left.key.value < right.key.value
  }

  static func isSame(_ one: Self, _ other: Self) -> Bool {
    one.key == other.key && one.otherKey == other.otherKey
  }
}

/// All cases of a report as marks, in the order of their keys.
package struct ReportMarks {
  let file: ReportFile
  package let report: Report
  private(set) var marks: [CaseMark] = []
  private(set) var signatures: [Signature] = []
  private(set) var parts: [String] = []

  /// A report of assay has some hundreds; of more than these no one is told.
  private static let maxSignatures = 1 << 16

  /// Reads a report once.
  ///
  /// - Throws: what is wrong with it; also where a case stands in it twice.
  package init(_ file: ReportFile) throws(ReportFault) {
    self.file = file
    var marks: [CaseMark] = []
    var names = NameTable<Signature>(maxCount: Self.maxSignatures)
    var parts = NameTable<String>(maxCount: ReportCounts.maxParts)
    var last: (suite: String, variant: Variant, part: UInt16)?
    let base = file.text.bytes.baseAddress
    report = try file.read { item in
      let result = item.result
      if last?.suite != result.suite || last?.variant != result.variant {
        let name = partName(suite: result.suite, variant: result.variant)
        last = (result.suite, result.variant, UInt16(truncatingIfNeeded: parts.place(of: name)))
      }
      guard let base, let start = item.text.baseAddress, let part = last?.part else { return }
      marks.append(CaseMark(result, offset: start - base, part: part, &names))
    }
    marks.sort { $0 < $1 }
    self.marks = marks
    signatures = names.all
    self.parts = parts.all
    for place in marks.indices.dropFirst() where CaseMark.isSame(marks[place - 1], marks[place]) {
      let one = marks[place]
      let name = result(of: one).map { VisibleText.escaped($0.id.path, maxCharacters: 200) }
      throw ReportFault(file.path, .contradictory("the case \(name ?? "") stands in it twice"))
    }
  }

  /// The case of a mark, read once more.
  func result(of mark: CaseMark) -> CaseResult? {
    let bytes = file.text.bytes
    let end = min(bytes.count, mark.offset + ReportFile.caseLimits.maxBytes)
    let text = UnsafeRawBufferPointer(rebasing: bytes[mark.offset..<end])
    guard var reader = try? JSONReader(text, limits: ReportFile.caseLimits) else { return nil }
    return try? CaseRecord.read(&reader, in: text, exchanges: false)
  }

  func signature(of mark: CaseMark) -> Signature? {
    Int(mark.cause) < signatures.count ? signatures[Int(mark.cause)] : nil
  }

  func part(of mark: CaseMark) -> String {
    Int(mark.part) < parts.count ? parts[Int(mark.part)] : ""
  }
}

/// Names, each with a number in the order of their coming.
private struct NameTable<Name: Hashable> {
  private(set) var all: [Name] = []
  private var places: [Name: UInt32] = [:]
  let maxCount: Int

  init(maxCount: Int) { self.maxCount = maxCount }

  /// The number of a name, from 0; `UInt32.max` where there are too many.
  mutating func place(of name: Name) -> UInt32 {
    if let known = places[name] { return known }
    guard all.count < maxCount else { return .max }
    let place = UInt32(all.count)
    places[name] = place
    all.append(name)
    return place
  }
}

extension CaseMark {
  fileprivate init(
    _ result: CaseResult, offset: Int, part: UInt16, _ names: inout NameTable<Signature>
  ) {
    key = CaseKey(result.id, result.variant)
    otherKey = Self.hash(result.id.path, from: Self.hash(result.variant.name, from: 7))
    self.offset = offset
    self.part = part
    verdict = result.verdict
    own = result.ownVerdict
    microseconds = UInt32(clamping: Int64((result.duration.inMilliseconds * 1e3).rounded()))
    growthKibibytes = result.memoryGrowth.map { Int32(clamping: $0 / 1_024) } ?? -1
    cause = result.decisiveFinding.map { names.place(of: $0.signature) } ?? .max
    // Most cases have none.
    causes = result.findings.isEmpty ? 0 : Self.causes(of: result.findings)
  }

  /// Whatever their order, and each once.
  private static func causes(of findings: [Finding]) -> UInt32 {
    var sum: UInt64 = 0
    for signature in Set(findings.map(\.signature)) {
      sum &+= hash(signature.kind, from: hash(signature.clause.path, from: 1))
    }
    return UInt32(truncatingIfNeeded: sum ^ (sum >> 32))
  }

  private static func hash(_ text: String, from start: UInt64) -> UInt64 {
    var text = text
    return text.withUTF8 { bytes in
      var hash = start &* 0x9e37_79b9_7f4a_7c15
      for byte in bytes {
        hash = (hash ^ UInt64(byte)) &* 0xff51_afd7_ed55_8ccd
        hash ^= hash >> 29
      }
      return hash
    }
  }
}
