import Foundation

/// What a program of Linux brings along and what it asks of shared libraries: the symbols and the
/// needed libraries of a 64-bit little-endian ELF file, as `nm` and `readelf -d` print them.
struct ELFImage {
  /// The names of all symbols, of the program's own and of those that it takes from elsewhere.
  private(set) var symbols: Set<String> = []
  /// Names of symbols that the program takes from a shared library, by that library's file name.
  private(set) var imports: [String: Set<String>] = [:]
  /// The file names of the shared libraries that are loaded with it.
  private(set) var needed: Set<String> = []
  /// Whether it has the symbols of its own code, which stripping takes away.
  private(set) var hasOwnSymbols = false

  struct Unreadable: Error {
    let path: String
  }

  private struct Section {
    let type: UInt32
    let offset, size, link, entries, entrySize: Int
  }

  private let bytes: [UInt8]
  private let sections: [Section]

  init(path: String) throws {
    bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    guard bytes.starts(with: [0x7F, 0x45, 0x4C, 0x46, 2, 1]) else { throw Unreadable(path: path) }
    let bytes = bytes
    func number(_ offset: Int, _ size: Int) -> Int { Self.number(bytes, offset, size) }
    let (table, size) = (number(0x28, 8), number(0x3A, 2))
    sections = (0..<number(0x3C, 2)).map { index in
      let head = table + index * size
      return Section(
        type: UInt32(number(head + 4, 4)), offset: number(head + 24, 8), size: number(head + 32, 8),
        link: number(head + 40, 4), entries: number(head + 44, 4), entrySize: number(head + 56, 8))
    }
    for (index, section) in sections.enumerated() {
      switch section.type {
      case 2: try readSymbols(section)  // SHT_SYMTAB
      case 6: readNeeded(section)  // SHT_DYNAMIC
      case 11: try readImports(section, index: index)  // SHT_DYNSYM
      default: break
      }
    }
    guard !symbols.isEmpty else { throw Unreadable(path: path) }
  }

  private mutating func readSymbols(_ table: Section) throws {
    hasOwnSymbols = true
    for index in 1..<table.size / table.entrySize {
      symbols.insert(text(number(table.offset + index * table.entrySize, 4), in: table.link))
    }
  }

  private mutating func readNeeded(_ table: Section) {
    for entry in stride(from: table.offset, to: table.offset + table.size, by: 16)
    where number(entry, 8) == 1 {  // DT_NEEDED
      needed.insert(text(number(entry + 8, 8), in: table.link))
    }
  }

  /// The dynamic symbols, each with the library that its version belongs to.
  private mutating func readImports(_ table: Section, index: Int) throws {
    let libraries = librariesOfVersions()
    // SHT_GNU_versym: two bytes for each symbol.
    let versions = sections.first { $0.type == 0x6FFF_FFFF && $0.link == index }
    for index in 1..<table.size / table.entrySize {
      let entry = table.offset + index * table.entrySize
      let name = text(number(entry, 4), in: table.link)
      symbols.insert(name)
      guard number(entry + 6, 2) == 0, let versions else { continue }
      let version = number(versions.offset + 2 * index, 2) & 0x7FFF
      if let library = libraries[version] { imports[library, default: []].insert(name) }
    }
  }

  /// SHT_GNU_verneed: for each library the versions of it that are needed, by number.
  private func librariesOfVersions() -> [Int: String] {
    guard let table = sections.first(where: { $0.type == 0x6FFF_FFFE }) else { return [:] }
    var libraries: [Int: String] = [:]
    var library = table.offset
    for _ in 0..<table.entries {
      var version = library + number(library + 8, 4)
      for _ in 0..<number(library + 2, 2) {
        libraries[number(version + 6, 2)] = text(number(library + 4, 4), in: table.link)
        version += number(version + 12, 4)
      }
      library += number(library + 12, 4)
    }
    return libraries
  }

  private func text(_ offset: Int, in section: Int) -> String {
    let start = sections[section].offset + offset
    return String(decoding: bytes[start...].prefix { $0 != 0 }, as: UTF8.self)
  }

  private func number(_ offset: Int, _ size: Int) -> Int { Self.number(bytes, offset, size) }

  private static func number(_ bytes: [UInt8], _ offset: Int, _ size: Int) -> Int {
    bytes[offset..<offset + size].reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}
