// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "journal-cost",
    dependencies: [.package(name: "weir", path: "../..")],
    targets: [
        .executableTarget(
            name: "journal-cost", dependencies: [.product(name: "Journals", package: "weir")],
            swiftSettings: [.swiftLanguageMode(.v6)])
    ]
)
