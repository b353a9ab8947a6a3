import Records

/// What is kept of the entries of a manifest that is read.
public enum EntryDetail: Sendable {
    /// Their sizes and places: for who only lays out.
    case sizes
    /// Pictures and prices too.
    case texts
    /// And which entries are placeholders, as `status` tells.
    case status

    var columns: CatalogueColumns { CatalogueColumns(kept: self == .status ? ["status"] : []) }
}
