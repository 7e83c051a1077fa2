import AdapterDriver

/// The programs that are built and installed beside this one.
enum SiblingPrograms {
  static func path(of name: String) -> String {
    guard let path = OwnProgram.path else { return name }
    let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    return folder + "/" + name
  }
}
