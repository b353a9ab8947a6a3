import Foundation
import TestSupport
import Testing

/// Runs `weir layout` in the folder.
func layout(_ arguments: Bytes..., input: Bytes = [], in folder: TemporaryFolder) throws -> Outcome {
    try Program.weir.run(["layout"] + arguments, input: input, in: folder)
}

/// A frame as it was printed.
struct Frame: Equatable, Decodable {
    var index: Int
    var section: Int
    var x: Double
    var y: Double
    var w: Double
    var h: Double
    var scale: Double?
}

/// The output of `--format json`.
struct LayoutAnswer: Equatable, Decodable {
    struct Size: Equatable, Decodable {
        var width: Double
        var height: Double
    }

    struct Device: Equatable, Decodable {
        var name: String
        var scale: Double
        var safeArea: [String: Double]?
    }

    struct Supplementary: Equatable, Decodable {
        var kind: String
        var section: Int
        var x: Double
        var y: Double
        var w: Double
        var h: Double
    }

    var layout: String
    var device: Device?
    var viewport: Size
    var contentSize: Size
    var contentInset: [String: Double]?
    var sections: [String]?
    var offset: Double?
    var frames: [Frame]
    var supplementary: [Supplementary]
    var blankSpace: [Double]?
}

extension Outcome {
    /// The decoded output of a run that succeeded without messages.
    func answer(_ location: SourceLocation = #_sourceLocation) throws -> LayoutAnswer {
        try decoded(LayoutAnswer.self, location)
    }

    func decoded<Value: Decodable>(_ type: Value.Type, _ location: SourceLocation = #_sourceLocation) throws -> Value {
        #expect(messages == "", sourceLocation: location)
        #expect(status == .exited(0), sourceLocation: location)
        return try JSONDecoder().decode(type, from: Data(output))
    }
}

/// A manifest of pictures with these widths and heights.
func manifest(ofSizes sizes: [(Int, Int)]) -> Bytes {
    Bytes(manifest(of: sizes.enumerated().map { entry($1.0, $1.1, "\($0).jpg", "¥\($0 + 1)") }))
}
