// swift-tools-version: 6.0
import PackageDescription

// Programs of others: each uses one product of weir, as docs/libraries.md shows it. scripts/test-products copies this file and takes
// the programs from that page.
let products = ["ImageHeaders", "Layouts", "WeirRecords", "Manifests", "Pixels", "Checks", "WeirReports", "Drawings", "Journals"]
let package = Package(
    name: "products",
    dependencies: [.package(name: "weir", path: "../..")],
    targets: products.map { product in
        .executableTarget(name: "Use\(product)", dependencies: [.product(name: product, package: "weir")])
    }
)
