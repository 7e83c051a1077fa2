import Foundation

/// The resident memory of this process, in MiB, and of others.
enum ResidentMemory {
  /// Forgets the peak so far. - Returns: what is resident now.
  static func restartPeak() -> Double {
    try? "5".write(toFile: "/proc/self/clear_refs", atomically: false, encoding: .utf8)
    return field("VmRSS:")
  }

  /// The most that was resident since the last restart.
  static func peakMebibytes() -> Double { field("VmHWM:") }

  /// The most that was resident of a process, in bytes; nil where it has ended.
  static func peakBytes(of process: pid_t) -> Int? {
    let kibibytes = field("VmHWM:", of: "\(process)") * 1_024
    return kibibytes.isNaN ? nil : Int(kibibytes) * 1_024
  }

  private static func field(_ name: String, of process: String = "self") -> Double {
    let status = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix(name) } ?? ""
    let kibibytes = line.split(separator: " ").dropFirst().first.flatMap { Double($0) } ?? .nan
    return kibibytes / 1_024
  }
}
