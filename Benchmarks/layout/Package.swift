// swift-tools-version: 6.0
import PackageDescription

// What layouts cost; `run` builds and runs it. A package of its own, since it is no part of the product.
let package = Package(
    name: "layout-benchmark",
    dependencies: [.package(name: "weir", path: "../..")],
    targets: [
        .executableTarget(name: "LayoutBenchmark", dependencies: [
                .product(name: "Layouts", package: "weir"), .product(name: "Manifests", package: "weir"),
            ])
    ],
    swiftLanguageModes: [.v6]
)
