import ReferenceLibrary

/// An app with the plain edition and nothing else, so that its binary shows what the edition brings
/// in. It opens the URLs of its command line, and prints what happens to them.
final class PlainApp: ConfigurationDelegate {
  func applyConfiguration(_ set: ConfigurationSet) -> ConfigurationAnswer {
    print("apply", set.keys.joined(separator: " "))
    return .yes
  }

  func revertConfiguration(_ set: ConfigurationSet) -> ConfigurationAnswer {
    print("revert", set.keys.joined(separator: " "))
    return .yes
  }
}

let app = PlainApp()
let manager = ConfigurationManager(
  AppRegistration(bundleIdentifier: "com.acme.mail", apiKey: "k-5d21"), delegate: app,
  openCallback: { print("open", $0) }, log: { print("log", $0) })
for url in CommandLine.arguments.dropFirst() { print("handled", manager.handle(url)) }
