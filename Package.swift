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

/// The settings of libraries. `make` builds programs and tests in the release configuration, from the same libraries: tests make and read some
/// hundred thousand requests, and start programs by the thousand. They look into libraries (`@testable import`), which have to let them.
/// Packages that depend on this one may have no such flag, so a plain `swift build` has none.
let librarySettings: [SwiftSetting] =
  Context.environment["TESTABLE_RELEASE"] == nil
  ? settings
  : settings + [.unsafeFlags(["-enable-testing"], .when(configuration: .release))]

/// Optimizing what runs once, or a few times for each script, takes longer than it saves.
let unoptimizedLibrarySettings: [SwiftSetting] =
  Context.environment["TESTABLE_RELEASE"] == nil
  ? settings
  : librarySettings + [.unsafeFlags(["-Onone"], .when(configuration: .release))]

/// Tests are not optimized either. Nobody imports tests, so that their interface is not made ahead of them.
let testSettings: [SwiftSetting] =
  settings + [
    .unsafeFlags(["-Onone", "-no-emit-module-separately-wmo"], .when(configuration: .release))
  ]

/// The six floors of `Sources` and of `Tests`. A target uses its own floor and those before it.
enum Floor: String {
  case bytes = "Bytes"
  case driving = "Driving"
  case judging = "Judging"
  case running = "Running"
  case adapters = "Adapters"
  case programs = "Programs"

  func sources(_ name: String) -> String { "Sources/\(rawValue)/\(name)" }
  func tests(_ name: String) -> String { "Tests/\(rawValue)/\(name)" }
}

func library(
  _ floor: Floor, _ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = [],
  isOptimized: Bool = true, plugins: [Target.PluginUsage] = []
) -> Target {
  .target(
    name: name, dependencies: dependencies, path: floor.sources(name), exclude: exclude,
    swiftSettings: isOptimized ? librarySettings : unoptimizedLibrarySettings, plugins: plugins)
}

func tests(
  _ floor: Floor, _ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []
) -> Target {
  .testTarget(
    name: name, dependencies: dependencies, path: floor.tests(name), exclude: exclude,
    swiftSettings: testSettings)
}

/// A library and its tests, which may import what it rests on.
func module(
  _ floor: Floor, _ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = [],
  excludedFromTests: [String] = [], testing more: [Target.Dependency] = [],
  isOptimized: Bool = true, plugins: [Target.PluginUsage] = []
) -> [Target] {
  [
    library(
      floor, name, dependencies, exclude: exclude, isOptimized: isOptimized, plugins: plugins),
    tests(
      floor, name + "Tests", [.target(name: name)] + dependencies + more,
      exclude: excludedFromTests),
  ]
}

func program(
  _ floor: Floor, _ name: String, _ dependencies: [Target.Dependency],
  swiftSettings more: [SwiftSetting] = [], linkerSettings: [LinkerSetting] = []
) -> Target {
  .executableTarget(
    name: name, dependencies: dependencies, path: floor.sources(name),
    swiftSettings: settings + more, linkerSettings: linkerSettings)
}

/// A library of the system, found through pkg-config.
func system(
  _ name: String, pkgConfig: String, debian package: String, homebrew formula: String
) -> Target {
  .systemLibrary(
    name: name, path: Floor.bytes.sources(name), pkgConfig: pkgConfig,
    providers: [.apt([package]), .brew([formula])])
}

/// Every batch of cases starts an adapter anew, and without a dynamic linker it is there in a third of the time. (The usual linker would
/// warn of what libcrypto could do and never does.)
let withoutDynamicLinker: [LinkerSetting] = [
  .unsafeFlags(
    ["-static-executable", "-use-ld=lld"], .when(platforms: [.linux], configuration: .release))
]

/// A built `assay` runs on machines that have no Swift toolchain. What it has to be linked with then is told by its own objects, so they are
/// compiled for that, too.
let withoutSwiftLibraries = ["-static-stdlib"]

let argumentParser = Target.Dependency.product(
  name: "ArgumentParser", package: "swift-argument-parser")
let yams = Target.Dependency.product(name: "Yams", package: "Yams")
/// Templates of HTML pages.
let mustache = Target.Dependency.product(name: "Mustache", package: "swift-mustache")
/// SQLite; needs Debian's libsqlite3-dev.
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")

