/// News of a catalogue that was read to its end, and that stops no run.
public struct CatalogueWarning: Equatable, Sendable {
    /// One sentence without a full stop.
    public let message: String
}
