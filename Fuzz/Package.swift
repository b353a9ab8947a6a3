// swift-tools-version: 6.0
import PackageDescription

// The fuzzers; `scripts/fuzz` builds and runs them. They are a separate package, because they are built with
// instrumentation.
let package = Package(
    name: "fuzz",
    dependencies: [.package(name: "weir", path: "..")],
    targets: [
        .executableTarget(
            name: "FuzzReaders",
            dependencies: [
                "Fuzzing", .product(name: "ImageHeaders", package: "weir"), .product(name: "Pixels", package: "weir"),
                .product(name: "WeirRecords", package: "weir"),
            ]),
        .executableTarget(
            name: "FuzzChecks",
            dependencies: [
                "Fuzzing", .product(name: "WeirRecords", package: "weir"), .product(name: "Manifests", package: "weir"),
                .product(name: "Checks", package: "weir"),
            ]),
        .target(name: "Fuzzing", dependencies: ["CLibFuzzer"]),
        .target(name: "CLibFuzzer"),
    ],
    swiftLanguageModes: [.v6]
)
