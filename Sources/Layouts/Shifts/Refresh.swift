/// A refresh puts a page in front of the pictures, which moves those that were there.
public enum Refresh {
    /// How far a frame's origin has moved.
    public struct Shift: Equatable, Sendable {
        /// In points, to the right if positive.
        public let x: Double
        /// In points, downwards if positive.
        public let y: Double
    }

    /// The shift of each old item, in order. The first `prepended` items of `new` are not in `old`.
    public static func shifts(from old: any Layout, to new: any Layout, prepended: Int) -> [Shift] {
        precondition(new.count >= old.count + prepended, "the new layout has lost pictures")
        return (0..<old.count).map { item in
            let before = old.frame(of: item)
            let after = new.frame(of: item + prepended)
            return Shift(x: after.x - before.x, y: after.y - before.y)
        }
    }
}
