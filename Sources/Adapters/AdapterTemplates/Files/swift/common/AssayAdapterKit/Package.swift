// swift-tools-version: 6.2
import PackageDescription

/// The adapter kit of assay: the request loop, JSON and typed values. Apache-2.0.
let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

let package = Package(
  name: "AssayAdapterKit",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "AssayAdapterKit", targets: ["AdapterKit", "AdapterProtocol", "JSONText"])
  ],
  targets: [
    .target(name: "JSONText", swiftSettings: settings),
    .target(name: "AdapterProtocol", dependencies: ["JSONText"], swiftSettings: settings),
    .target(
      name: "AdapterKit", dependencies: ["AdapterProtocol", "JSONText"], swiftSettings: settings),
  ]
)
