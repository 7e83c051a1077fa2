// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "adapter",
  platforms: [.macOS(.v15)],
  dependencies: [
    // >>> YOUR CODE: add its package here, and its product below.
    .package(path: "AssayAdapterKit")
  ],
  targets: [
    .executableTarget(
      name: "adapter", dependencies: [.product(name: "AssayAdapterKit", package: "AssayAdapterKit")]
    )
  ]
)
