import Glibc

/// Files that stand beside the tests, read without Foundation.
enum TestFiles {
  struct Unreadable: Error {
    var path: String
    var code: Int32
  }

  private static var folder: String {
    String(#filePath.dropLast("/TestFiles.swift".count))
  }

  static func vector(_ name: String) throws -> [UInt8] { try read("\(folder)/Vectors/\(name)") }

  static func corpusProfile(_ name: String) throws -> [UInt8] {
    try read("\(folder)/../../../Corpus/profiles/\(name).mobileconfig")
  }

  /// The names of the vectors without `.xml`, sorted.
  static let vectorNames: [String] = names(in: "\(folder)/Vectors", ending: ".xml")
  /// The names of the example profiles without `.mobileconfig`, sorted.
  static let profileNames: [String] = names(
    in: "\(folder)/../../../Corpus/profiles", ending: ".mobileconfig")

  private static func names(in folder: String, ending: String) -> [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name.hasSuffix(ending) { names.append(String(name.dropLast(ending.count))) }
    }
    return names.sorted()
  }

  private static func read(_ path: String) throws -> [UInt8] {
    let file = open(path, O_RDONLY)
    guard file >= 0 else { throw Unreadable(path: path, code: errno) }
    defer { close(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = Glibc.read(file, &buffer, buffer.count)
      guard count >= 0 else { throw Unreadable(path: path, code: errno) }
      guard count > 0 else { return bytes }
      bytes += buffer[..<count]
    }
  }
}
