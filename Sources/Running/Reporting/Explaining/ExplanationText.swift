package import Anatomy

/// A dissected URL as text for people: a paragraph for each layer, with offsets, bytes and meanings
/// in columns.
package struct ExplanationText {
  private let dissection: Dissection
  private let style: TerminalStyle
  private let columns: ByteColumns
  private var lines: [String] = []

  /// The text, ending with a line feed. Nothing foreign in it is shown that could move the cursor or
  /// hide.
  ///
  /// - Parameter rowsPerNote: lines of bytes that are shown of one part.
  package static func text(
    _ dissection: Dissection, style: TerminalStyle, rowsPerNote: Int = 2
  ) -> String {
    var text = ExplanationText(dissection, style, rowsPerNote)
    text.addSummary()
    for layer in dissection.layers { text.add(layer) }
    return text.lines.joined(separator: "\n") + "\n"
  }

  private init(_ dissection: Dissection, _ style: TerminalStyle, _ rowsPerNote: Int) {
    self.dissection = dissection
    self.style = style
    columns = ByteColumns(
      style, rowsPerNote: rowsPerNote, maxOffset: dissection.layers.map(\.bytes.count).max() ?? 0)
  }

  // MARK: Summary

  private mutating func addSummary() {
    let size = dissection.layers.first?.bytes.count ?? 0
    let name = dissection.subject.rawValue.uppercased()
    lines.append("\(style.paint(name, .heading))  \(Count.text(size, "byte"))")
    let path = dissection.layers.map(\.title).joined(separator: " > ")
    lines += style.paragraph(path, indent: 2, tone: .quiet)
    let (words, tone) = verdict
    lines += style.paragraph(VisibleText.escaped(words), indent: 2, tone: tone)
  }

  /// What the strict reader says of the whole.
  private var verdict: (words: String, tone: TerminalStyle.Tone) {
    for layer in dissection.layers {
      if let defect = layer.ending.defect {
        return ("To be refused, in the layer \(name(layer)): \(defect.sentence).", .bad)
      }
    }
    for layer in dissection.layers {
      if let freedom = layer.ending.freedom {
        return ("Readers may differ, in the layer \(name(layer)): \(freedom.sentence).", .doubtful)
      }
    }
    if dissection.layer(.piece) != nil { return ("Sound as far as one piece can tell.", .good) }
    return ("Every layer reads to its end.", .good)
  }

  private func name(_ layer: DissectedLayer) -> String {
    layer.parameter.map { "\(layer.title) of \($0)" } ?? layer.title
  }

  // MARK: Layers

  private mutating func add(_ layer: DissectedLayer) {
    lines.append("")
    let title = style.paint(VisibleText.escaped(name(layer)), .heading)
    // The tree has the bytes of the list in front of it.
    lines.append(
      layer.kind == .value ? title : "\(title)  \(Count.text(layer.bytes.count, "byte"))")
    let (words, tone) = ending(layer)
    lines += style.paragraph(VisibleText.escaped(words), indent: 2, tone: tone)
    for note in layer.notes {
      lines += layer.kind == .value ? columns.treeLines(note) : columns.lines(note, in: layer)
    }
  }

  private func ending(_ layer: DissectedLayer) -> (String, TerminalStyle.Tone) {
    switch layer.ending {
    case .complete: ("reads to its end", .quiet)
    case .free(let finding):
      ("readers may differ, at 0x\(columns.offset(finding.offset)): \(finding.sentence)", .doubtful)
    case .stopped(let finding):
      ("to be refused, at 0x\(columns.offset(finding.offset)): \(finding.sentence)", .bad)
    case .notRead(let reason): ("not read: \(reason)", .quiet)
    }
  }
}
