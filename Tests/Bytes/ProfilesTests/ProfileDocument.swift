import Profiles
import WireFormat

/// Profiles for tests, as property lists of which one thing can be changed.
enum ProfileDocument {
  static let prefix = "com.absolute.thirdpartyconfig."

  static func payload(
    _ changes: [String: PropertyList?] = [:], uuid: String = "p-1"
  ) -> PropertyList {
    changed(
      [
        ("PayloadType", .string("com.absolute.thirdpartyconfig")),
        ("PayloadVersion", .integer(1)),
        ("PayloadUUID", .string(uuid)),
        (prefix + "BundleIdentifier", .string("com.acmetop.app")),
        (prefix + "Configuration", .dictionary([.init(key: "Port", value: .integer(8_080))])),
      ], changes)
  }

  static func profile(
    _ changes: [String: PropertyList?] = [:], payloads: [PropertyList] = [payload()]
  ) -> PropertyList {
    changed(
      [
        ("PayloadType", .string("Configuration")),
        ("PayloadVersion", .integer(1)),
        ("PayloadIdentifier", .string("com.acmetop.profile")),
        ("PayloadUUID", .string("P-1")),
        ("PayloadContent", .array(payloads)),
      ], changes)
  }

  /// The error of a profile, or nil where it is taken.
  static func error(of value: PropertyList) -> ProfileError? {
    do throws(ProfileError) {
      _ = try ConfigurationProfile(value, format: .xml)
      return nil
    } catch {
      return error
    }
  }

  /// The error of a file, or nil where it is read.
  static func readError(_ bytes: [UInt8]) -> ProfileError? {
    do throws(ProfileError) {
      _ = try ConfigurationProfile.read(bytes)
      return nil
    } catch {
      return error
    }
  }

  /// Replaces, adds or (with nil) removes members.
  private static func changed(
    _ members: [(String, PropertyList)], _ changes: [String: PropertyList?]
  ) -> PropertyList {
    var members = members
    for (key, value) in changes.sorted(by: { $0.key < $1.key }) {
      let index = members.firstIndex { $0.0 == key }
      switch (index, value) {
      case (let index?, let value?): members[index].1 = value
      case (let index?, nil): members.remove(at: index)
      case (nil, let value?): members.append((key, value))
      case (nil, nil): break
      }
    }
    return .dictionary(members.map { PropertyList.Member(key: $0.0, value: $0.1) })
  }
}
