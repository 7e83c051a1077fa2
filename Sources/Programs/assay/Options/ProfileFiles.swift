import ArgumentParser
import Foundation
import Profiles
import Suites

/// Configuration profiles that are named on the command line.
enum ProfileFiles {
  /// - Throws: wrong usage, saying which file cannot be read and why.
  static func read(_ paths: [String]) throws -> [NamedProfile] {
    var names: Set<String> = []
    return try paths.map { path in
      var isDirectory: ObjCBool = false
      if FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory),
        isDirectory.boolValue
      {
        throw ValidationError("the profile \(path) is a folder; name a .mobileconfig file in it")
      }
      guard let data = FileManager.default.contents(atPath: path) else {
        throw ValidationError(
          "the profile \(path) cannot be read: there is no such file, or it may not be read")
      }
      let profile: ConfigurationProfile
      do throws(ProfileError) {
        profile = try ConfigurationProfile.read(Array(data))
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
