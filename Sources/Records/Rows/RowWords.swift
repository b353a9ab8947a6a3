/// The nouns for messages. Catalogues and manifests have the same readers, but different nouns.
public struct RowWords: Equatable, Sendable {
    let row: String
    let whole: String

    public static let catalogue = RowWords(row: "row", whole: "catalogue")
    public static let manifest = RowWords(row: "entry", whole: "manifest")
}
