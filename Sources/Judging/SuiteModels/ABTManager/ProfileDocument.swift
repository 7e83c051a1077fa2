package import Profiles
import Synchronization
import WireFormat

/// The bytes of a `.mobileconfig`, and what they say.
///
/// Equal bytes are equal documents. They are kept once, however many states hold the document.
package struct ProfileDocument: Hashable, Sendable {
  private final class Content: Sendable {
    let bytes: [UInt8]
    let hash: Int
    /// What the bytes say, read when it is asked for: most documents of a suite are of cases that are not looked at.
    private let reading = Mutex<Reading?>(nil)

    init(_ bytes: [UInt8]) {
      self.bytes = bytes
      var hasher = Hasher()
      hasher.combine(bytes)
      hash = hasher.finalize()
    }

    var read: Reading {
      reading.withLock {
        if let known = $0 { return known }
        let read = Reading(bytes)
        $0 = read
        return read
      }
    }
  }

  private struct Reading {
    let profile: ConfigurationProfile?
    /// The length of each payload's dictionary as a property list, by PayloadUUID.
    let sizes: [String: Int]

    init(_ bytes: [UInt8]) {
      profile = try? ConfigurationProfile.read(bytes)
      var writer = PropertyListWriter()
      var sizes: [String: Int] = [:]
      for payload in profile?.payloads ?? [] {
        sizes[payload.uuid] = writer.write(payload.requestDictionary()).count
      }
      self.sizes = sizes
    }
  }

  private let content: Content

  package init(_ bytes: [UInt8]) { content = Content(bytes) }

  package var bytes: [UInt8] { content.bytes }

  /// What the profile says; nil where the bytes are no profile.
  package var profile: ConfigurationProfile? { content.read.profile }

  /// The number of bytes of a payload's dictionary as a property list, before the magic and before compression.
  func listBytes(ofPayload uuid: String) -> Int { content.read.sizes[uuid] ?? 0 }

  package static func == (left: Self, right: Self) -> Bool {
    left.content === right.content || left.content.bytes == right.content.bytes
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(content.hash) }
}
