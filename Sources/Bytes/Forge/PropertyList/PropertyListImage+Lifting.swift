extension PropertyListImage {
  /// Lists of more objects are not taken apart: no request that must be accepted comes near it, and the image would be many
  /// times as large as its bytes.
  static let maxLiftedObjects = 32_768

  /// Takes any bytes apart as far as they can be, so that rendering gives the same bytes again.
  ///
  /// Objects that overlap earlier bytes or lie outside the space between header and table have no bytes of their own but an
  /// entry that leads there; what cannot be read as a list stays in `beforeTable` as it is.
  /// Complexity: linear in the bytes where objects stand in the order of their numbers, n log n in their number where not.
  package init(lifting bytes: [UInt8]) {
    let trailerStart = bytes.count - Self.trailerBytes
    guard trailerStart >= Self.headerBytes, bytes.starts(with: "bplist".utf8) else {
      self.init(verbatim: bytes)
      return
    }
    self.init([])
    header = Array(bytes[..<Self.headerBytes])
    bytes.withUnsafeBytes { lift($0, trailerStart) }
  }

  private mutating func lift(_ bytes: UnsafeRawBufferPointer, _ trailerStart: Int) {
    let saysOffsetWidth = bytes[trailerStart + 6]
    let saysReferenceWidth = bytes[trailerStart + 7]
    let saysCount = Self.number(bytes, trailerStart + 8, 8)
    let saysTable = Self.number(bytes, trailerStart + 24, 8)
    if (1...8).contains(saysOffsetWidth) { offsetWidth = Int(saysOffsetWidth) }
    if (1...8).contains(saysReferenceWidth) { referenceWidth = Int(saysReferenceWidth) }

    var table = trailerStart
    if offsetWidth == saysOffsetWidth, referenceWidth == saysReferenceWidth,
      (UInt64(Self.headerBytes)...UInt64(trailerStart)).contains(saysTable),
      saysCount <= UInt64(Self.maxLiftedObjects),
      Int(saysCount) * offsetWidth <= trailerStart - Int(saysTable)
    {
      table = Int(saysTable)
      lift(objects: Int(saysCount), bytes, table)
      behindTable = Array(bytes[(table + Int(saysCount) * offsetWidth)..<trailerStart])
    } else {
      beforeTable = Array(bytes[Self.headerBytes..<trailerStart])
    }

    var trailer = Trailer(top: Self.number(bytes, trailerStart + 16, 8))
    let padding = bytes[trailerStart..<trailerStart + 6]
    if padding.contains(where: { $0 != 0 }) { trailer.padding = Array(padding) }
    if offsetWidth != saysOffsetWidth { trailer.offsetWidth = saysOffsetWidth }
    if referenceWidth != saysReferenceWidth { trailer.referenceWidth = saysReferenceWidth }
    if saysCount != UInt64(objects.count) { trailer.objectCount = saysCount }
    if saysTable != UInt64(table) { trailer.tableOffset = saysTable }
    self.trailer = trailer
  }

  /// Takes the bytes between header and table apart.
  private mutating func lift(objects count: Int, _ bytes: UnsafeRawBufferPointer, _ table: Int) {
    objects.reserveCapacity(count)
    // Place and number in one word, so that they sort fast.
    var places: [UInt64] = []
    places.reserveCapacity(count)
    var isInOrder = true
    for number in 0..<count {
      let entry = Self.number(bytes, table + number * offsetWidth, offsetWidth)
      objects.append(Object(.bytes([]), offset: entry))
      guard (UInt64(Self.headerBytes)..<UInt64(table)).contains(entry) else { continue }
      let place = entry << 16 | UInt64(number)
      if let last = places.last, last > place { isInOrder = false }
      places.append(place)
    }
    if !isInOrder { places.sort() }

    var cursor = Self.headerBytes
    for (position, word) in places.enumerated() {
      let number = Int(word & 0xFFFF)
      let place = Int(word >> 16)
      guard place >= cursor else { continue }
      let content =
        content(bytes, place, limit: table)
        ?? .bytes(Array(bytes[place..<Self.next(after: position, places, limit: table)]))
      objects[number] = Object(content, gap: Array(bytes[cursor..<place]))
      cursor = place + size(of: content)
      if !isInOrder { order.append(number) }
    }
    beforeTable = Array(bytes[cursor..<table])
  }

  /// Where the first object begins that does not begin in the same place.
  private static func next(after position: Int, _ places: [UInt64], limit: Int) -> Int {
    let place = places[position] >> 16
    return places[(position + 1)...].first { $0 >> 16 > place }.map { Int($0 >> 16) } ?? limit
  }

  /// The object at `place`; nil where it is none or reaches beyond `limit`.
  private func content(
    _ bytes: UnsafeRawBufferPointer, _ place: Int, limit: Int
  ) -> Content? {
    let marker = bytes[place]
    let low = marker & 15
    func fixed(_ size: Int) -> Content? {
      size <= limit - place ? .bytes(Array(bytes[place..<place + size])) : nil
    }
    switch marker >> 4 {
    case 0x0: return [0, 8, 9, 15].contains(low) ? fixed(1) : nil
    case 0x1: return low <= 5 ? fixed(1 + 1 << Int(low)) : nil
    case 0x2: return low == 2 || low == 3 ? fixed(1 + 1 << Int(low)) : nil
    case 0x3: return low == 3 ? fixed(9) : nil
    case 0x8: return fixed(2 + Int(low))
    case 0x4, 0x5, 0x6, 0xA...0xD: break
    default: return nil
    }
    var head = 1
    var count = UInt64(low)
    var form = CountForm.inMarker
    if low == 15 {
      guard place + 1 < limit else { return nil }
      let power = bytes[place + 1] & 15
      guard bytes[place + 1] >> 4 == 1, power <= 3, place + 2 + 1 << Int(power) <= limit,
        let wide = CountForm(rawValue: power + 1)
      else { return nil }
      head = 2 + 1 << Int(power)
      count = Self.number(bytes, place + 2, 1 << Int(power))
      form = wide
    }
    let each =
      switch marker >> 4 {
      case 0x4, 0x5: 1
      case 0x6: 2
      case 0xD: 2 * referenceWidth
      default: referenceWidth
      }
    guard count <= UInt64((limit - place - head) / each) else { return nil }
    let size = head + Int(count) * each
    guard marker >> 4 >= 0xA else { return fixed(size) }
    let references = stride(from: place + head, to: place + size, by: referenceWidth)
      .map { Self.number(bytes, $0, referenceWidth) }
    return .container(Container(marker & 0xF0, references, countForm: form))
  }

  private func size(of content: Content) -> Int {
    switch content {
    case .bytes(let bytes): bytes.count
    case .container(let container):
      Self.head(container.marker, count: UInt64(container.count), container.countForm).count
        + container.references.count * referenceWidth
    }
  }

  private static func number(_ bytes: UnsafeRawBufferPointer, _ place: Int, _ width: Int) -> UInt64
  {
    var number: UInt64 = 0
    for position in place..<place + width { number = number << 8 | UInt64(bytes[position]) }
    return number
  }
}
