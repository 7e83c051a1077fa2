/// The same property list with wider tables.
enum WideList {
  static let offsetWidth = 8
  static let referenceWidth = 4

  /// Rewrites a list of strings, whose top object is its first and only container.
  ///
  /// Returns anything else unchanged, so that the work of another change stays.
  static func rewrite(_ list: [UInt8]) -> [UInt8] {
    let trailerBytes = 32
    guard list.count > 8 + trailerBytes, list.starts(with: "bplist00".utf8) else { return list }
    let trailer = Array(list.suffix(trailerBytes))
    let (width, references) = (Int(trailer[6]), Int(trailer[7]))
    let count = number(trailer[8..<16])
    let table = number(trailer[24..<32])
    guard width > 0, references > 0, number(trailer[16..<24]) == 0, list[8] >> 4 == 0xA,
      table + count * width + trailerBytes == list.count
    else { return list }
    let offsets = (0..<count).map {
      number(list[(table + $0 * width)..<(table + ($0 + 1) * width)])
    }
    // Only the container's references lie between its count and the next object.
    let members = memberCount(list)
    let end = count > 1 ? offsets[1] : table
    let start = end - members * references
    guard start > 8 else { return list }
    var output = Array(list[..<start])
    for index in 0..<members {
      let position = start + index * references
      append(number(list[position..<position + references]), referenceWidth, to: &output)
    }
    let growth = output.count - end
    output += list[end..<table]
    let newTable = output.count
    for offset in offsets {
      append(offset > 8 ? offset + growth : offset, offsetWidth, to: &output)
    }
    output += [0, 0, 0, 0, 0, 0, UInt8(offsetWidth), UInt8(referenceWidth)]
    append(count, 8, to: &output)
    append(0, 8, to: &output)
    append(newTable, 8, to: &output)
    return output
  }

  private static func memberCount(_ list: [UInt8]) -> Int {
    guard list[8] & 15 == 15 else { return Int(list[8] & 15) }
    return number(list[10..<10 + (1 << Int(list[9] & 15))])
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.reduce(0) { $0 << 8 | Int($1) }
  }

  private static func append(_ number: Int, _ width: Int, to output: inout [UInt8]) {
    for shift in stride(from: 8 * (width - 1), through: 0, by: -8) {
      output.append(UInt8(truncatingIfNeeded: number >> shift))
    }
  }
}
