// swift-tools-version: 6.2
import PackageDescription

// The rooms of the house. A room imports what it names here, and nothing else: `scripts/check-rooms` checks it.
let package = Package(
    name: "weir",
    products: [
        .executable(name: "weir", targets: ["weir"]),
        .library(name: "ImageHeaders", targets: ["ImageHeaders", "Base"]),
        .library(name: "Pixels", targets: ["Pixels", "ImageHeaders", "Base"]),
        .library(name: "Records", targets: ["Records"]),
        .library(name: "Manifests", targets: ["Manifests", "Base"]),
        .library(name: "Reports", targets: ["Reports", "Base"]),
        .library(name: "Journals", targets: ["Journals", "Base", "ImageHeaders"]),
        .library(name: "Layouts", targets: ["Layouts"]),
        .library(name: "Checks", targets: ["Checks", "Layouts", "Manifests", "Base"]),
        .library(name: "Drawings", targets: ["Drawings", "Layouts", "Base"]),
    ],
    targets: [
        .executableTarget(
            name: "weir",
            dependencies: ["Base", "ImageHeaders", "Pixels", "Records", "Manifests", "Fetching", "Journals", "Measuring", "Ingest", "Reports", "Layouts", "Drawings", "Checks", "Previews", "System", "CMemory", "CResources", "CVersions"]),
        .target(name: "Ingest", dependencies: ["Base", "ImageHeaders", "Pixels", "Records", "Manifests", "Fetching", "Measuring", "System"]),
        .target(name: "Measuring", dependencies: ["Base", "ImageHeaders", "Pixels", "Fetching", "Journals", "Records", "System"]),
        .target(name: "Fetching", dependencies: ["Base", "ImageHeaders", "System", "CCurl"]),
        .target(name: "Checks", dependencies: ["Base", "ImageHeaders", "Pixels", "Records", "Manifests", "Layouts"]),
        .target(name: "Reports", dependencies: ["Base", "ImageHeaders", "Pixels", "Manifests", "Layouts", "Checks", "Fetching", "Ingest"]),
        .target(name: "ImageHeaders", dependencies: ["Base", "CExpat", "CPNG", "CJPEG", "CWebP"]),
        .target(name: "Pixels", dependencies: ["Base", "ImageHeaders", "CPNG", "CJPEG", "CWebP", "CGIF", "CTIFF", "CLibHEIF", "CJXL", "CRSVG", "CLCMS", "CMaths"]),
        .target(name: "Records", dependencies: ["Base", "CExpat"]),
        .target(name: "Manifests", dependencies: ["Base", "Records"]),
        .target(name: "Base", dependencies: ["CZlib", "CCrypto"], linkerSettings: [.mathematics]),
        .target(name: "Journals", dependencies: ["Base", "ImageHeaders", "Pixels", "System", "CSQLite"]),
        .target(name: "System", dependencies: ["Base", "CLinux"]),
        .target(name: "Layouts", linkerSettings: [.mathematics]),
        .target(name: "Drawings", dependencies: ["Layouts", "Pixels", "ImageHeaders", "Base", "CRSVG"]),
        .target(name: "Previews", dependencies: ["Base", "Manifests", "Layouts", "Checks", "CResources"], exclude: ["Page"]),

        .shim("CPNG", links: "png", "z"),
        .shim("CJPEG", links: "jpeg"),
        .shim("CWebP", links: "webp"),
        .shim("CGIF"),
        .shim("CTIFF"),
        .shim("CLibHEIF"),
        .shim("CJXL"),
        .shim("CRSVG"),
        .shim("CLCMS"),
        .shim("CMaths", links: "m"),
        .shim("CExpat", links: "expat"),
        .shim("CZlib", links: "z"),
        .shim("CCrypto", links: "crypto"),
        .shim("CCurl", links: "crypto"),
        .shim("CLinux"),
        .shim("CMemory"),
        .shim("CResources"),
        .shim("CVersions", uses: ["CJXL"]),
        .shim("CSQLite", links: "sqlite3"),

        .target(name: "TestSupport", dependencies: ["Base", "ImageHeaders", "System"], path: "Tests/TestSupport", exclude: ["Servers/buckets.py"]),
        .target(name: "CHeif", path: "Tests/CHeif", linkerSettings: [.linkedLibrary("heif")]),
        .testTarget(name: "ImageHeadersTests", dependencies: ["ImageHeaders", "TestSupport", "CHeif"]),
        .testTarget(name: "PixelsTests", dependencies: ["Pixels", "ImageHeaders", "TestSupport"], exclude: ["Vectors"]),
        .testTarget(name: "BaseTests", dependencies: ["Base", "TestSupport"]),
        .testTarget(name: "RecordsTests", dependencies: ["Records", "TestSupport"]),
        .testTarget(name: "ManifestsTests", dependencies: ["Manifests", "Records", "TestSupport"]),
        .testTarget(name: "FetchingTests", dependencies: ["Fetching", "System", "TestSupport"]),
        .testTarget(name: "SystemTests", dependencies: ["System", "TestSupport"]),
        .testTarget(name: "MeasuringTests", dependencies: ["Measuring", "Base", "Fetching", "ImageHeaders", "Journals", "Pixels", "System", "TestSupport"]),
        .testTarget(name: "IngestTests", dependencies: ["Ingest", "Manifests", "TestSupport"]),
        .testTarget(name: "ReportsTests", dependencies: ["Reports", "Records", "Checks", "Base", "Fetching", "Ingest", "TestSupport"]),
        .testTarget(name: "WeirTests", dependencies: ["weir", "System", "TestSupport"]),
        .testTarget(name: "EndToEndTests", dependencies: ["weir", "Base", "ImageHeaders", "Journals", "TestSupport"], exclude: ["Preview/Browser", "Layout/Drawings"]),
        .testTarget(name: "NightTests", dependencies: ["weir", "Base", "TestSupport"], exclude: ["Kernel", "Defects.json"]),
        .testTarget(name: "JournalsTests", dependencies: ["Journals", "Pixels", "Records", "TestSupport"], exclude: ["Schemas"]),
        .testTarget(name: "DrawingsTests", dependencies: ["Drawings", "Pixels", "ImageHeaders", "Layouts", "Base", "TestSupport"]),
        .testTarget(name: "PreviewsTests", dependencies: ["Previews", "Layouts", "Checks", "Manifests", "Base"]),
        .testTarget(name: "ChecksTests", dependencies: ["Checks", "Layouts", "Manifests", "Base", "ImageHeaders", "Pixels", "Records", "System", "TestSupport"]),
        .testTarget(name: "LayoutsTests", dependencies: ["Layouts", "System", "TestSupport"], exclude: ["Vectors"]),
    ],
    cLanguageStandard: .c11
)

extension LinkerSetting {
    /// Rounding is a call of libm in a debug build. A pure room imports nothing that would link it.
    static var mathematics: LinkerSetting { .linkedLibrary("m", .when(platforms: [.linux])) }
}

extension Target {
    /// A C library of Debian's behind functions that Swift can call.
    static func shim(_ name: String, uses shims: [Target.Dependency] = [], links libraries: String...) -> Target {
        .target(
            name: name, dependencies: shims, path: "Sources/CLibraries/\(name)", linkerSettings: libraries.map { .linkedLibrary($0) })
    }
}

for target in package.targets where target.type != .system {
    target.swiftSettings = [.swiftLanguageMode(.v6)]
}
