import Profiles
import Testing
import WireFormat

/// Damage of every byte of a document that has something of everything.
@Suite struct DamagedDocumentTests {
  /// The document without the line end behind it, which may be missing.
  static func sample() throws -> [UInt8] {
    var bytes = try TestFiles.corpusProfile("every-type")
    while bytes.last == 0x0A { bytes.removeLast() }
    return bytes
  }

  @Test func `cut off at any byte it is an error inside the document`() throws {
    let sample = try Self.sample()
    #expect(XMLDocument.error(of: sample) == nil)
    for length in sample.indices {
      let error = XMLDocument.error(of: Array(sample[..<length]))
      guard let error else {
        Issue.record("accepted at \(length) bytes")
        continue
      }
      #expect(error.offset <= length)
      switch error.reason {
      case .empty, .unexpectedEnd, .invalidUTF8: break
      default: Issue.record("at \(length) bytes: \(error)")
      }
    }
  }

  @Test func `cut off at any byte it is a ProfileError`() throws {
    let sample = try Self.sample()
    for length in stride(from: 0, to: sample.count, by: 7) {
      #expect(throws: ProfileError.self) { try ConfigurationProfile.read(Array(sample[..<length])) }
    }
  }

  @Test func `a changed byte is read or refused, and the place is in the document`() throws {
    let sample = try Self.sample()
    var refused = 0
    for index in stride(from: 0, to: sample.count, by: 3) {
      for byte in [0, 0x26, 0x3C, 0x3E, 0x5D, 0x80, sample[index] ^ 1] {
        var damaged = sample
        damaged[index] = byte
        guard let error = XMLDocument.error(of: damaged) else { continue }
        refused += 1
        #expect(error.offset <= damaged.count)
        #expect(error.line >= 1 && error.column >= 1)
      }
    }
    #expect(refused > sample.count / 3)
  }

  @Test func `a document without one of its bytes never gains a value`() throws {
    let document = XMLDocument.plist("<array><integer>12</integer><true/></array>")
    for index in document.indices {
      var shorter = document
      shorter.remove(at: index)
      guard let value = try? XMLPropertyListReader.read(shorter) else { continue }
      #expect(
        value == .array([.integer(1), .boolean(true)])
          || value == .array([.integer(2), .boolean(true)]), "byte \(index)")
    }
  }
}
