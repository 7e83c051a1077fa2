// swift-tools-version: 6.2
import PackageDescription

/// The settings of the product itself: Swift 6 mode, every warning an error, imports explicit.
let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

/// One of the product's own libraries: its folder here is a link to its sources.
func library(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

/// A program that libFuzzer drives: its folder in Sources has the same name.
func fuzzer(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .executableTarget(
    name: name, dependencies: ["Claims"] + dependencies,
    swiftSettings: settings + [.unsafeFlags(["-parse-as-library"])])
}

let package = Package(
  name: "fuzzers",
  platforms: [.macOS(.v15)],
  targets: [
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
    library("JSONText"),
    library("WireFormat", ["CZlib", "CCrypto"]),
    library("PayloadCipher", ["CCrypto"]),
    library("Dialects", ["JSONText", "WireFormat"]),
    library("Forge", ["JSONText", "WireFormat", "PayloadCipher"]),
    library("Profiles", ["WireFormat"]),
    library("AdapterProtocol", ["JSONText"]),
    .target(
      name: "Conformance", dependencies: ["AdapterProtocol", "JSONText"], exclude: ["Schema"],
      swiftSettings: settings),
    // Optimizing them takes five minutes of a processor beside the sanitizers, and most of them never runs here.
    .target(
      name: "SuiteModels",
      dependencies: [
        "AdapterProtocol", "Conformance", "Dialects", "Forge", "JSONText", "PayloadCipher",
        "Profiles", "WireFormat",
      ],
      swiftSettings: settings + [.unsafeFlags(["-Onone"])]),
    .target(
      name: "Suites",
      dependencies: [
        "AdapterProtocol", "Conformance", "Dialects", "Forge", "JSONText", "PayloadCipher",
        "Profiles", "SuiteModels", "WireFormat",
      ],
      swiftSettings: settings + [.unsafeFlags(["-Onone"])]),
    library("Claims"),
    library("JSONClaims", ["Claims", "JSONText"]),
    fuzzer("canary", []),
    fuzzer("adapter-reply", ["AdapterProtocol", "JSONClaims", "JSONText"]),
    fuzzer("base64", ["AdapterProtocol", "WireFormat"]),
    fuzzer("callback-url", ["WireFormat"]),
    fuzzer("case-file", ["Conformance", "JSONText", "SuiteModels", "Suites"]),
    fuzzer("json", ["JSONClaims", "JSONText"]),
    fuzzer("lift", ["Forge", "WireFormat"]),
    fuzzer("packing", ["WireFormat"]),
    fuzzer("profile", ["Profiles", "WireFormat"]),
    fuzzer("property-list", ["WireFormat"]),
    fuzzer("request-url", ["WireFormat"]),
  ]
)
