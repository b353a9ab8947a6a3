// swift-tools-version: 6.0
import PackageDescription

// The rooms of the house. A room imports what it names here, and nothing else: `scripts/check-rooms` checks it. Names that
// another package may have begin with Weir.
let package = Package(
    name: "weir",
    // For `WeirApp` and `Layouts`; all other products are for Linux.
    platforms: [.iOS(.v16), .macOS(.v13), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
    products: [
        .executable(name: "weir", targets: ["weir"]),
        .library(name: "ImageHeaders", targets: ["ImageHeaders", "WeirBase"]),
        .library(name: "Pixels", targets: ["Pixels", "ImageHeaders", "WeirBase"]),
        .library(name: "WeirRecords", targets: ["WeirRecords"]),
        .library(name: "Manifests", targets: ["Manifests", "WeirBase"]),
        .library(name: "WeirReports", targets: ["WeirReports", "WeirBase"]),
        .library(name: "Journals", targets: ["Journals", "WeirBase", "ImageHeaders"]),
        .library(name: "Layouts", targets: ["Layouts"]),
        .library(name: "WeirApp", targets: ["WeirApp", "Layouts"]),
        .library(name: "Checks", targets: ["Checks", "Layouts", "Manifests", "WeirBase"]),
        .library(name: "Drawings", targets: ["Drawings", "Layouts", "WeirBase"]),
    ],
    targets: [
        .executableTarget(
            name: "weir",
            dependencies: [
                "WeirBase", "ImageHeaders", "Pixels", "WeirRecords", "Manifests", "Fetching", "Journals", "Measuring", "Ingest",
                "WeirReports", "Layouts", "Drawings", "Checks", "Previews", "WeirSystem", "CWeirMemory", "CWeirResources", "CWeirVersions",
            ]),
        .target(
            name: "Ingest",
            dependencies: [
                "WeirBase", "ImageHeaders", "Pixels", "WeirRecords", "Manifests", "Fetching", "Measuring", "WeirSystem", "CWeirResources",
            ],
            exclude: ["Shapes/Known"]),
        .target(
            name: "Measuring", dependencies: ["WeirBase", "ImageHeaders", "Pixels", "Fetching", "Journals", "WeirRecords", "WeirSystem"]),
        .target(name: "Fetching", dependencies: ["WeirBase", "ImageHeaders", "WeirSystem", "CWeirCurl"]),
        .target(name: "Checks", dependencies: ["WeirBase", "ImageHeaders", "Pixels", "WeirRecords", "Manifests", "Layouts"]),
        .target(
            name: "WeirReports", dependencies: ["WeirBase", "ImageHeaders", "Manifests", "Layouts", "Checks"], path: "Sources/Reports"),
        .target(name: "ImageHeaders", dependencies: ["WeirBase", "CWeirExpat", "CWeirPNG", "CWeirJPEG", "CWeirWebP"]),
        .target(
            name: "Pixels",
            dependencies: [
                "WeirBase", "ImageHeaders", "CWeirPNG", "CWeirJPEG", "CWeirWebP", "CWeirGIF", "CWeirTIFF", "CWeirLibHEIF", "CWeirJXL",
                "CWeirRSVG", "CWeirLCMS", "CWeirMaths",
            ]),
        .target(name: "WeirRecords", dependencies: ["WeirBase", "CWeirExpat"], path: "Sources/Records"),
        .target(name: "Manifests", dependencies: ["WeirBase", "WeirRecords"]),
        .target(name: "WeirBase", dependencies: ["CWeirZlib", "CWeirCrypto"], path: "Sources/Base", linkerSettings: [.mathematics]),
        .target(name: "Journals", dependencies: ["WeirBase", "ImageHeaders", "Pixels", "WeirSystem", "CWeirSQLite"]),
        .target(name: "WeirSystem", dependencies: ["WeirBase", "CWeirLinux"], path: "Sources/System"),
        .target(name: "Layouts", linkerSettings: [.mathematics]),
        .target(name: "WeirApp", dependencies: ["Layouts"], path: "Sources/App"),
        .target(name: "Drawings", dependencies: ["Layouts", "Pixels", "ImageHeaders", "WeirBase", "CWeirRSVG"]),
        .target(name: "Previews", dependencies: ["WeirBase", "Manifests", "Layouts", "Checks", "CWeirResources"], exclude: ["Page"]),

        .shim("PNG", links: "png", "z"),
        .shim("JPEG", links: "jpeg"),
        .shim("WebP", links: "webp"),
        .shim("GIF"),
        .shim("TIFF"),
        .shim("LibHEIF"),
        .shim("JXL"),
        .shim("RSVG"),
        .shim("LCMS"),
        .shim("Maths", links: "m"),
        .shim("Expat", links: "expat"),
        .shim("Zlib", links: "z"),
        .shim("Crypto", links: "crypto"),
        .shim("Curl", links: "crypto"),
        .shim("Linux"),
        .shim("Memory"),
        .shim("Resources"),
        .shim("Versions", uses: ["CWeirJXL"]),
        .shim("SQLite", links: "sqlite3"),

        .target(
            name: "TestSupport", dependencies: ["WeirBase", "ImageHeaders", "WeirSystem"], path: "Tests/TestSupport",
            exclude: ["Servers/buckets.py"]),
        .target(name: "CHeif", path: "Tests/CHeif", linkerSettings: [.linkedLibrary("heif")]),
        .testTarget(name: "ImageHeadersTests", dependencies: ["ImageHeaders", "TestSupport", "CHeif"]),
        .testTarget(name: "PixelsTests", dependencies: ["Pixels", "ImageHeaders", "WeirApp", "TestSupport"], exclude: ["Vectors"]),
        .testTarget(name: "BaseTests", dependencies: ["WeirBase", "TestSupport"]),
        .testTarget(name: "RecordsTests", dependencies: ["WeirRecords", "WeirBase", "TestSupport"]),
        .testTarget(name: "ManifestsTests", dependencies: ["Manifests", "WeirRecords", "TestSupport"]),
        .testTarget(name: "FetchingTests", dependencies: ["Fetching", "WeirSystem", "TestSupport"]),
        .testTarget(name: "SystemTests", dependencies: ["WeirSystem", "TestSupport"]),
        .testTarget(
            name: "MeasuringTests",
            dependencies: ["Measuring", "WeirBase", "Fetching", "ImageHeaders", "Journals", "Pixels", "WeirSystem", "TestSupport"]),
        .testTarget(
            name: "IngestTests",
            dependencies: [
                "Ingest", "Manifests", "Measuring", "Fetching", "ImageHeaders", "WeirRecords", "WeirBase", "WeirSystem", "TestSupport",
            ]),
        .testTarget(name: "ReportsTests", dependencies: ["WeirReports", "WeirRecords", "Checks", "WeirBase", "TestSupport"]),
        .testTarget(
            name: "WeirTests", dependencies: ["weir", "WeirBase", "ImageHeaders", "Fetching", "Ingest", "WeirSystem", "TestSupport"]),
        .testTarget(
            name: "EndToEndTests", dependencies: ["weir", "WeirBase", "ImageHeaders", "Journals", "TestSupport"],
            exclude: ["Preview/Browser", "Layout/Drawings", "Check/Findings"]),
        .testTarget(name: "NightTests", dependencies: ["weir", "WeirBase", "TestSupport"], exclude: ["Kernel", "Defects.json"]),
        .testTarget(name: "JournalsTests", dependencies: ["Journals", "Pixels", "WeirRecords", "TestSupport"], exclude: ["Schemas"]),
        .testTarget(name: "DrawingsTests", dependencies: ["Drawings", "Pixels", "ImageHeaders", "Layouts", "WeirBase", "TestSupport"]),
        .testTarget(name: "PreviewsTests", dependencies: ["Previews", "Layouts", "Checks", "Manifests", "WeirBase"]),
        .testTarget(
            name: "ChecksTests",
            dependencies: [
                "Checks", "Layouts", "Manifests", "WeirBase", "ImageHeaders", "Pixels", "WeirRecords", "WeirSystem", "TestSupport",
            ]),
        .testTarget(name: "AppTests", dependencies: ["WeirApp", "Layouts"]),
        .testTarget(name: "LayoutsTests", dependencies: ["Layouts", "WeirSystem", "TestSupport"], exclude: ["Vectors"]),
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
            name: "CWeir\(name)", dependencies: shims, path: "Sources/CLibraries/C\(name)",
            linkerSettings: libraries.map { .linkedLibrary($0) })
    }
}

for target in package.targets where target.type != .system {
    target.swiftSettings = [.swiftLanguageMode(.v6)]
}
