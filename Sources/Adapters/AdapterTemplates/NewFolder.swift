import SystemLibrary

/// Why a folder could not be filled, and what to do.
package struct FolderFault: Error, CustomStringConvertible {
  package let description: String
}

/// A folder that is created, or exists and is empty. Nothing is ever overwritten.
package struct NewFolder {
  /// The path, relative to where the program runs.
  package let path: String

  package init(path: String) { self.path = path }

  /// Creates the folder, its files, and all folders on the way to them.
  ///
  /// - Throws: if the folder is not empty, or something cannot be created. What was written by then
  ///   stays.
  package func fill(with files: [EmbeddedFile]) throws(FolderFault) {
    guard !path.isEmpty else { throw FolderFault(description: "the folder needs a name") }
    try make(path)
    guard isEmpty else {
      throw FolderFault(
        description: "the folder \(path) is not empty, and nothing is overwritten: "
          + "name another one, as in: assay adapter new --language … \(path)-2")
    }
    for file in files {
      let target = path + "/" + file.name
      if let end = target.lastIndex(of: "/") { try make(String(target[..<end])) }
      try write(file, to: target)
    }
  }

  private var isEmpty: Bool {
    guard let folder = opendir(path) else { return false }
    defer { closedir(folder) }
    var names = 0
    while readdir(folder) != nil { names += 1 }
    // Every folder has "." and "..".
    return names <= 2
  }

  /// Creates a folder and its parents if they do not exist.
  private func make(_ folder: String) throws(FolderFault) {
    var made = folder.hasPrefix("/") ? "/" : ""
    for part in folder.split(separator: "/") {
      made += part + "/"
      if mkdir(made, 0o777) != 0, errno != EEXIST { throw Self.cannot("make", made, errno) }
    }
    var about = stat()
    guard stat(folder, &about) == 0, about.st_mode & S_IFMT == S_IFDIR else {
      throw Self.cannot("make", folder, ENOTDIR)
    }
  }

  private func write(_ file: EmbeddedFile, to target: String) throws(FolderFault) {
    let mode: mode_t = file.isExecutable ? 0o777 : 0o666
    let descriptor = open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
    guard descriptor >= 0 else { throw Self.cannot("write", target, errno) }
    var bytes = Array(file.text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes {
        SystemLibrary.write(descriptor, $0.baseAddress, $0.count)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        let error = errno
        close(descriptor)
        throw Self.cannot("write", target, error)
      }
      bytes = bytes.dropFirst(count)
    }
    guard close(descriptor) == 0 else { throw Self.cannot("write", target, errno) }
  }

  private static func cannot(_ what: String, _ path: String, _ error: Int32) -> FolderFault {
    FolderFault(
      description: "cannot \(what) \(path): \(String(cString: strerror(error))); "
        + "name another folder")
  }
}
