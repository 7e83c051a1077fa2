import SystemLibrary

/// Decides where the exchanges of a run go: into its journal while there is room, then into files of their own, `exchanges/17.json`
/// for case number 17.
///
/// Names are made of numbers alone, and no symbolic link is followed: whatever an implementation says or does, nothing is written
/// outside the run's folder.
final class ExchangeStore {
  /// How many bytes of exchanges the journal holds. With them a report stays below the 64 MiB that readers take.
  static let maxInlineBytes = 32 << 20
  static let folderName = "exchanges"

  private let runFolder: String
  private let maxInlineBytes: Int
  private var inlineBytes = 0
  /// The folder of the files; -1 until there is one.
  private var descriptor: CInt = -1

  private var path: String { "\(runFolder)/\(Self.folderName)" }

  /// Removes the exchanges that an earlier run left in the folder.
  init(runFolder: String, maxInlineBytes: Int = ExchangeStore.maxInlineBytes) {
    self.runFolder = runFolder
    self.maxInlineBytes = maxInlineBytes
    removeFiles()
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Puts the JSON of an exchange where there is room.
  ///
  /// - Parameter number: the place of its case in the run.
  /// - Returns: the name of the file that it went to, or nil where it belongs into the journal.
  func place(_ json: [UInt8], number: Int) throws(OutputFault) -> String? {
    if json.count <= maxInlineBytes - inlineBytes {
      inlineBytes += json.count
      return nil
    }
    let name = "\(number).json"
    let file = try OutputFile.create(path: "\(path)/\(name)", name, in: try folder())
    try file.write(json)
    try file.write([UInt8(ascii: "\n")])
    try file.close()
    return "\(Self.folderName)/\(name)"
  }

  /// The folder of the files, made when it is first needed.
  private func folder() throws(OutputFault) -> CInt {
    if descriptor >= 0 { return descriptor }
    if mkdir(path, 0o777) != 0, errno != EEXIST {
      throw OutputFault(.write, path: path, call: "mkdir", code: errno)
    }
    descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw OutputFault(.write, path: path, call: "open", code: errno)
    }
    return descriptor
  }

  /// Removes what `place` has written, or an earlier run has.
  func removeFiles() {
    let folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard folder >= 0 else { return }
    guard let listing = fdopendir(folder) else {
      close(folder)
      return
    }
    var names: [String] = []
    while let entry = readdir(listing) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if Self.isOurs(name) { names.append(name) }
    }
    for name in names { unlinkat(folder, name, 0) }
    closedir(listing)
    // Stays where something else is in it.
    rmdir(path)
  }

  /// Whether a file has a name that `place` gives.
  static func isOurs(_ name: String) -> Bool {
    name.hasSuffix(".json") && name.utf8.count > 5
      && name.utf8.dropLast(5).allSatisfy { (0x30...0x39).contains($0) }
  }
}
