/// The words for messages. Catalogues, manifests and dumps of frames have the same readers, but different words.
package struct DocumentNouns: Equatable, Sendable {
    let element: String
    let document: String
    /// The settings that a fault can advise to change; nil if the document's form is fixed.
    let settings: SettingNames?

    package static func catalogue(_ settings: SettingNames) -> DocumentNouns {
        DocumentNouns(element: "row", document: "catalogue", settings: settings)
    }
    package static let manifest = DocumentNouns(element: "entry", document: "manifest", settings: nil)
    package static let images = DocumentNouns(element: "picture", document: "array", settings: nil)
    package static let dump = DocumentNouns(element: "object", document: "dump", settings: nil)

    /// The fault of a property list whose rows are not its outermost value.
    func faultOfPropertyList(_ kind: ValueKind) -> String {
        let fault = "the property list is \(kind.name), not an array of dictionaries"
        guard kind == .dictionary, let settings else { return fault }
        return fault + "; plutil -convert json -o NEW.json FILE makes JSON of it, in which \(settings.rows) names the array"
    }
}
