import Profiles
import Testing
import WireFormat

/// Profiles as binary property lists.
@Suite struct BinaryProfileTests {
  static func binary(_ value: PropertyList) -> [UInt8] {
    var writer = PropertyListWriter()
    var bytes: [UInt8] = []
    writer.write(value, into: &bytes)
    return bytes
  }

  @Test func `reads what plistlib wrote`() throws {
    let profile = try ConfigurationProfile.read(TestFiles.corpusProfile("binary"))
    #expect(profile.format == .binary)
    #expect(profile.uuid == "5B3C98E1-D7A0-4F26-8B4D-E19C60F7A352")
    #expect(profile.displayName == "Calendar and contacts")
    #expect(
      profile.payloads.map(\.bundleIdentifier) == ["com.acmetop.calendar", "com.acmetop.contacts"])
    #expect(profile.payloads.map(\.encrypted) == [false, true])
    #expect(profile.payloads.map(\.category) == ["Account", nil])
    #expect(
      profile.payloads[0].configuration
        == .dictionary([
          .init(key: "ServerAddress", value: .string("calendar.acmetop.example")),
          .init(key: "ServerPort", value: .integer(8_443)),
          .init(key: "UseTLS", value: .boolean(true)),
          .init(key: "FirstDay", value: .date(789_264_000)),
          .init(key: "WorkingHours", value: .real(7.6)),
          .init(
            key: "Offices",
            value: .array([.string("Zürich"), .string("東京"), .string("Vancouver")])),
        ]))
  }

  @Test func `a profile is the same in XML and in binary`() throws {
    for name in TestFiles.profileNames where name != "binary" {
      let bytes = try TestFiles.corpusProfile(name)
      var profile = try ConfigurationProfile.read(bytes)
      profile.format = .binary
      let binary = Self.binary(try XMLPropertyListReader.read(bytes))
      #expect(try ConfigurationProfile.read(binary) == profile, "\(name)")
    }
  }

  @Test func `cut off at any byte it is refused`() throws {
    let bytes = try TestFiles.corpusProfile("binary")
    for length in bytes.indices {
      #expect(throws: ProfileError.self) { try ConfigurationProfile.read(Array(bytes[..<length])) }
    }
  }

  @Test func `a defect is told with its byte`() {
    guard case .binary(.refused(let defect))? = ProfileDocument.readError(Array("bplist00".utf8))
    else {
      Issue.record("not refused")
      return
    }
    #expect(defect.reason == .truncatedTrailer)
    #expect(
      ProfileError.binary(.refused(defect)).description.hasPrefix(
        "the profile is not a usable binary property list: \(defect)"))
  }

  @Test func `what has no one reading is refused`() throws {
    // {"k": null}
    let objects: [UInt8] = [0xD1, 1, 2, 0x51, 0x6B, 0x00]
    let bytes =
      Array("bplist00".utf8) + objects + [8, 11, 13] + Self.trailer(objects: 3, table: 14)
    guard case .binary(.ambiguous(let freedom))? = ProfileDocument.readError(bytes) else {
      Issue.record("\(String(describing: ProfileDocument.readError(bytes)))")
      return
    }
    #expect(freedom.reason == .null)
  }

  @Test func `a container shared by reference is taken`() throws {
    // {"a": [], "b": []}, the array written once
    let objects: [UInt8] = [0xD2, 1, 2, 3, 3, 0x51, 0x61, 0x51, 0x62, 0xA0]
    let bytes =
      Array("bplist00".utf8) + objects + [8, 13, 15, 17] + Self.trailer(objects: 4, table: 18)
    #expect(
      ProfileDocument.readError(bytes) == .field(.profile, key: "PayloadType", .missing))
  }

  @Test func `the budgets hold`() {
    var deep = PropertyList.array([])
    for _ in 0..<10 { deep = .array([deep]) }
    let profile = Self.binary(ProfileDocument.profile(["Deep": deep]))
    #expect(ProfileDocument.readError(profile) == nil)
    for limits in [ProfileLimits(maxDepth: 11), ProfileLimits(maxNodes: 20)] {
      do {
        _ = try ConfigurationProfile.read(profile, limits: limits)
        Issue.record("read")
      } catch ProfileError.binary(.overBudget(let freedom, limits)) {
        #expect(freedom.reason == (limits.maxDepth == 11 ? .nestedTooDeep : .tooManyObjects))
      } catch {
        Issue.record("\(error)")
      }
    }
  }

  @Test func `ten shared nines do not grow`() throws {
    // Ten arrays, each of ten references to the next: ten thousand million leaves.
    var objects: [UInt8] = []
    var table: [UInt8] = []
    for level in 0..<10 {
      table.append(UInt8(8 + objects.count))
      objects += [0xAA] + [UInt8](repeating: UInt8(level + 1), count: 10)
    }
    table.append(UInt8(8 + objects.count))
    objects.append(0x09)
    let bytes =
      Array("bplist00".utf8) + objects + table + Self.trailer(objects: 11, table: 8 + objects.count)
    switch ProfileDocument.readError(bytes) {
    case .binary(.overBudget)?, .binary(.ambiguous)?: break
    default: Issue.record("\(String(describing: ProfileDocument.readError(bytes)))")
    }
  }

  /// A trailer with widths of one byte and the top object first.
  private static func trailer(objects: Int, table: Int) -> [UInt8] {
    [UInt8](repeating: 0, count: 6) + [1, 1]
      + [UInt8](repeating: 0, count: 7) + [UInt8(objects)]
      + [UInt8](repeating: 0, count: 8)
      + [UInt8](repeating: 0, count: 7) + [UInt8(table)]
  }
}
