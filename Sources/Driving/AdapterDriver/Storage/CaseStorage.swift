import AdapterProtocol
import CProcess
import Glibc

/// Makes the folders that `storage` of a `start` names: for each case an empty one of its own, in a
/// temporary folder that is made with the first of them and removed with this object.
///
/// It lies where `TMPDIR` says, or in `/tmp`; never among the reports.
final class CaseStorage {
  private var root: String?
  private var latest: String?
  private var made = 0

  deinit {
    if let root { cprocess_remove_tree(root) }
  }

  /// An empty folder; the one before is removed with what it holds. Costs some 20 µs and what was
  /// left in the one before.
  ///
  /// - Throws: `cannotStart`, where the folder cannot be made.
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
