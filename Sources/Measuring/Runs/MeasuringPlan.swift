import Fetching
import Pixels

/// How a run measures pictures, and which data it keeps.
public struct MeasuringPlan: Sendable {
    /// The journal of the run; nil means none.
    public var journal: JournalPlan?
    /// The folder in which whole pictures of the network are stored; nil means none.
    public var mirror: [UInt8]?
    /// Whether pictures are decoded to their end.
    public var isVerifying = false
    /// The placeholders that are wanted of each picture.
    public var placeholders: Set<Placeholders.Kind> = []
    /// Whether pictures of the network, of which only the header has come, are fetched once more for them.
    public var fetchesPixels = false
    public var fetching: FetchSettings
    /// The number of milliseconds that running transfers may still take after the process is asked to end. The run
    /// should end within a second of the signal, and must first save what it learned.
    public var lastPatience: Int64 = 600

    public init(fetching: FetchSettings) { self.fetching = fetching }
}
