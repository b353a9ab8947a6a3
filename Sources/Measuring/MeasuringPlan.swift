import Fetching
import Pixels

/// How a run measures pictures, and which data it keeps.
package struct MeasuringPlan: Sendable {
    /// The journal of the run; nil means none.
    package var journal: JournalPlan?
    /// The folder in which whole pictures of the network are stored; nil means none.
    package var mirror: [UInt8]?
    /// Whether pictures are decoded to their end.
    package var isVerifying = false
    /// The placeholders that are wanted of each picture.
    package var placeholders: Set<Placeholders.Kind> = []
    /// Whether pictures of the network, of which only the header has come, are fetched once more for them.
    package var fetchesPixels = false
    package var fetching: FetchSettings
    /// The number of milliseconds that running transfers may still take after the process is asked to end. The run
    /// should end within a second of the signal, and must first save what it learned.
    package var lastPatience: Int64 = 600

    package init(fetching: FetchSettings) { self.fetching = fetching }
}
