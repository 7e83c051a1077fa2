/// Other encodings of exactly the same values, which must be accepted (section 2.1, ABT-DATA-14).
///
/// Place 0 means all objects that can be written so, any other place one of them. Where the canonical list has none, or where the
/// result would be larger than `maxBytes`, it is sent as it is.
package enum EncodingLiberty: String, ImageForm {
  case offsetWidth = "wide-offsets"
  case referenceWidth = "wide-references"
  case integerWidth = "wide-integers"
  case countOfText = "wide-counts-of-text"
  case countOfData = "wide-counts-of-data"
  case countOfContainer = "wide-counts-of-containers"
  case wideText = "ascii-as-utf16"
  case narrowReal = "narrow-reals"
  case numbersReversed = "numbers-reversed"
  case numbersRotated = "numbers-rotated"
  case placesReversed = "places-reversed"
  case placesRotated = "places-rotated"
  case unsharedScalars = "unshared-scalars"
  case together = "liberties-together"

  var note: LayerNote {
    let sentence =
      switch self {
      case .offsetWidth:
        "entries of the table of offsets are wider than they need to be, up to 8 bytes"
      case .referenceWidth: "references are wider than they need to be, up to 8 bytes"
      case .integerWidth: "integers have more bytes than they need, up to 8"
      case .countOfText: "counts of strings have 1, 2, 4 or 8 bytes that need fewer or none"
      case .countOfData: "counts of data have 1, 2, 4 or 8 bytes that need fewer or none"
      case .countOfContainer: "counts of containers have 1, 2, 4 or 8 bytes that need fewer or none"
      case .wideText: "ASCII text is written in UTF-16"
      case .narrowReal: "reals are written in 4 bytes where that loses nothing"
      case .numbersReversed: "the objects have the opposite order, so that the top one is last"
      case .numbersRotated:
        "the objects begin in the middle of their order, so that the top one is anywhere"
      case .placesReversed:
        "the objects' bytes have the opposite order of their entries in the table"
      case .placesRotated: "the objects' bytes begin in the middle of the order of their entries"
      case .unsharedScalars: "equal scalars are written as often as they occur, not once"
      case .together: "several of the encoder's liberties at once"
      }
    return LayerNote(.liberty, sentence)
  }

  /// This is far enough below the limit on inflated bytes.
  static let maxBytes = 524_288

  func change(_ editor: inout ImageEditor, _ aim: ImageAim) {
    let canonical = editor.image
    switch self {
    case .together:
      // Bits of the place choose; what makes new objects comes first, orders come last.
      let chosen = aim.place(below: 64)
      let order = aim.pick(
        [.numbersReversed, .numbersRotated, .placesReversed, .placesRotated] as [Self])
      let all: [Self] = [
        .unsharedScalars, .wideText, .integerWidth, .countOfText, .countOfContainer,
      ]
      for (bit, liberty) in all.enumerated() where chosen == 0 || chosen >> bit & 1 == 1 {
        liberty.apply(&editor, ImageAim(variant: aim.variant))
      }
      for liberty in [.countOfData, .narrowReal, order, .referenceWidth, .offsetWidth] as [Self] {
        liberty.apply(&editor, ImageAim(variant: aim.variant))
      }
    default: apply(&editor, aim)
    }
    if editor.settle().end > Self.maxBytes { editor.image = canonical }
  }

  private func apply(_ editor: inout ImageEditor, _ aim: ImageAim) {
    let count = editor.image.objects.count
    let middle = 1 + aim.variant(below: max(count - 1, 1))
    switch self {
    case .offsetWidth:
      editor.image.offsetWidth += 1 + aim.variant(below: 8 - editor.image.offsetWidth)
    case .referenceWidth:
      _ = editor.settle()
      editor.image.referenceWidth += 1 + aim.variant(below: 8 - editor.image.referenceWidth)
    case .integerWidth: Self.rewrite(&editor, aim) { Self.widened(integer: $0, aim) }
    case .countOfText:
      Self.rewrite(&editor, aim) { bytes in
        bytes[0] >> 4 == 5 || bytes[0] >> 4 == 6 ? Self.widened(countOf: bytes, aim) : nil
      }
    case .countOfData:
      Self.rewrite(&editor, aim) { $0[0] >> 4 == 4 ? Self.widened(countOf: $0, aim) : nil }
    case .countOfContainer:
      for number in aim.selection(of: editor.containers) {
        editor.change(number) { $0.countForm = Self.wider($0.countForm, UInt64($0.count), aim) }
      }
    case .wideText: Self.rewrite(&editor, aim, Self.inUTF16)
    case .narrowReal: Self.rewrite(&editor, aim, Self.narrowed(real:))
    case .numbersReversed: Self.renumber(&editor) { count - 1 - $0 }
    case .numbersRotated: Self.renumber(&editor) { ($0 + middle) % count }
    case .placesReversed: editor.image.order = (0..<count).reversed()
    case .placesRotated: editor.image.order = Array(middle..<count) + Array(0..<middle)
    case .unsharedScalars: Self.unshare(&editor, aim)
    case .together: break
    }
  }

  /// Writes the chosen ones of those objects that can be written otherwise.
  private static func rewrite(
    _ editor: inout ImageEditor, _ aim: ImageAim, _ rewritten: ([UInt8]) -> [UInt8]?
  ) {
    let candidates = editor.scalars.compactMap { number in
      editor.bytes(number).flatMap { $0.isEmpty ? nil : rewritten($0) }.map { (number, $0) }
    }
    guard !candidates.isEmpty else { return }
    for position in aim.selection(of: Array(candidates.indices)) {
      let (number, bytes) = candidates[position]
      editor.image.objects[number].content = .bytes(bytes)
    }
  }

  /// Gives every object the number that `number` says; the top stays the top.
  private static func renumber(_ editor: inout ImageEditor, _ number: (Int) -> Int) {
    let old = editor.image.objects
    for (position, var object) in old.enumerated() {
      if case .container(var container) = object.content {
        container.references = container.references.map { UInt64(number(Int(clamping: $0))) }
        object.content = .container(container)
      }
      editor.image.objects[number(position)] = object
    }
    editor.crown(number(editor.top))
  }

  /// Gives further references to a scalar copies of their own, for odd variants only one of two; keys are scalars, too.
  private static func unshare(_ editor: inout ImageEditor, _ aim: ImageAim) {
    var isTaken = [Bool](repeating: false, count: editor.image.objects.count)
    var budget = maxBytes / 2
    var copies = 0
    for number in editor.containers {
      guard var container = editor.container(number) else { continue }
      for slot in container.references.indices {
        let member = Int(clamping: container.references[slot])
        guard let bytes = editor.bytes(member), isTaken.indices.contains(member) else { continue }
        guard isTaken[member] else {
          isTaken[member] = true
          continue
        }
        copies += 1
        if aim.variant(below: 2) == 1, copies.isMultiple(of: 2) { continue }
        budget -= bytes.count + PropertyListImage.trailerBytes
        guard budget >= 0 else { return }
        container.references[slot] = UInt64(editor.add(bytes))
        editor.image.objects[number].content = .container(container)
      }
    }
  }
}
