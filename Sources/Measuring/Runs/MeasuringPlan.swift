import Fetching

/// How a run measures pictures, and what it keeps of them.
public struct MeasuringPlan: Sendable {
    /// Where pictures are remembered; nil: nowhere.
    public var journal: JournalUse?
    /// The folder in which whole pictures of the network are kept; nil: nowhere.
    public var mirror: [UInt8]?
    /// Whether pictures are decoded to their end.
    public var isVerifying = false
    public var fetching: FetchSettings
    /// How many milliseconds pictures that are under way may still take once the process is asked to end. The
    /// run is to have ended a second after the signal, and has to keep what it learned before.
    public var lastPatience: Int64 = 600

    public init(fetching: FetchSettings) { self.fetching = fetching }
}
