/// A burst of moves: each less than 1 s behind the one before, and all within 5 s. Cumulative layout shift is the
/// largest sum of such a window.
enum SessionWindow {
    /// The gap that ends a window, in rendering frames.
    private static let gap = ArrivalMoment.framesPerSecond
    /// The length of the longest window.
    private static let longest = 5 * ArrivalMoment.framesPerSecond

    /// The moves are in the order of time.
    static func worst(of moves: [(frame: Int, score: Double)]) -> Double {
        var worst = 0.0
        var sum = 0.0
        var (first, last) = (0, 0)
        for move in moves {
            if move.frame - last >= gap || move.frame - first >= longest {
                first = move.frame
                sum = 0
            }
            last = move.frame
            sum += move.score
            worst = max(worst, sum)
        }
        return worst
    }
}
