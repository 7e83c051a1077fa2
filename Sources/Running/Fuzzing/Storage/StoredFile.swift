import SystemLibrary

/// Files of a campaign's folder, read as they are.
enum StoredFile {
  /// Why a file cannot be read.
  struct Unreadable: Error, Hashable, CustomStringConvertible {
    let description: String
  }

  /// All bytes of a regular file.
  ///
  /// - Parameter maxBytes: how many it may have.
  static func bytes(_ path: String, maxBytes: Int) throws(Unreadable) -> [UInt8] {
    let bytes = try head(path, maxBytes: maxBytes + 1)
    if bytes.count > maxBytes {
      throw Unreadable(description: "\(path) has more than \(maxBytes) bytes")
    }
    return bytes
  }

  /// The first bytes of a regular file.
  static func head(_ path: String, maxBytes: Int) throws(Unreadable) -> [UInt8] {
    func fault() -> Unreadable {
      Unreadable(description: "\(path) cannot be read: \(String(cString: strerror(errno)))")
    }
    // Opening a FIFO would wait for somebody who writes into it.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw fault() }
    defer { close(descriptor) }
    var about = stat()
    guard fstat(descriptor, &about) == 0 else { throw fault() }
    guard about.st_mode & S_IFMT == S_IFREG else {
      throw Unreadable(description: "\(path) is no regular file")
    }
    var bytes = [UInt8](repeating: 0, count: min(maxBytes, max(0, Int(about.st_size))))
    var count = 0
    while count < bytes.count {
      let wanted = bytes.count - count
      let got = bytes.withUnsafeMutableBytes { content in
        read(descriptor, content.baseAddress.map { $0 + count }, wanted)
      }
      if got < 0, errno == EINTR { continue }
      if got < 0 { throw fault() }
      if got == 0 { break }
      count += got
    }
    return Array(bytes.prefix(count))
  }

  /// The names of the files of a folder that end in `.json`, in their order; none where the folder is not there.
  static func names(in folder: String) -> [String] {
    guard let listing = opendir(folder) else { return [] }
    defer { closedir(listing) }
    var names: [String] = []
    while let item = readdir(listing) {
      let name = withUnsafePointer(to: &item.pointee.d_name) { name in
        name.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name.hasSuffix(".json"), !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted()
  }

  static func isFolder(_ path: String) -> Bool {
    var about = stat()
    return stat(path, &about) == 0 && about.st_mode & S_IFMT == S_IFDIR
  }
}
