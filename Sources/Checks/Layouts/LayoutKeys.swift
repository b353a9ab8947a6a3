import Layouts

/// The keys of a manifest's entries that a layout takes more from than sizes.
package struct LayoutKeys: Hashable, Sendable {
    /// A section begins where the value of this key changes.
    package var sectionBy: String?
    /// This key has points that are added below the picture.
    package var extraHeightBy: String?
    /// A section begins after so many pictures.
    package var sectionSize: Int?

    package init(sectionBy: String? = nil, extraHeightBy: String? = nil, sectionSize: Int? = nil) {
        self.sectionBy = sectionBy
        self.extraHeightBy = extraHeightBy
        self.sectionSize = sectionSize
    }

    /// The names of those that a layout can have.
    package static func parameters(of kind: LayoutKind) -> [String] {
        (kind.traits.contains(.sections) ? ["section-by", "section-size"] : [])
            + (kind.parameters.contains { $0.name == "extra-height" } ? ["extra-height-by"] : [])
    }

    /// Sets one from text. Errors name it.
    mutating func set(_ name: String, to text: String) throws(LayoutError) {
        guard !text.isEmpty else { throw LayoutError(name, "the value is empty") }
        let isSet =
            switch name {
            case "section-by": sectionBy != nil
            case "section-size": sectionSize != nil
            default: extraHeightBy != nil
            }
        guard !isSet else { throw LayoutError(name, "it is set twice") }
        switch name {
        case "section-by": sectionBy = text
        case "section-size":
            guard let size = Int(text), size > 0 else { throw LayoutError(name, "\"\(text)\" is not a number of pictures") }
            sectionSize = size
        default: extraHeightBy = text
        }
        guard sectionBy == nil || sectionSize == nil else {
            throw LayoutError(name, "section-by and section-size exclude each other: one of them cuts the sections")
        }
    }

    package var names: [String] { Set([sectionBy, extraHeightBy].compactMap { $0 }).sorted() }

    /// Refuses a key that no entry has. `values` gives the values of a key, entry by entry.
    package func check(_ values: (String) -> [String?]) throws(LayoutFault) {
        for (option, key) in [("section-by", sectionBy), ("extra-height-by", extraHeightBy)] {
            guard let key else { continue }
            let values = values(key)
            guard values.isEmpty || values.contains(where: { $0 != nil }) else {
                throw LayoutFault("no entry has \(key), which \(option) names; was it kept when the manifest was made?")
            }
        }
    }

    /// The pictures of a page. `last` names the section that the page before ends with, and `unnamed` makes the page if no
    /// key names sections.
    package func page(
        _ widths: [Int32], _ heights: [Int32], behind last: String? = nil, _ values: (String) -> [String?],
        unnamed: () throws(LayoutError) -> PicturePage
    ) throws(LayoutFault) -> PicturePage {
        let added = try extraHeightBy.map { key throws(LayoutFault) in try extraHeights(values(key), of: key) }
        do throws(LayoutError) {
            let page =
                if let sectionBy {
                    try PicturePage(widths: widths, heights: heights, namedAfter: values(sectionBy).map { $0 ?? "" }, behind: last)
                } else {
                    try unnamed()
                }
            return try added.map { heights throws(LayoutError) in try page.adding(extraHeights: heights) } ?? page
        } catch {
            throw LayoutFault(error.message)
        }
    }

    /// The points that the values add below each picture. An entry without the key adds none, and neither does the empty
    /// text, which a catalogue's empty field becomes.
    private func extraHeights(_ values: [String?], of key: String) throws(LayoutFault) -> [Double] {
        var heights: [Double] = []
        for (item, text) in values.enumerated() {
            let height = text.map { $0.isEmpty ? 0 : Double($0) ?? -1 } ?? 0
            guard (0...Self.maxHeight).contains(height) else {
                throw LayoutFault(
                    "\(key) is \"\(text ?? "")\", and must be a number of points from 0 to \(Int(Self.maxHeight))", item: item)
            }
            heights.append(height)
        }
        return heights
    }

    private static let maxHeight = 1_000_000.0
}

/// The reason why a manifest does not fit a layout.
package struct LayoutFault: Error, Equatable, Sendable {
    /// A sentence without a full stop.
    package let message: String
    /// The item whose entry is at fault; nil for the manifest as a whole.
    package let item: Int?

    init(_ message: String, item: Int? = nil) {
        self.message = message
        self.item = item
    }
}
