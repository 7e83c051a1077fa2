import ArgumentParser
import Forge
import Foundation
import Profiles
import Reporting
import SuiteModels
import Suites

/// Configuration profiles that are named on the command line.
enum ProfileFiles {
  /// The profiles, whose payloads become cases. A payload that goes beyond what a library has to accept is told, since its cases ask for
  /// less.
  ///
  /// - Throws: wrong usage, saying which file cannot be read and why.
  static func read(_ paths: [String], dialect: SharedDialect) throws -> [NamedProfile] {
    var names: Set<String> = []
    return try paths.map { path in
      let profile = try profile(path)
      let name = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
      guard names.insert(name).inserted else {
        throw ValidationError("two profiles are called \(name); rename one of the files")
      }
      tellExcesses(of: profile, path, dialect)
      return NamedProfile(name: name, profile: profile)
    }
  }

  /// The profile in a file, with at least one payload for an app; `-` is standard input.
  ///
  /// - Throws: wrong usage, saying why it cannot be used.
  static func profile(_ path: String) throws -> ConfigurationProfile {
    let bytes = try InputFile.bytes(path, kind: "profile", maxBytes: ProfileLimits().maxBytes)
    let profile: ConfigurationProfile
    do throws(ProfileError) {
      profile = try ConfigurationProfile.read(bytes)
    } catch {
      throw ValidationError("the profile \(path) cannot be used: \(error)")
    }
    guard !profile.payloads.isEmpty else {
      throw ValidationError("the profile \(path) has no payload for a third-party app")
    }
    return profile
  }

  /// What a payload is called in messages.
  static func name(of payload: ConfigurationProfile.Payload) -> String {
    "the payload \(payload.index + 1) for \(payload.bundleIdentifier)"
  }

  private static func tellExcesses(
    of profile: ConfigurationProfile, _ path: String, _ dialect: SharedDialect
  ) {
    let requests = ProfileRequests(profile, dialect: dialect)
    for payload in profile.payloads {
      for excess in requests.excesses(of: payload) {
        let words = "\(path): \(name(of: payload)): \(excess), and its cases expect no more"
        StandardError.write("assay: \(VisibleText.escaped(words))\n")
      }
    }
  }
}
