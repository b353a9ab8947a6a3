/// The nouns for messages. Catalogues, manifests and dumps of frames have the same readers, but different nouns.
package struct DocumentNouns: Equatable, Sendable {
    let element: String
    let document: String

    package static let catalogue = DocumentNouns(element: "row", document: "catalogue")
    package static let manifest = DocumentNouns(element: "entry", document: "manifest")
    package static let dump = DocumentNouns(element: "object", document: "dump")

    /// The fault of a property list whose rows are not its outermost value.
    func faultOfPropertyList(_ kind: ValueKind) -> String {
        let fault = "the property list is \(kind.name), not an array of dictionaries"
        guard kind == .dictionary, self == .catalogue else { return fault }
        return fault + "; plutil -convert json -o NEW.json FILE makes JSON of it, in which --rows names the array"
    }
}
