/// A property list of texts, all of them in UTF-16.
enum WideText {
  /// The list of an array of strings: as many objects as there are keys, and the array.
  static func list(_ keys: [String]) -> [UInt8] {
    var objects: [[UInt8]] = [head(0xA, keys.count) + keys.indices.flatMap { bytes($0 + 1, 4) }]
    for key in keys {
      let units = Array(key.utf16)
      objects.append(head(0x6, units.count) + units.flatMap { bytes(Int($0), 2) })
    }
    var list = Array("bplist00".utf8)
    var offsets: [Int] = []
    for object in objects {
      offsets.append(list.count)
      list += object
    }
    let table = list.count
    list += offsets.flatMap { bytes($0, 4) }
    list += [0, 0, 0, 0, 0, 0, 4, 4] + bytes(objects.count, 8) + bytes(0, 8) + bytes(table, 8)
    return list
  }

  private static func head(_ kind: UInt8, _ count: Int) -> [UInt8] {
    count < 15 ? [kind << 4 | UInt8(count)] : [kind << 4 | 15, 0x12] + bytes(count, 4)
  }

  /// A number of so many bytes, the highest first.
  private static func bytes(_ number: Int, _ width: Int) -> [UInt8] {
    (0..<width).map { UInt8(truncatingIfNeeded: number >> (8 * (width - 1 - $0))) }
  }
}
