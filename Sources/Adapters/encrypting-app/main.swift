import ReferenceLibrary
import ReferenceLibraryEncrypting

/// An app with the encrypting edition and nothing else: the counterpart of `plain-app`.
final class EncryptingApp: ConfigurationDelegate {
  func applyConfiguration(_ set: ConfigurationSet) -> ConfigurationAnswer {
    print("apply", set.keys.joined(separator: " "))
    return .yes
  }

  func revertConfiguration(_ set: ConfigurationSet) -> ConfigurationAnswer {
    print("revert", set.keys.joined(separator: " "))
    return .yes
  }
}

let app = EncryptingApp()
let manager = ConfigurationManager(
  AppRegistration(bundleIdentifier: "com.acme.mail", apiKey: "k-5d21"),
  encryptionSecret: "a secret of Acme's", delegate: app,
  openCallback: { print("open", $0) }, log: { print("log", $0) })
for url in CommandLine.arguments.dropFirst() { print("handled", manager.handle(url)) }