/// The formats and codecs that requests are made of.
let bytes: [Target] =
  [
    system("CZlib", pkgConfig: "zlib", debian: "zlib1g-dev", homebrew: "zlib"),
    system("CCrypto", pkgConfig: "libcrypto", debian: "libssl-dev", homebrew: "openssl@3"),
    library(.bytes, "SystemLibrary"),
  ]
  + module(.bytes, "JSONText")
  + module(
    .bytes, "WireFormat", ["CZlib", "CCrypto"], excludedFromTests: ["Vectors/make_vectors.py"],
    testing: ["PayloadCipher"])
  + module(.bytes, "Dialects", ["JSONText", "WireFormat"])
  + module(.bytes, "YAMLDialects", ["Dialects", "JSONText", "WireFormat", yams])
  + module(.bytes, "PayloadCipher", ["CCrypto"])
  + module(
    .bytes, "Forge", ["JSONText", "WireFormat", "PayloadCipher"],
    excludedFromTests: ["Stored/Golden"])
  + module(.bytes, "Profiles", ["WireFormat"], excludedFromTests: ["Vectors"])

/// Adapter processes, and what is said to them.
let driving: [Target] =
  [.target(name: "CProcess", path: Floor.driving.sources("CProcess"))]
  + module(.driving, "AdapterProtocol", ["JSONText"])
  + module(.driving, "AdapterDriver", ["AdapterProtocol", "JSONText", "CProcess", "SystemLibrary"])
  + module(
    .driving, "AdapterChecking",
    ["AdapterDriver", "AdapterProtocol", "JSONText", "PayloadCipher", "WireFormat"],
    excludedFromTests: ["Adapters"], testing: ["Conformance", "SuiteModels", "Suites"])

/// What is right, and whether it was done.
let judging: [Target] =
  module(.judging, "Conformance", ["AdapterProtocol", "JSONText"], exclude: ["Schema"])
  + [
    library(
      .judging, "SuiteModels",
      [
        "Conformance", "AdapterProtocol", "Dialects", "JSONText", "Forge", "Profiles", "WireFormat",
        "PayloadCipher",
      ])
  ]
  + module(
    .judging, "Suites",
    [
      "SuiteModels", "Conformance", "AdapterProtocol", "Dialects", "JSONText", "Forge", "Profiles",
      "WireFormat", "PayloadCipher",
    ], excludedFromTests: ["Golden"], isOptimized: false)
  + module(.judging, "Reduction", ["Conformance"])
  + module(
    .judging, "Anatomy",
    ["Conformance", "Forge", "PayloadCipher", "Profiles", "SuiteModels", "Suites", "WireFormat"])

/// Many cases, and what is told of them.
let running: [Target] =
  module(
    .running, "Running",
    ["Conformance", "Reduction", "AdapterDriver", "AdapterProtocol", "JSONText"])
  + module(
    .running, "Baselines",
    ["Running", "Reporting", "Conformance", "JSONText", yams])
  + module(
    .running, "Fuzzing",
    [
      "Running", "Reduction", "Reporting", "Conformance", "AdapterDriver", "AdapterProtocol",
      "JSONText", "SystemLibrary", grdb,
    ], testing: ["SuiteModels", "Suites", "Forge"])
  + module(
    .running, "Reporting",
    [
      "Anatomy", "Conformance", "JSONText", "SuiteModels", "Suites", "SystemLibrary", "WireFormat",
      mustache,
    ],
    exclude: ["Pages/Files", "Schema"], excludedFromTests: ["Browser"],
    testing: ["Forge", "SampleSuites"], plugins: ["TemplateEmbedding"])
  + module(
    .running, "Certification",
    [
      "CCrypto", "Conformance", "JSONText", "Reporting", "SystemLibrary", "WireFormat", mustache,
    ],
    exclude: ["Schema"], testing: ["SampleSuites"])
  + [
    .target(
      name: "SampleSuites", dependencies: ["AdapterProtocol", "Conformance", "JSONText"],
      path: Floor.running.tests("SampleSuites"), swiftSettings: settings)
  ]

