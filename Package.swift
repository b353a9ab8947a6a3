// swift-tools-version: 6.0
import PackageDescription

// The rooms of the house. A room names what it may import, and nothing else;
// `scripts/check-rooms` holds the import lines in Sources/ against this table.
let package = Package(
    name: "weir",
    products: [
        .executable(name: "weir", targets: ["weir"]),
        .library(name: "ImageHeaders", targets: ["ImageHeaders", "Failures"]),
        .library(name: "Decoders", targets: ["Decoders", "ImageHeaders", "Failures"]),
        .library(name: "Catalogues", targets: ["Catalogues"]),
        .library(name: "Manifests", targets: ["Manifests", "Encodings"]),
        .library(name: "Reports", targets: ["Reports", "Encodings", "Failures"]),
        .library(name: "Journals", targets: ["Journals", "Encodings", "Failures", "ImageHeaders"]),
        .library(name: "Layouts", targets: ["Layouts"]),
        .library(name: "Checks", targets: ["Checks", "Layouts", "Manifests", "Encodings"]),
        .library(name: "Pictures", targets: ["Pictures", "Layouts", "Encodings"]),
    ],
    targets: [
        .executableTarget(
            name: "weir",
            dependencies: ["Encodings", "Failures", "ImageHeaders", "Catalogues", "Manifests", "Fetching", "Journals", "Pipeline", "Reports", "Layouts", "Pictures", "Checks", "Threads"]),
        .target(name: "Pipeline", dependencies: ["Encodings", "Failures", "ImageHeaders", "Decoders", "Catalogues", "Manifests", "Fetching", "Journals", "Reports", "Threads", "CLinux"]),
        .target(name: "Fetching", dependencies: ["Encodings", "Failures", "ImageHeaders", "Threads", "CCurl"]),
        .target(name: "Checks", dependencies: ["Encodings", "Failures", "ImageHeaders", "Catalogues", "Manifests", "Layouts"]),
        .target(name: "Reports", dependencies: ["Failures", "Encodings", "ImageHeaders", "Manifests", "Layouts", "Checks"]),
        .target(name: "ImageHeaders", dependencies: ["Failures", "CPNG", "CJPEG", "CWebP"]),
        .target(name: "Decoders", dependencies: ["Failures", "ImageHeaders", "CPNG", "CJPEG", "CWebP"]),
        .target(name: "Catalogues", dependencies: ["Encodings", "CSIMDJSON", "CExpat"]),
        .target(name: "Manifests", dependencies: ["Encodings", "Catalogues"]),
        .target(name: "Encodings", dependencies: ["CZlib"]),
        .target(name: "Failures"),
        .target(name: "Journals", dependencies: ["Encodings", "Failures", "ImageHeaders", "Threads", "CSQLite"]),
        .target(name: "Threads", dependencies: ["CLinux"]),
        .target(name: "Layouts"),
        .target(name: "Pictures", dependencies: ["Layouts", "Encodings"]),

        .shim("CPNG", links: "png", "z"),
        .shim("CJPEG", links: "jpeg"),
        .shim("CWebP", links: "webp"),
        .shim("CSIMDJSON", links: "simdjson"),
        .shim("CExpat", links: "expat"),
        .shim("CZlib", links: "z"),
        .shim("CCurl", links: "curl"),
        .shim("CLinux"),
        .shim("CSQLite", links: "sqlite3"),

        .target(name: "TestSupport", dependencies: ["Encodings", "Failures", "ImageHeaders"], path: "Tests/TestSupport"),
        .target(name: "CHeif", path: "Tests/CHeif", linkerSettings: [.linkedLibrary("heif")]),
        .testTarget(name: "ImageHeadersTests", dependencies: ["ImageHeaders", "TestSupport", "CHeif"]),
        .testTarget(name: "DecodersTests", dependencies: ["Decoders", "ImageHeaders", "TestSupport"]),
        .testTarget(name: "EncodingsTests", dependencies: ["Encodings", "TestSupport"]),
        .testTarget(name: "CataloguesTests", dependencies: ["Catalogues", "TestSupport"]),
        .testTarget(name: "ManifestsTests", dependencies: ["Manifests", "Catalogues", "TestSupport"]),
        .testTarget(name: "FetchingTests", dependencies: ["Fetching", "TestSupport"]),
        .testTarget(name: "PipelineTests", dependencies: ["Pipeline", "Encodings", "Journals", "Manifests", "Reports", "TestSupport"]),
        .testTarget(name: "ReportsTests", dependencies: ["Reports", "Checks", "Encodings", "TestSupport"]),
        .testTarget(name: "WeirTests", dependencies: ["weir", "TestSupport"]),
        .testTarget(name: "EndToEndTests", dependencies: ["weir", "Failures", "ImageHeaders", "Journals", "TestSupport"]),
        .testTarget(name: "JournalsTests", dependencies: ["Journals", "TestSupport"], exclude: ["Schemas"]),
        .testTarget(name: "PicturesTests", dependencies: ["Pictures", "Layouts", "Encodings", "TestSupport"]),
        .testTarget(name: "ChecksTests", dependencies: ["Checks", "Layouts", "Manifests", "Failures", "ImageHeaders", "Catalogues", "Encodings", "TestSupport"]),
        .testTarget(name: "LayoutsTests", dependencies: ["Layouts", "TestSupport"]),
    ],
    cLanguageStandard: .c11,
    cxxLanguageStandard: .cxx17
)

extension Target {
    /// A C library of Debian's behind functions that Swift can call.
    static func shim(_ name: String, links libraries: String...) -> Target {
        .target(
            name: name, path: "Sources/CLibraries/\(name)", linkerSettings: libraries.map { .linkedLibrary($0) })
    }
}

for target in package.targets where target.type != .system {
    target.swiftSettings = [.swiftLanguageMode(.v6)]
}
