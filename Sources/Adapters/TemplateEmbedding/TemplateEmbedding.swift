import Foundation
import PackagePlugin

/// Turns the templates of a target into one Swift file, so that an installed `assay` needs no other
/// files.
///
/// It embeds the target's folder `Files`, wherever that is in it. The adapter templates have the
/// sources of the adapter kit for Swift beside them. So a vendor's adapter builds offline, and there
/// is no copy that could fall behind.
@main
struct TemplateEmbedding: BuildToolPlugin {
  /// Where a target may have its files.
  static let folders = ["Files", "Pages/Files"]
  /// The target whose files include the kit.
  static let kitOwner = "AdapterTemplates"
  /// The targets of the kit for Swift, each with its floor.
  static let kit = ["Adapters/AdapterKit", "Driving/AdapterProtocol", "Bytes/JSONText"]
  /// The place of the kit's sources within the template.
  static let kitFolder = "swift/common/AssayAdapterKit/Sources/"

  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    guard let target = target as? SwiftSourceModuleTarget else { return [] }
    var files: [(name: String, file: URL)] = []
    for path in Self.folders {
      let folder = target.directoryURL.appending(path: path)
      guard FileManager.default.fileExists(atPath: folder.path(percentEncoded: false)) else {
        continue
      }
      files += try Self.files(in: folder, as: "")
    }
    for path in target.name == Self.kitOwner ? Self.kit : [] {
      let folder = context.package.directoryURL.appending(path: "Sources/" + path)
      files += try Self.files(in: folder, as: Self.kitFolder + folder.lastPathComponent + "/")
    }
    files.sort { $0.name < $1.name }
    let output = context.pluginWorkDirectoryURL.appending(path: "EmbeddedTemplates.swift")
    return [
      .buildCommand(
        displayName: "Embedding \(files.count) template files",
        executable: try context.tool(named: "template-embedder").url,
        arguments: [output.path(percentEncoded: false)]
          + files.flatMap { [$0.name, $0.file.path(percentEncoded: false)] },
        inputFiles: files.map(\.file), outputFiles: [output])
    ]
  }

  /// All files below a folder, except hidden ones and what interpreters leave behind.
  private static func files(
    in folder: URL, as prefix: String
  ) throws -> [(name: String, file: URL)] {
    let manager = FileManager.default
    let root = folder.resolvingSymlinksInPath()
    var found: [(name: String, file: URL)] = []
    for name in try manager.subpathsOfDirectory(atPath: root.path(percentEncoded: false)) {
      let parts = name.split(separator: "/")
      if parts.contains(where: { $0.hasPrefix(".") || $0 == "__pycache__" }) { continue }
      let file = root.appending(path: name)
      var isDirectory: ObjCBool = false
      guard
        manager.fileExists(atPath: file.path(percentEncoded: false), isDirectory: &isDirectory),
        !isDirectory.boolValue
      else { continue }
      found.append((prefix + name, file))
    }
    return found
  }
}
