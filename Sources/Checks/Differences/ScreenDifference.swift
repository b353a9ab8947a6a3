import Layouts
import Manifests

/// The effect of a manifest's changes on one screen, scrolled to the top.
public struct ScreenDifference: Sendable {
    /// A picture whose frame has moved.
    public struct Move: Equatable, Sendable {
        /// The picture's number in the previous manifest, from 0.
        public let old: Int
        /// Its number in the new manifest.
        public let new: Int
        /// How many points it has moved to the right; negative if to the left.
        public let x: Double
        /// How many points it has moved down; negative if up.
        public let y: Double
    }

    /// The pictures on screen before or after the change that have moved by 3 points or more, in the
    /// new order.
    public let onScreen: [Move]
    /// How many pictures have moved that far, on screen or not.
    public let moved: Int
    /// How much the screen jumps if a phone has the old sizes and the pictures arrive with the new ones.
    public internal(set) var scores: ShiftScores
    /// The size of the whole content in points, before the change.
    public let oldContent: Size
    /// The same after the change.
    public let newContent: Size

    /// `empty` is a layout without pictures. `bytes` has the number of bytes of each new picture, 0 where it is unknown;
    /// it may be empty.
    public init(
        _ difference: ManifestDifference, from old: [PicturePage], to new: [PicturePage], in empty: any Layout,
        arriving process: ArrivalProcess = .order, bytes: [Int] = []
    ) {
        var before = empty
        for page in old { before.append(page) }
        var after = empty
        for page in new { after.append(page) }
        (oldContent, newContent) = (before.contentSize, after.contentSize)
        let screen = Rect(x: 0, y: 0, width: empty.viewport.width, height: empty.viewport.height)
        var onScreen: [Move] = []
        var moved = 0
        for entry in 0..<difference.newCount {
            guard let previous = difference.previous(of: entry) else { continue }
            let (was, now) = (before.frame(of: previous), after.frame(of: entry))
            let move = Move(old: previous, new: entry, x: now.x - was.x, y: now.y - was.y)
            guard max(move.x.magnitude, move.y.magnitude) >= ShiftScore.leastMove else { continue }
            moved += 1
            if was.meets(screen) || now.meets(screen) { onScreen.append(move) }
        }
        self.onScreen = onScreen
        self.moved = moved
        scores = ScreenDifference.scores(difference, old, new, empty, process, bytes)
    }

    /// Lays out the previous manifest's pictures; those that still exist arrive with their new sizes.
    private static func scores(
        _ difference: ManifestDifference, _ old: [PicturePage], _ new: [PicturePage], _ empty: any Layout,
        _ process: ArrivalProcess, _ bytes: [Int]
    ) -> ShiftScores {
        let declared = PicturePage(joining: old)
        var truth = declared
        var oldBytes = bytes.isEmpty ? [] : Array(repeating: 0, count: declared.count)
        var entry = 0
        for page in new {
            for item in 0..<page.count {
                if let previous = difference.previous(of: entry) {
                    truth.replaceSize(of: previous, page.widths[item], page.heights[item])
                    if !bytes.isEmpty { oldBytes[previous] = bytes[entry] }
                }
                entry += 1
            }
        }
        return ShiftScores(declared: declared, true: truth, in: empty, arriving: process, bytes: oldBytes)
    }
}
