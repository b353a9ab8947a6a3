import Foundation
import Layouts
import TestSupport
import Testing

/// Layouts beside the frames that their engines gave them. docs/testing.md says how the vectors were made.
@Suite struct EngineVectorTests {
    /// A line of a file of vectors. Frames are x, y, width and height, one after the other: in pixels for Android, in 64ths
    /// of a device pixel for a browser, and in Doubles for a script.
    private struct Vector: Decodable {
        let layout: String
        let width: Double
        let pictures: [Int32]
        let frames: [Double]
        let height: Double

        var page: PicturePage {
            get throws {
                let sides = stride(from: 0, to: pictures.count, by: 2)
                return try PicturePage(widths: sides.map { pictures[$0] }, heights: sides.map { pictures[$0 + 1] })
            }
        }

        var density: Double { layout.split(separator: "density=").dropFirst().first.flatMap { Double($0) } ?? 1 }
    }

    /// `WEIR_VECTORS` names a folder with longer files.
    private static let folder = ProcessInfo.processInfo.environment["WEIR_VECTORS"] ?? "\(Fixtures.root)/Tests/LayoutsTests/Vectors"

    private static func vectors(_ name: String) throws -> [Vector] {
        let text = try String(contentsOfFile: "\(folder)/\(name).jsonl", encoding: .utf8)
        let vectors = try text.split(separator: "\n").map { try JSONDecoder().decode(Vector.self, from: Data($0.utf8)) }
        #expect(vectors.count >= 50)
        return vectors
    }

    /// `units` are the vector's units to a device pixel; nil compares the bits.
    @Test(
        arguments: [("staggered-grid", 1.0), ("masonry-js", 64), ("justified", nil), ("masonic", nil), ("flash-list", nil)]
            as [(String, Double?)])
    func everyFrameIsTheEngines(_ name: String, _ units: Double?) throws {
        for vector in try Self.vectors(name) {
            let layout = try LayoutRecipe(vector.layout).layout(of: vector.page, in: Size(width: vector.width, height: 667))
            func inUnits(_ length: Double) -> Double { units.map { (length * vector.density * $0).rounded() } ?? length }
            #expect(layout.count * 4 == vector.frames.count)
            for (item, frame) in layout.frames.enumerated() {
                let found = [frame.x, frame.y, frame.width, frame.height].map(inUnits)
                let wanted = Array(vector.frames[item * 4..<item * 4 + 4])
                guard found != wanted else { continue }
                Issue.record("picture \(item) at \(found), and in the engine at \(wanted): \(vector.layout), \(vector.width) wide")
                break
            }
            // A script may come to less than nothing for no pictures.
            #expect(inUnits(layout.contentSize.height) == max(0, vector.height), "\(vector.layout), \(vector.width) wide")
        }
    }
}
