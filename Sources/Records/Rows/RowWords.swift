/// What messages call that which is read: a manifest is read by the same readers as a catalogue is.
public struct RowWords: Equatable, Sendable {
    let row: String
    let whole: String

    public static let catalogue = RowWords(row: "row", whole: "catalogue")
    public static let manifest = RowWords(row: "entry", whole: "manifest")
}
