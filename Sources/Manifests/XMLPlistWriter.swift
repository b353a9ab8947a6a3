import WeirBase
import WeirRecords

/// Writes a property list like Apple's tools: with tabs, and with the keys of an entry in alphabetical
/// order.
struct XMLPlistWriter: ManifestWriter {
    private var isEmpty = true
    private var order = KeyOrder()

    mutating func begin(_ output: inout ByteBuffer) {
        output.append(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
            <plist version="1.0">

            """)
    }

    mutating func append(_ entry: ManifestEntry, to output: inout ByteBuffer) {
        // Apple writes `<array/>` for an empty array, so the opening tag is written with the first entry.
        if isEmpty { output.append("<array>\n") }
        isEmpty = false
        output.append("\t<dict>\n")
        for key in order.keys(of: entry) {
            switch key {
            case .width:
                output.append("\t\t<key>w</key>\n")
                output.append(element: entry.width)
            case .height:
                output.append("\t\t<key>h</key>\n")
                output.append(element: entry.height)
            case .img:
                output.append("\t\t<key>img</key>\n")
                output.append(element: entry.img)
            case .price:
                output.append("\t\t<key>price</key>\n")
                output.append(element: entry.price)
            case .extra(let index):
                let extra = entry.extras[index]
                output.append("\t\t<key>")
                output.append(xml: extra.name)
                output.append("</key>\n")
                switch extra.value {
                case .text(let text), .json(let text): output.append(element: text)
                case .list(let text): output.append(element: JSONValue(list: text), indent: "\t\t")
                case .number(let number): output.append(element: number)
                case .flag(let flag): output.append(flag ? "\t\t<true/>\n" : "\t\t<false/>\n")
                }
            }
        }
        output.append("\t</dict>\n")
    }

    mutating func end(_ output: inout ByteBuffer) {
        output.append(isEmpty ? "<array/>\n</plist>\n" : "</array>\n</plist>\n")
    }
}

/// The keys of an entry in the order of their bytes. The order is reused, since most entries have the same
/// keys as the previous entry.
private struct KeyOrder {
    enum Key {
        case width, height, img, price
        case extra(Int)
    }

    private var extras: [String] = []
    private var keys = sorted([])

    mutating func keys(of entry: ManifestEntry) -> [Key] {
        if !entry.extras.lazy.map(\.name).elementsEqual(extras) {
            extras = entry.extras.map(\.name)
            keys = Self.sorted(extras)
        }
        return keys
    }

    private static func sorted(_ extras: [String]) -> [Key] {
        var named: [(name: String, key: Key)] = [("w", .width), ("h", .height), ("img", .img), ("price", .price)]
        named += extras.enumerated().map { ($1, .extra($0)) }
        return named.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }.map(\.key)
    }
}

extension JSONValue {
    /// The value of an extra key that is a list.
    init(list text: UnsafeBufferPointer<UInt8>) {
        do throws(JSONFailure) { self = try JSONValue(UnsafeRawBufferPointer(text)) } catch {
            preconditionFailure("the list is JSON: \(error.message)")
        }
    }
}

extension ByteBuffer {
    fileprivate mutating func append(element number: Int) {
        append("\t\t<integer>")
        append(number)
        append("</integer>\n")
    }

    /// A property list has no null.
    fileprivate mutating func append(element value: JSONValue, indent: String) {
        switch value {
        case .null: break
        case .bool(let flag): append("\(indent)<\(flag)/>\n")
        case .number(let number): append("\(indent)<integer>\(number)</integer>\n")
        case .string(let text):
            append("\(indent)<string>")
            append(xml: text)
            append("</string>\n")
        case .array(let elements):
            append("\(indent)<array>\n")
            for element in elements { append(element: element, indent: indent + "\t") }
            append("\(indent)</array>\n")
        case .object(let members):
            append("\(indent)<dict>\n")
            for member in members.sorted(by: { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }) {
                append("\(indent)\t<key>")
                append(xml: member.name)
                append("</key>\n")
                append(element: member.value, indent: indent + "\t")
            }
            append("\(indent)</dict>\n")
        }
    }

    fileprivate mutating func append(element text: UnsafeBufferPointer<UInt8>) {
        append("\t\t<string>")
        append(xml: text)
        append("</string>\n")
    }
}
