import Testing

/// A frame as an app writes it into a dump. The models below follow the published code of three layouts, sentence by
/// sentence, and share no code with the program.
public struct AppFrame: Equatable, Sendable {
    public var section = 0
    public var index: Int
    public var x: Double
    public var y: Double
    public var w: Double
    public var h: Double

    public init(section: Int = 0, index: Int, x: Double, y: Double, w: Double, h: Double) {
        (self.section, self.index) = (section, index)
        (self.x, self.y, self.w, self.h) = (x, y, w, h)
    }

    /// The line of a dump; `screen` are members for the line's own screen.
    public func line(_ screen: String = "") -> String {
        "{\(screen)\"index\":\(index),\"section\":\(section),\"x\":\(x),\"y\":\(y),\"w\":\(w),\"h\":\(h)}"
    }
}

/// How an app reads the bottom of a column.
public enum AppArithmetic: String, Sendable, CaseIterable {
    case float, double

    func read(_ number: Double) -> Double { self == .float ? Double(Float(number)) : number }
}

extension AppFrame {
    /// Pictures as `Seed` draws them, the same in every run.
    public static func sizes(_ count: Int, seed: UInt64) -> [(Int, Int)] {
        var seed = Seed(seed)
        return (0..<count).map { _ in (Int(seed.next() % 901) + 100, Int(seed.next() % 901) + 100) }
    }

    /// `lf-waterflow` with gaps and insets of 10. `known` columns more than `columns` are what is left of a turn.
    public static func waterflow(
        _ sizes: [(Int, Int)], width: Double, columns: Int, _ arithmetic: AppArithmetic = .float, known: Int = 0
    ) -> [AppFrame] {
        let side = (width - 20 - 10 * Double(columns - 1)) / Double(columns)
        var bottoms = Array(repeating: 10.0, count: max(columns, known))
        return sizes.enumerated().map { index, size in
            let column = arithmetic.shortest(bottoms)
            let height = Double(size.1) / Double(size.0) * side
            let y = 10 + arithmetic.read(bottoms[column])
            bottoms[column] = y + height
            return AppFrame(index: index, x: 10 + Double(column) * (side + 10), y: y, w: side, h: height)
        }
    }

    /// `mk-masonry` with three columns and a spacing of 12.5.
    public static func masonry(_ sections: [[(Int, Int)]], width: Double, _ arithmetic: AppArithmetic = .float) -> [AppFrame] {
        let side = (width - 4 * 12.5) / 3
        var bottoms = [0.0, 0, 0]
        var turn = 0
        var frames: [AppFrame] = []
        for (section, sizes) in sections.enumerated() {
            for (index, size) in sizes.enumerated() {
                var column = turn
                if index < 3 { turn = (turn + 1) % 3 } else { column = arithmetic.shortest(bottoms) }
                let height = Double(size.1) / Double(size.0) * side
                frames.append(
                    AppFrame(
                        section: section, index: index, x: 12.5 + Double(column) * (side + 12.5), y: bottoms[column], w: side,
                        h: height))
                bottoms[column] = bottoms[column] + height + 12.5
            }
        }
        return frames
    }

    /// `flow-waterfall:columns=3` on a screen of 375: items are 105 wide. The count of a line's items is `counted` times 3.
    public static func waterfall(_ sizes: [(Int, Int)], counted: Int = 1) -> [AppFrame] {
        let above = 3 * counted
        var frames: [AppFrame] = []
        for (index, size) in sizes.enumerated() {
            let height = (Double(size.1) / Double(size.0) * 105).rounded(.up)
            let y = index < above ? 45 + 15 : frames[index - above].y + frames[index - above].h + 15
            frames.append(AppFrame(index: index, x: 15 + Double(index % 3) * 120, y: y, w: 105, h: height))
        }
        return frames
    }
}

extension AppArithmetic {
    /// The lowest column of the shortest ones.
    fileprivate func shortest(_ bottoms: [Double]) -> Int {
        bottoms.indices.min { (read(bottoms[$0]), $0) < (read(bottoms[$1]), $1) } ?? 0
    }
}

/// The frames of an app, and what explains that they are others than those of a layout.
public struct AppVariant: Sendable, CustomTestStringConvertible {
    public let layout: String
    public let frames: [AppFrame]
    /// Nil if the frames are those of the layout.
    public let explanation: String?
    public var testDescription: String { "\(layout): \(explanation ?? "agrees")" }

    private init(_ layout: String, _ frames: [AppFrame], _ explanation: String? = nil) {
        (self.layout, self.frames, self.explanation) = (layout, frames, explanation)
    }

    /// Pictures of which some stand in other columns where bottoms are read as Doubles, with three columns and with
    /// five.
    public static let sizes = AppFrame.sizes(1500, seed: 61)

    /// Frames on a screen of 375x667.
    public static let all: [AppVariant] = {
        func waterflow(_ arithmetic: AppArithmetic, known: Int = 0) -> [AppFrame] {
            AppFrame.waterflow(sizes, width: 375, columns: 3, arithmetic, known: known)
        }
        let turned = waterflow(.float, known: 5)
        return [
            AppVariant("lf-waterflow", waterflow(.float)),
            AppVariant("lf-waterflow", waterflow(.double), "all agree with arithmetic=double"),
            AppVariant("lf-waterflow:arithmetic=double", waterflow(.double)),
            AppVariant("lf-waterflow:arithmetic=double", waterflow(.float), "all agree with arithmetic=float"),
            AppVariant("lf-waterflow", turned, "all agree with as-written=true, after a turn"),
            AppVariant(
                "lf-waterflow", waterflow(.double, known: 5), "all agree with arithmetic=double and as-written=true, after a turn"),
            AppVariant("lf-waterflow:columns=3", turned, "all agree with as-written=true, after a layout of 5 columns"),
            AppVariant(
                "lf-waterflow", waterflow(.float, known: 4), "all agree with as-written=true, after a layout of 4 columns"),
            AppVariant("lf-waterflow:as-written=true", turned),
            AppVariant("lf-waterflow:columns=3,as-written=true", turned),
            AppVariant("lf-waterflow:as-written=true", waterflow(.float)),
            AppVariant("lf-waterflow:as-written=true", waterflow(.double), "all agree with arithmetic=double"),
            AppVariant("lf-waterflow:columns=4", turned, "neither arithmetic=double nor as-written=true explains it"),
            AppVariant("mk-masonry:spacing=12", AppFrame.masonry([sizes], width: 375), "arithmetic=double does not explain it"),
            AppVariant(
                "flow-waterfall:columns=3", AppFrame.waterfall(sizes, counted: 2), "all agree with as-written=true, after a reload"),
            AppVariant(
                "flow-waterfall:columns=3", AppFrame.waterfall(sizes, counted: 3),
                "all agree with as-written=true, after a turn and back"),
            AppVariant("flow-waterfall:columns=3", waterflow(.float), "as-written=true does not explain it"),
            AppVariant("flow", turned, "flow has no variant that could explain it"),
            // As written its content is narrower, and its frames are the same.
            AppVariant("waterflow", turned, "waterflow has no variant that could explain it"),
        ]
    }()
}
