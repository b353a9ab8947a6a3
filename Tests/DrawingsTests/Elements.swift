import Foundation
import Layouts
import TestSupport
import Testing

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// The elements of a drawing, found by Foundation's XML parser.
final class Elements: NSObject, XMLParserDelegate {
    private(set) var isWellFormed = false
    private var elements: [(name: String, attributes: [String: String], text: String)] = []
    private var open: [Int] = []

    init(of text: String) {
        super.init()
        let parser = XMLParser(data: Data(text.utf8))
        parser.delegate = self
        isWellFormed = parser.parse()
    }

    func all(_ name: String) -> [[String: String]] { elements.filter { $0.name == name }.map(\.attributes) }

    /// The texts of a class, in their order.
    func texts(of kind: String) -> [String] {
        elements.filter { $0.name == "text" && $0.attributes["class"] == kind }.map(\.text)
    }

    func rect(_ attributes: [String: String]) -> Rect {
        func number(_ name: String) -> Double { attributes[name].flatMap { Double($0) } ?? .nan }
        return Rect(x: number("x"), y: number("y"), width: number("width"), height: number("height"))
    }

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        open.append(elements.count)
        elements.append((name, attributes, ""))
    }

    func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
        open.removeLast()
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) {
        if let element = open.last { elements[element].text += text }
    }
}
