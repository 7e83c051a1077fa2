import WireFormat

/// A binary property list: header, objects in the order of their bytes, table of offsets, trailer.
struct ListAnatomy {
  private let bytes: [UInt8]
  private let map: PropertyListMap?
  private let limits: AnatomyLimits
  private var sheet = NoteSheet()

  private static let headerBytes = 8
  private static let trailerBytes = 32

  /// The layer; its ending is what the strict reader says of the list.
  static func read(
    _ bytes: [UInt8], _ map: PropertyListMap?, _ ending: Ending, in parameter: String,
    _ limits: AnatomyLimits
  ) -> DissectedLayer {
    var anatomy = ListAnatomy(bytes, map, limits)
    anatomy.addAll()
    return anatomy.sheet.layer(.propertyList, in: parameter, bytes, ending)
  }

  private init(_ bytes: [UInt8], _ map: PropertyListMap?, _ limits: AnatomyLimits) {
    self.bytes = bytes
    self.map = map
    self.limits = limits
  }

  private mutating func addAll() {
    guard bytes.starts(with: "bplist".utf8) else {
      if !bytes.isEmpty { sheet.add(ByteNote(0..<bytes.count, Self.otherFormat(bytes))) }
      return
    }
    let header = min(Self.headerBytes, bytes.count)
    let version = String(
      decoding: bytes[6..<header].map { $0 < 0x7F && $0 > 0x20 ? $0 : 0x3F }, as: UTF8.self)
    sheet.add(ByteNote(0..<header, "header: a binary property list of version \(version)"))
    guard let map else { return addUnreadable() }
    let objects = ListObjects(map, size: bytes.count)
    let start = min(Self.headerBytes, map.table.lowerBound)
    addObjects(objects, map, from: start)
    addTable(map)
    if map.table.upperBound < map.trailerStart {
      let gap = map.table.upperBound..<map.trailerStart
      sheet.add(ByteNote(gap, "\(Words.count(gap.count, "byte")) between table and trailer"))
    }
    addTrailer(at: map.trailerStart)
  }

  /// What stands where there is no binary list.
  private static func otherFormat(_ bytes: [UInt8]) -> String {
    let formats = [
      ("<?xml", "XML"), ("<!DOCTYPE", "XML"), ("<plist", "XML"),
      ("{", "JSON or an old list of text"),
      ("[", "JSON"),
    ]
    let format = formats.first { bytes.starts(with: $0.0.utf8) }
    return format.map { "this is \($0.1), no binary property list" } ?? "no binary property list"
  }

  /// Header and trailer cannot be trusted, so that nothing between them has a meaning.
  private mutating func addUnreadable() {
    let trailer = bytes.count - Self.trailerBytes
    let end = trailer >= Self.headerBytes ? trailer : bytes.count
    if end > Self.headerBytes {
      let range = Self.headerBytes..<end
      sheet.add(ByteNote(range, "\(Words.count(range.count, "byte")) unread"))
    }
    if trailer >= Self.headerBytes { addTrailer(at: trailer) }
  }

  // MARK: Objects

  private mutating func addObjects(_ objects: ListObjects, _ map: PropertyListMap, from start: Int)
  {
    let tableStart = map.table.lowerBound
    var cursor = start
    var shown = 0
    for number in objects.inOrder {
      let object = map.object(number)
      let place = object.range.lowerBound
      if shown == limits.maxObjects {
        let rest = cursor < tableStart ? cursor..<tableStart : cursor..<cursor
        sheet.addCut(rest, map.objectCount - shown, "object")
        return
      }
      shown += 1
      if place > cursor, cursor < tableStart {
        addGap(cursor..<min(place, tableStart))
        cursor = min(place, tableStart)
      }
      add(number, object, map, objects, isInside: place < cursor && place >= start)
      cursor = max(cursor, object.range.upperBound)
    }
    if cursor < tableStart { addGap(cursor..<tableStart) }
  }

  private mutating func addGap(_ range: Range<Int>) {
    sheet.add(
      ByteNote(range, Words.count(range.count, "byte"))
        .marked(.unusual, "they belong to no object"))
  }

  private mutating func add(
    _ number: Int, _ object: PropertyListMap.Object, _ map: PropertyListMap, _ objects: ListObjects,
    isInside: Bool
  ) {
    var note = ByteNote(object.range, "object \(Words.number(number))")
    if number == map.top { note.meaning += ", the top" }
    note.meaning += ": " + ObjectWords.words(object, number, map, bytes, limits)
    note.text = ObjectWords.text(object, bytes, limits)
    if case .broken(let defect) = object.kind {
      note.mark(.unusual, defect.reason.kind.row.sentence)
    }
    if isInside { note.mark(.unusual, "it begins inside another object") }
    if object.range.upperBound > map.table.lowerBound {
      note.mark(.unusual, "it reaches into or beyond the table of offsets")
    }
    if objects.isUnreferenced(number) { note.mark(.unusual, "nothing refers to it") }
    sheet.add(note)
  }

  // MARK: Tables

  private mutating func addTable(_ map: PropertyListMap) {
    let shown = min(map.objectCount, limits.maxReferences)
    var entries = (0..<shown).map { Words.hexadecimal(map.entry($0)) }
    if map.objectCount > shown { entries.append("… \(Words.number(map.objectCount - shown)) more") }
    sheet.add(
      ByteNote(
        map.table,
        "table of offsets, \(Words.count(map.objectCount, "entry")) of "
          + "\(Words.count(map.offsetWidth, "byte")): " + entries.joined(separator: " ")))
  }

  private mutating func addTrailer(at start: Int) {
    func number(_ offset: Int) -> UInt64 {
      bytes[start + offset..<start + offset + 8].reduce(0) { $0 << 8 | UInt64($1) }
    }
    func add(_ range: Range<Int>, _ words: String) {
      sheet.add(ByteNote(start + range.lowerBound..<start + range.upperBound, words))
    }
    add(0..<6, "trailer: unused")
    add(6..<7, "trailer: \(Words.count(bytes[start + 6], "byte")) for each offset")
    add(7..<8, "trailer: \(Words.count(bytes[start + 7], "byte")) for each reference")
    add(8..<16, "trailer: \(Words.count(number(8), "object"))")
    add(16..<24, "trailer: object \(Words.number(number(16))) is the top")
    add(24..<32, "trailer: the table of offsets begins at \(Words.hexadecimal(number(24)))")
  }
}
