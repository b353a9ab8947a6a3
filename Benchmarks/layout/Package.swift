// swift-tools-version: 6.0
import PackageDescription

// Benchmarks of layouts; `run` builds and runs them. They are a separate package, outside of the product.
let package = Package(
    name: "layout-benchmark",
    dependencies: [.package(name: "weir", path: "../..")],
    targets: [
        .executableTarget(
            name: "LayoutBenchmark",
            dependencies: [
                .product(name: "Layouts", package: "weir"), .product(name: "Manifests", package: "weir"),
            ])
    ],
    swiftLanguageModes: [.v6]
)
