import Foundation

/// The resident memory of this process, in MiB.
enum ResidentMemory {
  /// Forgets the peak so far. - Returns: what is resident now.
  static func restartPeak() -> Double {
    try? "5".write(toFile: "/proc/self/clear_refs", atomically: false, encoding: .utf8)
    return field("VmRSS:")
  }

  /// The most that was resident since the last restart.
  static func peakMebibytes() -> Double { field("VmHWM:") }

  private static func field(_ name: String) -> Double {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix(name) } ?? ""
    let kibibytes = line.split(separator: " ").dropFirst().first.flatMap { Double($0) } ?? .nan
    return kibibytes / 1_024
  }
}
