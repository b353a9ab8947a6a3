import Records

/// The data that a reader keeps of each entry of a manifest.
public enum EntryDetail: Sendable {
    /// Sizes and places, for layouts.
    case sizes
    /// Also pictures and prices.
    case texts
    /// Also whether an entry is a placeholder, which `status` tells.
    case status

    /// The kept columns of a reader that also keeps these; `status` comes last.
    func columns(and others: [String]) -> RowColumns { RowColumns(kept: others + (self == .status ? ["status"] : [])) }
}
