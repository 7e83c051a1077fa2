import AdapterDriver
import AdapterProtocol
import Glibc
import Testing

/// Short where a test waits for the end of patience, long where an answer is expected.
extension AdapterLimits {
  static let patient = AdapterLimits(
    stepDeadline: .seconds(30), startDeadline: .seconds(30), stopGrace: .seconds(30),
    deathGrace: .seconds(30))
  static let hasty = AdapterLimits(
    stepDeadline: .milliseconds(300), startDeadline: .seconds(30),
    stopGrace: .milliseconds(200), deathGrace: .milliseconds(200))
}

/// The living processes of a group; zombies that init has not fetched yet don't count.
func livingProcesses(ofGroup group: Int32) -> [Int32] {
  guard let folder = opendir("/proc") else { return [] }
  defer { closedir(folder) }
  var found: [Int32] = []
  while let entry = readdir(folder) {
    let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    guard let process = Int32(name), let file = fopen("/proc/\(name)/stat", "r") else { continue }
    defer { fclose(file) }
    var text = [UInt8](repeating: 0, count: 1_024)
    let count = fread(&text, 1, text.count, file)
    let line = String(decoding: text.prefix(count), as: UTF8.self)
    guard let name = line.lastIndex(of: ")") else { continue }
    let fields = line[line.index(after: name)...].split(separator: " ")
    guard fields.count > 2, fields[0] != "Z", fields[0] != "X" else { continue }
    if Int32(fields[2]) == group { found.append(process) }
  }
  return found
}

/// Whether a condition becomes true within half a minute.
func eventually(_ condition: () -> Bool) -> Bool {
  for _ in 0..<15_000 {
    if condition() { return true }
    usleep(2_000)
  }
  return false
}

/// Expects that nothing of the group lives and that its leader has been reaped.
func expectGone(_ process: Int32?, sourceLocation: SourceLocation = #_sourceLocation) {
  guard let process else {
    Issue.record("no process was there", sourceLocation: sourceLocation)
    return
  }
  #expect(
    waitpid(process, nil, WNOHANG) == -1 && errno == ECHILD, "not reaped",
    sourceLocation: sourceLocation)
  #expect(
    eventually { livingProcesses(ofGroup: process).isEmpty }, "a process of the group lives",
    sourceLocation: sourceLocation)
}

extension AdapterWorker {
  convenience init(_ manner: String = "good", _ limits: AdapterLimits = .patient) {
    self.init(
      command: MisbehavingAdapter.command(manner), limits: limits, harnessVersion: "0.0.0")
  }

  /// Conducts a conversation and says how it ended and how many replies came.
  func run(_ actions: [String], oneByOne: Bool = false) -> (ending: Ending, replies: Int) {
    var conversation = ScriptedConversation(actions, oneByOne: oneByOne)
    let ending = converse(&conversation)
    return (ending, conversation.replies.count)
  }
}
