import AdapterProtocol
import CProcess
import SystemLibrary

/// Makes the folders that `storage` of a `start` names: an empty one for each case. They lie in a
/// temporary folder, which is created with the first of them and removed with this object.
///
/// The temporary folder lies where `TMPDIR` says, or in `/tmp`; never among the reports.
final class CaseStorage {
  private var root: String?
  private var latest: String?
  private var made = 0

  deinit {
    if let root { cprocess_remove_tree(root) }
  }

  /// An empty folder. Removes the previous one with its contents. Costs some 20 µs, plus the time
  /// to remove what was left.
  ///
  /// - Throws: `cannotStart` if the folder cannot be created.
  func freshFolder() throws(AdapterTrouble) -> String {
    let root = try rootFolder()
    if let latest { cprocess_remove_tree(latest) }
    made += 1
    let folder = "\(root)/\(made)"
    guard mkdir(folder, 0o700) == 0 else {
      throw .cannotStart("no storage for the case: \(folder): \(errorText(errno))")
    }
    latest = folder
    return folder
  }

  private func rootFolder() throws(AdapterTrouble) -> String {
    if let root { return root }
    let parent = getenv("TMPDIR").map { String(cString: $0) } ?? ""
    var template = Array("\(parent.isEmpty ? "/tmp" : parent)/assay-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      let path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
      throw .cannotStart("no storage for cases: \(path): \(errorText(errno))")
    }
    let path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    root = path
    return path
  }
}
