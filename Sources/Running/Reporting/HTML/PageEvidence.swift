import Anatomy
import Conformance

/// What was said in the step that a failure is about, and the bytes of its request, layer by layer.
struct PageEvidence: Sendable {
  struct Entry: Sendable {
    let label: String
    let text: String
    let details: [PageFact]
  }

  var asked: [Entry] = []
  var answered: [Entry] = []
  var layers: [PageLayer] = []
  /// What the adapter wrote last.
  var standardError: [String] = []

  init() {}

  init(_ result: CaseResult, _ context: ReportContext) {
    guard let exchange = result.exchange else { return }
    let step = result.decisiveFinding?.step ?? 0
    if exchange.steps.indices.contains(step) {
      let words = StepWords(exchange.steps[step], maxCharacters: 200)
      asked = words.asked.map(Entry.init)
      answered = words.answered.map(Entry.init)
    }
    if let suite = context.suite(result.suite) {
      layers = Anatomist().requests(of: exchange, in: suite, steps: [step])
        .flatMap { $0.dissection.layers.map(PageLayer.init) }
    }
    standardError = LastWords.lines(of: exchange.standardError, atMost: 12).map {
      VisibleText.escaped($0, maxCharacters: 300)
    }
  }
}

extension PageEvidence.Entry {
  fileprivate init(_ entry: StepWords.Entry) {
    label = entry.label
    text = entry.text
    details = entry.details.map { PageFact($0.name, $0.text, isCode: true) }
  }
}

/// One layer of a request as `assay explain` tells it: offsets, bytes, and what they mean.
struct PageLayer: Sendable {
  struct Row: Sendable {
    let offset: String
    let bytes: String
    let meaning: String
    /// Why it is unusual or wrong; empty where it is neither.
    let remarks: [String]
    /// A class of the style: how far it is set in.
    let depth: Int
    let tone: String
    let sign: String
  }

  static let maxRows = 40
  private static let bytesPerRow = 12

  let title: String
  let size: String
  let ending: String
  let tone: String
  let hasBytes: Bool
  let rows: [Row]
  /// How many notes more there are, in words.
  let more: [String]

  init(_ layer: DissectedLayer) {
    title = VisibleText.escaped(
      layer.parameter.map { "\(layer.title) of \($0)" } ?? layer.title, maxCharacters: 80)
    // The tree counts bytes of the list in front of it.
    hasBytes = layer.kind != .value
    size = hasBytes ? Count.text(layer.bytes.count, "byte") : ""
    let (words, tone) = Self.told(layer.ending)
    ending = VisibleText.escaped(words, maxCharacters: 300)
    self.tone = tone.rawValue
    rows = layer.notes.prefix(Self.maxRows).map { Self.row($0, in: layer) }
    let left = layer.notes.count - rows.count
    more = left > 0 ? ["and \(Count.text(left, "more part")): assay explain shows all"] : []
  }

  private static func told(_ ending: Ending) -> (String, PageMark.Tone) {
    switch ending {
    case .complete: ("reads to its end", .quiet)
    case .free(let finding):
      ("readers may differ, at \(offset(finding.offset)): \(finding.sentence)", .doubtful)
    case .stopped(let finding):
      ("to be refused, at \(offset(finding.offset)): \(finding.sentence)", .bad)
    case .notRead(let reason): ("not read: \(reason)", .quiet)
    }
  }

  private static func row(_ note: ByteNote, in layer: DissectedLayer) -> Row {
    let tone: PageMark.Tone =
      switch note.standing {
      case .fine: .quiet
      case .unusual: .doubtful
      case .defect: .bad
      }
    var remarks: [String] = []
    if let bits = note.bits {
      remarks.append("bits \(Count.text(bits.lowerBound)) to \(Count.text(bits.upperBound - 1))")
    }
    if let remark = note.remark { remarks.append(VisibleText.escaped(remark, maxCharacters: 300)) }
    return Row(
      offset: note.isCut || layer.kind == .value ? "" : offset(note.range.lowerBound),
      bytes: note.isCut || layer.kind == .value ? "" : bytes(of: note, in: layer),
      meaning: meaning(note), remarks: remarks, depth: min(note.depth, 6), tone: tone.rawValue,
      sign: note.standing == .defect ? "!" : note.standing == .unusual ? "~" : "")
  }

  private static func meaning(_ note: ByteNote) -> String {
    var words = note.meaning
    if let text = note.text {
      words += (words.isEmpty ? "" : ": ") + "\"\(text.text)\""
      if text.missingBytes > 0 { words += " … \(Count.text(text.missingBytes, "more byte"))" }
    }
    if let decoded = note.decoded, !decoded.bytes.isEmpty {
      words += (words.isEmpty ? "" : " ") + "→ \(hexadecimal(decoded.bytes))"
      if decoded.missingCount > 0 {
        words += " … \(Count.text(decoded.missingCount, "more byte"))"
      }
    }
    return VisibleText.escaped(words, maxCharacters: 300)
  }

  /// The bytes of a note: as text where the layer is text, and otherwise as numbers with their characters.
  private static func bytes(of note: ByteNote, in layer: DissectedLayer) -> String {
    let bytes = layer.bytes[note.range.clamped(to: 0..<layer.bytes.count)]
    let isText = layer.kind == .url || layer.kind == .base64
    let shown = bytes.prefix(isText ? 64 : bytesPerRow)
    let left = bytes.count - shown.count
    let more = left > 0 ? " … \(Count.text(left, "more byte"))" : ""
    func isPrintable(_ byte: UInt8) -> Bool { (0x20..<0x7F).contains(byte) }
    if isText, shown.allSatisfy(isPrintable) {
      return String(decoding: shown, as: UTF8.self) + more
    }
    guard !shown.isEmpty else { return "" }
    let characters = shown.map { isPrintable($0) ? $0 : 0x2E }
    return "\(hexadecimal(shown))  \(String(decoding: characters, as: UTF8.self))\(more)"
  }

  private static func offset(_ number: Int) -> String {
    let digits = String(number, radix: 16, uppercase: true)
    return "0x" + String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
  }

  private static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { byte in
      let digits = String(byte, radix: 16, uppercase: true)
      return byte < 16 ? "0" + digits : digits
    }.joined(separator: " ")
  }
}
