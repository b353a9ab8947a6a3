import Base
import Manifests

/// Lists of entries that an app loads one after another. The page shows pictures and prices of all of them.
package struct PreviewEntries: Sendable {
    /// A list, such as a page of a manifest.
    package struct List: Sendable {
        package let name: String
        package let manifest: Manifest
        /// How many entries the file has, of which the preview may have only the first ones.
        package let total: Int

        package init(name: String, manifest: Manifest, total: Int) {
            (self.name, self.manifest, self.total) = (name, manifest, total)
        }
    }

    package let lists: [List]

    package init(_ lists: [List]) { self.lists = lists }

    /// The facts of entries that the page shows.
    package static let facts = ["thumbhash", "color", "meanColor", "dominantColor", "status"]

    /// Appends the lists, and the texts and sizes of all entries as arrays.
    func append(to output: inout ByteBuffer) {
        let entries = EntryList(lists.map(\.manifest))
        output.append("{\"lists\":[")
        for (index, list) in lists.enumerated() {
            output.append(index == 0 ? "{\"name\":" : ",{\"name\":")
            output.append(scriptText: list.name)
            output.append(",\"count\":")
            output.append(list.manifest.count)
            output.append(",\"total\":")
            output.append(list.total)
            output.append("}")
        }
        output.append("],\n\"size\":[")
        for entry in 0..<entries.count {
            if entry > 0 { output.append(",") }
            output.append(Int(entries.width(of: entry)))
            output.append(",")
            output.append(Int(entries.height(of: entry)))
        }
        output.append("],\n\"img\":[")
        for entry in 0..<entries.count {
            if entry > 0 { output.append(",\n") }
            entries.withTexts(of: entry) { img, _ in output.append(scriptText: img) }
        }
        output.append("],\n\"price\":[")
        for entry in 0..<entries.count {
            if entry > 0 { output.append(",") }
            entries.withTexts(of: entry) { _, price in output.append(scriptText: price) }
        }
        output.append("]")
        for fact in Self.facts where entries.hasValues(of: fact) {
            output.append(",\n\"")
            output.append(fact)
            output.append("\":[")
            for entry in 0..<entries.count {
                if entry > 0 { output.append(",") }
                output.append(scriptText: entries.value(of: fact, in: entry))
            }
            output.append("]")
        }
        output.append("}")
    }
}
