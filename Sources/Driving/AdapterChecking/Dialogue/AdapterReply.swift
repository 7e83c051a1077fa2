import AdapterProtocol
import JSONText

/// A line that an adapter wrote as a reply, right or wrong.
struct AdapterReply {
  /// The line without its line feed.
  let line: [UInt8]
  /// What stands in it, or why it is no reply.
  let content: Result<ReplyEnvelope, JSONError>

  /// Nil for a line that does not even begin an object: somebody's chatter.
  init?(line: [UInt8]) {
    guard line.first(where: { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }) == UInt8(ascii: "{") else {
      return nil
    }
    self.line = line
    content = line.withUnsafeBytes { bytes -> Result<ReplyEnvelope, JSONError> in
      do throws(JSONError) {
        return .success(try ReplyEnvelope.read(bytes))
      } catch {
        return .failure(error)
      }
    }
  }

  /// The number of the request that it answers.
  var id: Int64? {
    if case .success(let envelope) = content { envelope.id } else { nil }
  }

  /// The beginning of the line, for a message.
  var excerpt: String { Excerpt.of(line) }
}

/// Why no reply came.
enum AdapterSilence: Error, Hashable {
  /// Nothing came in this time.
  case silent(Duration)
  /// The process is dead.
  case died(Death)
  /// It has closed its standard output and lives on.
  case closedOutput
  /// It has taken so much more memory than it had after its greeting.
  case greedy(grownBytes: Int)
  /// A line is longer than allowed.
  case overlong(maxBytes: Int)
  /// It writes line after line that is no reply.
  case flooded(lines: Int)
}

extension AdapterSilence: CustomStringConvertible {
  /// What happened instead of a reply, as the end of a sentence about the adapter.
  var description: String {
    switch self {
    case .silent(let time): "no reply came within \(time)"
    case .died(.exit(let status)): "it exited with status \(status) instead of a reply"
    case .died(let death): "it was \(death) instead of a reply"
    case .closedOutput: "it closed its standard output and lives on"
    case .greedy(let grownBytes): "it took \(grownBytes >> 20) MiB of memory before a reply came"
    case .overlong(let maxBytes): "it wrote a line of more than \(maxBytes) bytes"
    case .flooded(let lines): "it wrote more than \(lines) lines that are no replies"
    }
  }
}

/// The beginning of some bytes, for a message.
enum Excerpt {
  /// In quotation marks, on one line, whatever the bytes are.
  static func of(_ bytes: some Collection<UInt8>, limit: Int = 120) -> String {
    var text = ""
    for scalar in String(decoding: bytes.prefix(limit), as: UTF8.self).unicodeScalars {
      let isPlain = scalar.value >= 0x20 && scalar.value != 0x7F
      text.unicodeScalars.append(isPlain ? scalar : " ")
    }
    return "\"\(text)\"" + (bytes.count > limit ? "…" : "")
  }
}
