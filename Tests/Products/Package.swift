// swift-tools-version: 6.0
import PackageDescription

// Programs of others: each uses one product of weir, as docs/libraries.md shows it. scripts/test-products copies this file and takes
// the programs from that page. AppleExamples are those of docs/examples, with declarations in place of UIKit and SwiftUI.
let products = [
    "ImageHeaders", "Layouts", "WeirApp", "WeirRecords", "Manifests", "Pixels", "Checks", "WeirReports", "Drawings", "Journals",
]
let package = Package(
    name: "products",
    dependencies: [.package(name: "weir", path: "../..")],
    targets: products.map { product in
        .executableTarget(name: "Use\(product)", dependencies: [.product(name: product, package: "weir")])
    } + [
        .target(name: "UIKit"), .target(name: "SwiftUI"),
        .target(name: "AppleExamples", dependencies: ["UIKit", "SwiftUI", .product(name: "WeirApp", package: "weir")]),
    ]
)
