extension PropertyListImage {
  /// What a part is, for a reader of the bytes.
  func words(for part: Part) -> String {
    switch part {
    case .header: "header"
    case .gap(let number): "bytes in front of object \(number)"
    case .object(let number):
      "object \(number)\(UInt64(number) == trailer?.top ? " (top)" : ""): \(kind(of: number))"
    case .beforeTable: objects.isEmpty ? "bytes" : "bytes before the table of offsets"
    case .table: "table of \(objects.count) offsets"
    case .behindTable: "bytes after the table of offsets"
    case .trailer: "trailer"
    }
  }

  private func kind(of number: Int) -> String {
    switch objects[number].content {
    case .container(let container):
      let members = container.isDictionary ? "pairs" : "members"
      return "\(Self.kind(marker: container.marker)) of \(container.count) \(members)"
    case .bytes(let bytes):
      return bytes.first.map(Self.kind(marker:)) ?? "nothing"
    }
  }

  /// The type that a marker stands for.
  static func kind(marker: UInt8) -> String {
    switch (marker >> 4, marker & 15) {
    case (0x0, 0x0): "null"
    case (0x0, 0x8), (0x0, 0x9): "boolean"
    case (0x0, 0xF): "fill"
    case (0x1, _): "integer"
    case (0x2, 2...3): "real"
    case (0x3, 3): "date"
    case (0x4, _): "data"
    case (0x5, _): "ASCII string"
    case (0x6, _): "UTF-16 string"
    case (0x8, _): "UID"
    case (0xA, _): "array"
    case (0xB, _), (0xC, _): "set"
    case (0xD, _): "dictionary"
    default: "unknown marker"
    }
  }
}