/// What stands on the other side of the protocol: kits, templates, and implementations.
let adapters: [Target] =
  module(.adapters, "AdapterKit", ["AdapterProtocol", "JSONText"])
  + [
    library(
      .adapters, "AdapterTemplates", ["SystemLibrary"], exclude: ["Files"],
      plugins: ["TemplateEmbedding"]),
    .plugin(
      name: "TemplateEmbedding", capability: .buildTool(), dependencies: ["template-embedder"],
      path: Floor.adapters.sources("TemplateEmbedding")),
    program(.adapters, "template-embedder", []),
    tests(.adapters, "AdapterTemplatesTests", ["AdapterTemplates"]),
  ]
  + module(
    .adapters, "ReferenceLibrary", ["Profiles", "WireFormat"],
    excludedFromTests: ["Vectors/make_vectors.py"],
    testing: [
      "CZlib", "PayloadCipher", "ReferenceLibraryEncrypting", "encrypting-app", "plain-app",
    ])
  + [
    library(
      .adapters, "ReferenceLibraryEncrypting", ["ReferenceLibrary", "PayloadCipher", "WireFormat"])
  ]
  + module(
    .adapters, "ReferenceHandlers",
    [
      "AdapterKit", "AdapterProtocol", "Dialects", "JSONText", "ReferenceLibrary",
      "ReferenceLibraryEncrypting", "WireFormat",
    ])
  + module(
    .adapters, "FaultyHandlers",
    [
      "AdapterKit", "AdapterProtocol", "Dialects", "JSONText", "PayloadCipher", "Profiles",
      "ReferenceHandlers", "ReferenceLibrary", "ReferenceLibraryEncrypting", "WireFormat",
    ], testing: ["Conformance", "SuiteModels", "Suites"])
  + [
    program(
      .adapters, "reference-adapter",
      ["AdapterKit", "CCrypto", "ReferenceHandlers", "ReferenceLibrary"],
      linkerSettings: withoutDynamicLinker),
    program(
      .adapters, "faulty-adapter", ["CCrypto", "FaultyHandlers"],
      linkerSettings: withoutDynamicLinker),
    program(.adapters, "plain-app", ["ReferenceLibrary"]),
    program(.adapters, "encrypting-app", ["ReferenceLibrary", "ReferenceLibraryEncrypting"]),
  ]

/// The figures, and the yardstick that they are measured against: they ask Linux what a process takes.
#if os(Linux)
  let benchmarks: [Target] = [
    program(
      .programs, "assay-bench",
      [
        argumentParser, "AdapterDriver", "AdapterProtocol", "Conformance", "Forge", "JSONText",
        "PayloadCipher", "Reporting", "Running", "SuiteModels", "Suites", "WireFormat",
      ]),
    .executableTarget(name: "bench-pump", path: Floor.programs.sources("bench-pump")),
  ]
#else
  let benchmarks: [Target] = []
#endif

/// What people start.
let programs: [Target] = [
  program(
    .programs, "assay",
    [
      argumentParser, "AdapterChecking", "AdapterDriver", "AdapterProtocol", "AdapterTemplates",
      "Anatomy", "Baselines", "CCrypto", "CProcess", "Certification", "Conformance", "Dialects",
      "Forge", "Fuzzing", "JSONText", "Profiles", "Reporting", "Running", "SuiteModels", "Suites",
      "SystemLibrary", "WireFormat", "YAMLDialects",
    ],
    swiftSettings: [
      .unsafeFlags(withoutSwiftLibraries, .when(platforms: [.linux], configuration: .release))
    ],
    linkerSettings: [
      .unsafeFlags(withoutSwiftLibraries, .when(platforms: [.linux], configuration: .release))
    ]),
  program(
    .programs, "second-opinions",
    [
      argumentParser, "AdapterDriver", "AdapterProtocol", "Conformance", "Forge", "JSONText",
      "Running", "SuiteModels", "Suites", "WireFormat",
    ]),
  // The programs that they start are built with them, as the whole package is: named here, these tests would wait for them to be linked.
  tests(.programs, "EndToEndTests", ["JSONText"], exclude: ["DeepCases", "Zoo"]),
]

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
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
  ],
  targets: bytes + driving + judging + running + adapters + programs + benchmarks
)
