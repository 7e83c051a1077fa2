import Foundation

/// The programs of this package as they were built: in the folder that `ASSAY_PROGRAMS` names, or beside the test bundle, whatever the
/// build folder is called.
enum BuiltPrograms {
  static let names = ["assay", "reference-adapter", "faulty-adapter"]

  /// The folder that holds all of them; nil where they were not built.
  static let folder: String? = candidates.first { folder in
    names.allSatisfy { name in
      var isDirectory: ObjCBool = false
      let path = folder + "/" + name
      return FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory)
        && !isDirectory.boolValue && FileManager.default.isExecutableFile(atPath: path)
    }
  }

  /// - Throws: `NotBuilt`.
  static func path(of name: String) throws -> String {
    guard let folder else { throw NotBuilt(searched: candidates) }
    return folder + "/" + name
  }

  struct NotBuilt: Error {
    /// No folder of these holds all the programs.
    let searched: [String]
  }

  /// The folder that was named, and no other; else the folder of the program that runs these tests and those above it, then those of the
  /// test bundle where another program loads it, then the default build folders of this package.
  private static var candidates: [String] {
    if let named = ProcessInfo.processInfo.environment["ASSAY_PROGRAMS"] { return [named] }
    let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    let bundles = CommandLine.arguments.filter { $0.contains(".xctest") }
    let loaded = [own] + bundles + [Bundle.main.bundlePath]
    #if DEBUG
      let configuration = "debug"
    #else
      let configuration = "release"
    #endif
    return loaded.flatMap(foldersAbove) + [packageFolder + "/.build/" + configuration]
  }

  private static func foldersAbove(_ path: String) -> [String] {
    var folders: [String] = []
    var url = URL(fileURLWithPath: path)
    while url.path != "/", folders.count < 4 {
      url.deleteLastPathComponent()
      folders.append(url.path)
    }
    return folders
  }

  /// The folder of the package's manifest.
  static let packageFolder: String = {
    var url = URL(fileURLWithPath: #filePath)
    for _ in 0..<5 { url.deleteLastPathComponent() }
    return url.path
  }()
}
