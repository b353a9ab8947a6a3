/// The nouns for messages. Catalogues, manifests and dumps of frames have the same readers, but different nouns.
public struct DocumentNouns: Equatable, Sendable {
    let element: String
    let document: String

    public static let catalogue = DocumentNouns(element: "row", document: "catalogue")
    public static let manifest = DocumentNouns(element: "entry", document: "manifest")
    public static let dump = DocumentNouns(element: "object", document: "dump")
}
