import ArgumentParser
import Foundation
import Profiles
import Suites

/// Configuration profiles that are named on the command line.
enum ProfileFiles {
  /// How many bytes a profile may have.
  private static let maxBytes = 64 << 20

  /// - Throws: wrong usage, saying which file cannot be read and why.
  static func read(_ paths: [String]) throws -> [NamedProfile] {
    var names: Set<String> = []
    return try paths.map { path in
      let bytes = try InputFile.bytes(path, kind: "profile", maxBytes: maxBytes)
      let profile: ConfigurationProfile
      do throws(ProfileError) {
        profile = try ConfigurationProfile.read(bytes)
      } catch {
        throw ValidationError("the profile \(path) cannot be used: \(error)")
      }
      let name = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
      guard names.insert(name).inserted else {
        throw ValidationError("two profiles are called \(name); rename one of the files")
      }
      guard !profile.payloads.isEmpty else {
        throw ValidationError("the profile \(path) has no payload for a third-party app")
      }
      return NamedProfile(name: name, profile: profile)
    }
  }
}
