import Records

/// The data that a reader keeps of each entry of a manifest.
public enum EntryDetail: Sendable {
    /// Sizes and places, for layouts.
    case sizes
    /// Also pictures and prices.
    case texts
    /// Also whether an entry is a placeholder, which `status` tells.
    case status

    /// Sizes, pictures and prices, and how many bytes each picture has, which `bytes` tells.
    case bytes

    /// The kept columns of a reader that also keeps these; the key that tells the detail comes last.
    func columns(and others: [String]) -> RowColumns {
        switch self {
        case .sizes, .texts: RowColumns(kept: others)
        case .status: RowColumns(kept: others + ["status"])
        case .bytes: RowColumns(kept: others + ["bytes"])
        }
    }
}
