extension PropertyListImage {
  /// The parts of the rendered bytes in their order.
  enum Part {
    case header
    case gap(before: Int)
    case object(Int)
    case beforeTable, table, behindTable, trailer
  }

  /// The bytes of the list. Complexity: linear in their number.
  package func rendered() -> [UInt8] { rendered { _, _ in } }

  /// What each part of the rendered bytes is, in their order and without gaps; empty parts are left out.
  package func regions() -> [Region] {
    var regions: [Region] = []
    _ = rendered { part, range in
      guard !range.isEmpty else { return }
      regions.append(Region(range: range, words: words(for: part)))
    }
    return regions
  }

  /// Renders and tells where each part stands.
  func rendered(_ visit: (Part, Range<Int>) -> Void) -> [UInt8] {
    var bytes = header
    var start = 0
    func close(_ part: Part) {
      visit(part, start..<bytes.count)
      start = bytes.count
    }
    close(.header)
    let referenceWidth = Self.clamped(referenceWidth)
    let offsetWidth = Self.clamped(offsetWidth)
    var places = [Int](repeating: 0, count: objects.count)
    forEachInOrder { number in
      bytes += objects[number].gap
      close(.gap(before: number))
      places[number] = bytes.count
      switch objects[number].content {
      case .bytes(let content): bytes += content
      case .container(let container): container.append(to: &bytes, referenceWidth)
      }
      close(.object(number))
    }
    bytes += beforeTable
    close(.beforeTable)
    let table = bytes.count
    for (number, object) in objects.enumerated() {
      Self.append(object.offset ?? UInt64(places[number]), width: offsetWidth, to: &bytes)
    }
    close(.table)
    bytes += behindTable
    close(.behindTable)
    if trailer != nil { bytes += trailerBytes(table: table) }
    close(.trailer)
    return bytes
  }

  /// The 32 bytes of the trailer (of one with nothing overridden where there is none).
  func trailerBytes(table: Int) -> [UInt8] {
    let trailer = trailer ?? Trailer()
    var bytes = Array(trailer.padding.prefix(6))
    while bytes.count < 6 { bytes.append(0) }
    bytes.append(trailer.offsetWidth ?? UInt8(Self.clamped(offsetWidth)))
    bytes.append(trailer.referenceWidth ?? UInt8(Self.clamped(referenceWidth)))
    for number in [
      trailer.objectCount ?? UInt64(objects.count), trailer.top,
      trailer.tableOffset ?? UInt64(table),
    ] {
      Self.append(number, width: 8, to: &bytes)
    }
    return bytes
  }

  private func forEachInOrder(_ body: (Int) -> Void) {
    guard !order.isEmpty else { return objects.indices.forEach(body) }
    var isPlaced = [Bool](repeating: false, count: objects.count)
    for number in order where objects.indices.contains(number) && !isPlaced[number] {
      isPlaced[number] = true
      body(number)
    }
    for number in objects.indices where !isPlaced[number] { body(number) }
  }

  private static func clamped(_ width: Int) -> Int { min(max(width, 1), 8) }

  /// The low `width` bytes of a number, most significant first; zeros in front where it has fewer.
  static func append(_ number: UInt64, width: Int, to bytes: inout [UInt8]) {
    for place in (0..<width).reversed() {
      bytes.append(place < 8 ? UInt8(truncatingIfNeeded: number >> UInt64(8 * place)) : 0)
    }
  }

  /// How many bytes hold `number`, at least one.
  static func width(of number: UInt64) -> Int {
    max(1, (UInt64.bitWidth - number.leadingZeroBitCount + 7) / 8)
  }
}

extension PropertyListImage.Container {
  func append(to bytes: inout [UInt8], _ width: Int) {
    bytes += PropertyListImage.head(marker, count: UInt64(count), countForm)
    if width == 1 {
      bytes += references.lazy.map { UInt8(truncatingIfNeeded: $0) }
    } else {
      for reference in references {
        PropertyListImage.append(reference, width: width, to: &bytes)
      }
    }
  }
}

extension PropertyListImage {
  /// A marker with its count, in the form asked for or the next one that is wide enough.
  static func head(_ marker: UInt8, count: UInt64, _ form: CountForm = .inMarker) -> [UInt8] {
    let high = marker & 0xF0
    if form == .inMarker, count < 15 { return [high | UInt8(count)] }
    let need = CountForm.narrowest(for: count).rawValue
    let power = max(form.rawValue, need, 1) - 1
    var bytes = [high | 15, 0x10 | power]
    append(count, width: 1 << Int(power), to: &bytes)
    return bytes
  }
}

extension PropertyListImage.CountForm {
  /// The narrowest form after the marker.
  static func narrowest(for count: UInt64) -> Self {
    switch count {
    case 0...0xFF: .oneByte
    case 0...0xFFFF: .twoBytes
    case 0...0xFFFF_FFFF: .fourBytes
    default: .eightBytes
    }
  }
}
