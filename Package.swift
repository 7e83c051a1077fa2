// swift-tools-version: 6.2
import PackageDescription

/// One block of settings for every Swift target: Swift 6 mode, every warning an error, imports
/// explicit.
let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

/// A library and its tests, which may import what it rests on.
func module(
  _ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = [],
  excludedFromTests: [String] = [], testing more: [Target.Dependency] = []
) -> [Target] {
  [
    .target(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: settings),
    .testTarget(
      name: name + "Tests", dependencies: [.target(name: name)] + dependencies + more,
      exclude: excludedFromTests, swiftSettings: settings),
  ]
}

func program(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .executableTarget(name: name, dependencies: dependencies, swiftSettings: settings)
}

let argumentParser = Target.Dependency.product(
  name: "ArgumentParser", package: "swift-argument-parser")

let package = Package(
  name: "assay",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "assay", targets: ["assay"]),
    .library(name: "AdapterKit", targets: ["AdapterKit"]),
    .library(name: "ReferenceLibrary", targets: ["ReferenceLibrary"]),
    .library(name: "ReferenceLibraryEncrypting", targets: ["ReferenceLibraryEncrypting"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")
  ],
  targets: [
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
    .target(name: "CProcess"),
    .executableTarget(name: "bench-pump"),
    .executableTarget(
      name: "assay",
      dependencies: [
        argumentParser, "AdapterChecking", "AdapterDriver", "AdapterProtocol", "Conformance",
        "Dialects", "JSONText", "Profiles", "Reporting", "Running", "Suites", "WireFormat",
      ], exclude: ["AdapterTemplates"], swiftSettings: settings, plugins: ["TemplateEmbedding"]),
    .plugin(
      name: "TemplateEmbedding", capability: .buildTool(), dependencies: ["template-embedder"],
      path: "Sources/TemplateEmbedding"),
    program("template-embedder", []),
    program(
      "assay-bench",
      [
        argumentParser, "AdapterDriver", "AdapterProtocol", "Conformance", "Forge", "JSONText",
        "PayloadCipher", "Reporting", "Running", "Suites", "WireFormat",
      ]),
    program(
      "second-opinions", [argumentParser, "Conformance", "Forge", "Suites", "WireFormat"]),
    .testTarget(
      name: "EndToEndTests",
      dependencies: ["JSONText", "assay", "faulty-adapter", "reference-adapter"],
      exclude: ["Zoo"], swiftSettings: settings),
    .testTarget(
      name: "FaultyAdapterTests",
      dependencies: [
        "faulty-adapter", "JSONText", "ReferenceLibrary", "ReferenceLibraryEncrypting",
        "WireFormat",
        "PayloadCipher",
      ], swiftSettings: settings),
    .testTarget(
      name: "ReferenceHandlersTests",
      dependencies: [
        "ReferenceHandlers", "AdapterKit", "AdapterProtocol", "Dialects", "JSONText",
        "ReferenceLibrary", "ReferenceLibraryEncrypting", "WireFormat",
      ], swiftSettings: settings),
    .target(
      name: "ReferenceHandlers",
      dependencies: [
        "AdapterKit", "AdapterProtocol", "Dialects", "JSONText", "ReferenceLibrary",
        "ReferenceLibraryEncrypting", "WireFormat",
      ], swiftSettings: settings),
    .executableTarget(
      name: "reference-adapter",
      dependencies: ["AdapterKit", "CCrypto", "ReferenceHandlers", "ReferenceLibrary"],
      swiftSettings: settings,
      // Every batch of cases starts it anew, and without a dynamic linker it is there in a third of
      // the time. (The usual linker would warn of what libcrypto could do and never does.)
      linkerSettings: [
        .unsafeFlags(
          ["-static-executable", "-use-ld=lld"],
          .when(platforms: [.linux], configuration: .release))
      ]),
    program("plain-app", ["ReferenceLibrary"]),
    program("encrypting-app", ["ReferenceLibrary", "ReferenceLibraryEncrypting"]),
    program(
      "faulty-adapter",
      [
        "AdapterKit", "AdapterProtocol", "JSONText", "ReferenceHandlers", "ReferenceLibrary",
        "WireFormat",
      ]),
    .target(
      name: "ReferenceLibraryEncrypting",
      dependencies: ["ReferenceLibrary", "PayloadCipher", "WireFormat"], swiftSettings: settings),
  ]
    + module("JSONText")
    + module(
      "WireFormat", ["CZlib", "CCrypto"], excludedFromTests: ["Vectors/make_vectors.py"],
      testing: ["PayloadCipher"])
    + module("Dialects", ["JSONText", "WireFormat"])
    + module("PayloadCipher", ["CCrypto"])
    + module("Forge", ["WireFormat", "PayloadCipher"])
    + module("Profiles", ["WireFormat"], excludedFromTests: ["Vectors"])
    + module("AdapterProtocol", ["JSONText"])
    + module("AdapterKit", ["AdapterProtocol", "JSONText"])
    + module(
      "ReferenceLibrary", ["WireFormat"], excludedFromTests: ["Vectors/make_vectors.py"],
      testing: [
        "CZlib", "PayloadCipher", "ReferenceLibraryEncrypting", "encrypting-app", "plain-app",
      ])
    + module("Conformance", ["AdapterProtocol", "JSONText"])
    + module(
      "Suites",
      [
        "Conformance", "AdapterProtocol", "JSONText", "Forge", "Profiles", "WireFormat",
        "PayloadCipher",
      ])
    + module("AdapterDriver", ["AdapterProtocol", "JSONText", "CProcess"])
    + module(
      "AdapterChecking",
      [
        "AdapterDriver", "AdapterProtocol", "Conformance", "JSONText", "PayloadCipher", "Suites",
        "WireFormat",
      ], excludedFromTests: ["Adapters"])
    + module("Running", ["Conformance", "AdapterDriver", "AdapterProtocol", "JSONText"])
    + module(
      "Reporting", ["Conformance", "JSONText"], exclude: ["Schema"], testing: ["AdapterProtocol"])
)
