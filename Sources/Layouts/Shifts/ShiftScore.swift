/// How much the screen jumps if pictures have other sizes than were declared.
///
/// When pictures arrive, they take their true sizes, and all frames behind them may move. Pictures that arrive
/// within one rendering frame make one move, which is scored as Chromium scores it (`ScreenMove`).
///
/// Only the pictures that can reach the screen are laid out. For m of them an arrival costs O(m); at
/// the top of a million pictures m is a few dozen.
public struct ShiftScore: Equatable, Sendable {
    /// The arrivals of one rendering frame.
    public struct Arrival: Equatable, Sendable {
        /// All pictures that arrive then, those of the declared size too.
        public let moment: ArrivalMoment
        /// The pictures that arrive with another size than was declared, in item order.
        public let items: [Int]
        /// The part of the screen that moves, times how far it moves, at most 1.
        public let score: Double

        /// The picture to blame: all others that move stand behind it.
        public var item: Int { items[0] }
    }

    /// The arrivals with a score above 0, worst first, ties in the order of time.
    public let arrivals: [Arrival]
    /// The sum of the scores of all moves; 0 if nothing jumps.
    public let sum: Double
    /// The cumulative layout shift: the sum of the worst session window.
    public let cls: Double

    /// The arrival with the highest score; nil if nothing jumps.
    public var worst: Arrival? { arrivals.first }

    /// The least move that counts, in points.
    package static let leastMove = 3.0

    /// `empty` is the layout without pictures; its screen is scrolled to `offset`. The pictures arrive in manifest
    /// order, one in each rendering frame.
    public init(declared: PicturePage, true truth: PicturePage, in empty: any Layout, at offset: Double = 0) {
        self.init(declared: declared, true: truth, in: empty, at: offset, arriving: InOrder(count: truth.count))
    }

    /// A picture that never arrives keeps its declared size.
    public init(
        declared: PicturePage, true truth: PicturePage, in empty: any Layout, at offset: Double = 0,
        arriving moments: some Sequence<ArrivalMoment>
    ) {
        precondition(declared.count == truth.count, "one true size for each declared one")
        var simulation = ArrivalSimulation(declared, truth, empty, offset)
        var found: [Arrival] = []
        for moment in moments {
            if let arrival = simulation.arrive(moment) { found.append(arrival) }
            if simulation.isComplete { break }
        }
        self.init(inTime: found)
    }

    init(inTime arrivals: [Arrival]) {
        sum = arrivals.reduce(0) { $0 + $1.score }
        cls = SessionWindow.worst(of: arrivals.map { ($0.moment.frame, $0.score) })
        self.arrivals = arrivals.sorted { ($1.score, $0.moment.frame) < ($0.score, $1.moment.frame) }
    }
}

/// A burst of moves: each less than 1 s behind the one before, and all within 5 s. Cumulative layout shift is the
/// largest sum of such a window.
enum SessionWindow {
    /// The gap that ends a window, in rendering frames.
    private static let gap = ArrivalMoment.framesPerSecond
    /// The length of the longest window.
    private static let longest = 5 * ArrivalMoment.framesPerSecond

    /// The moves are in the order of time.
    static func worst(of moves: [(frame: Int, score: Double)]) -> Double {
        guard var first = moves.first?.frame else { return 0 }
        var last = first
        var worst = 0.0
        var sum = 0.0
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

/// The shift scores of an arrival process, one for each of its seeds.
public struct ShiftScores: Equatable, Sendable {
    /// The score with one seed; a process that draws nothing has a single run without a seed.
    public struct Run: Equatable, Sendable {
        /// Nil if the process draws nothing.
        public let seed: UInt64?
        /// With the times that this seed draws.
        public let score: ShiftScore
    }

    /// Nil if no pictures arrive, and the sizes of items come late instead.
    public let process: ArrivalProcess?
    /// The runs from the best to the worst.
    public let runs: [Run]

    /// The run in the middle, the worse one of two.
    public var median: Run { runs[runs.count / 2] }
    /// The run with the greatest CLS.
    public var worst: Run { runs[runs.count - 1] }

    /// `1 seed`, `20 seeds`.
    package var seedCount: String { runs.count == 1 ? "1 seed" : "\(runs.count) seeds" }

    /// `empty` is the layout without pictures; its screen is scrolled to `offset`. `bytes` has each picture's number of
    /// bytes, 0 where it is unknown; it may be empty.
    public init(
        declared: PicturePage, true truth: PicturePage, in empty: any Layout, at offset: Double = 0,
        arriving process: ArrivalProcess, bytes: [Int] = []
    ) {
        self.process = process
        let seeds: [UInt64?] = if case .connections(_, let seeds) = process { seeds.map { $0 } } else { [nil] }
        runs = seeds.map { seed in
            let moments = process.moments(of: truth, bytes: bytes, seed: seed ?? 1)
            return Run(seed: seed, score: ShiftScore(declared: declared, true: truth, in: empty, at: offset, arriving: moments))
        }.sorted { ($0.score.cls, $0.score.sum, $0.seed ?? 0) < ($1.score.cls, $1.score.sum, $1.seed ?? 0) }
    }
}
