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

    /// The jumps when a flow's items are laid out by an estimate and tell their sizes when they come on screen. The
    /// screen is scrolled to `offset`, and no item before it has been asked.
    public init(
        estimate: Size, of page: PicturePage, in empty: any Layout, at offset: Double = 0
    ) throws(LayoutError) {
        try ParameterLimits.check(side: estimate.width, "estimated-item-size")
        try ParameterLimits.check(side: estimate.height, "estimated-item-size")
        guard let flow = empty as? Flow else {
            throw LayoutError("estimated-item-size", "only \(Self.estimatingLayout) has items of an estimated size")
        }
        guard !flow.guaranteesDiffer else {
            throw LayoutError(
                "estimated-item-size", "sections with parameters of their own have no items of an estimated size; leave them out")
        }
        process = nil
        var items = EstimatedFlow(flow, estimate: estimate, page, at: offset)
        runs = [Run(seed: nil, score: ShiftScore(inTime: items.moves()))]
    }

    /// The name of the layout whose items can have an estimated size.
    package static let estimatingLayout = Flow.kind.name
}
