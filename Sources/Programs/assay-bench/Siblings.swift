import Foundation

/// The programs that are built beside this one.
enum Siblings {
  static func path(of name: String) -> String {
    let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    return URL(fileURLWithPath: own).deletingLastPathComponent().appendingPathComponent(name).path
  }
}
