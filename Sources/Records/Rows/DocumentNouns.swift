import WeirBase

/// The words for messages. Catalogues, manifests and dumps of frames have the same readers, but different words.
package struct DocumentNouns: Equatable, Sendable {
    let element: String
    let document: String
    /// Whether the document's form is a user's choice, which a fault can advise to change.
    let isCatalogue: Bool

    package static let catalogue = DocumentNouns(element: "row", document: "catalogue", isCatalogue: true)
    package static let manifest = DocumentNouns(element: "entry", document: "manifest", isCatalogue: false)
    package static let images = DocumentNouns(element: "picture", document: "array", isCatalogue: false)
    package static let dump = DocumentNouns(element: "object", document: "dump", isCatalogue: false)

    /// The fault of a property list whose rows are not its outermost value.
    func faultOfPropertyList(_ kind: ValueKind) -> (message: String, advice: Advice?) {
        let fault = "the property list is \(kind.name), not an array of dictionaries"
        guard kind == .dictionary, isCatalogue else { return (fault, nil) }
        return (fault, "; plutil -convert json -o NEW.json FILE makes JSON of it, in which \(.rows) names the array")
    }
}

extension ColumnRole {
    /// Words in the names that such columns have in common catalogues.
    var likelyWords: [String] {
        switch self {
        case .img, .images: ["img", "image", "picture", "photo", "url", "src", "file"]
        case .price: ["price", "cost", "amount", "value"]
        case .kept, .version: []
        }
    }
}
