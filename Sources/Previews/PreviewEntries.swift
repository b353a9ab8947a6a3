import Manifests
import WeirBase

/// Lists of entries that an app loads one after another. The page shows pictures and prices of all of them.
package struct PreviewEntries: Sendable {
    /// A list, such as a page of a manifest.
    package struct List: Sendable {
        package let name: String
        package let manifest: ManifestDocument
        /// How many entries the file has, of which the preview may have only the first ones.
        package let total: Int

        package init(name: String, manifest: ManifestDocument, total: Int) {
            (self.name, self.manifest, self.total) = (name, manifest, total)
        }
    }

    package let lists: [List]

    /// Pictures below this URL are files below the root of the page.
    private let baseURL: [UInt8]?

    /// The keys of entries that the page searches.
    private let keys: [String]

    package init(_ lists: [List], baseURL: [UInt8]? = nil, searching keys: [String] = []) {
        (self.lists, self.baseURL, self.keys) = (lists, baseURL, keys)
    }

    /// The facts of entries that the page shows.
    package static let facts = ["thumbhash", "blurhash", "blurDataURL", "dominantColor", "meanColor", "status"]

    /// Appends the lists, and the texts and sizes of all entries as arrays.
    func append(to output: inout ByteBuffer) {
        let entries = ManifestDocument(joining: lists.map(\.manifest))
        let all = 0..<entries.count
        output.object { output in
            output.array("lists", lists) { output, list in
                output.object {
                    $0.member("name") { $0.append(scriptText: list.name) }
                    $0.member("count", list.manifest.count)
                    $0.member("total", list.total)
                }
            }
            output.array("size", all, onNewLine: true) { output, entry in
                output.append(Int(entries.widths[entry]))
                output.append(",")
                output.append(Int(entries.heights[entry]))
            }
            output.array("img", all, onNewLine: true) { output, entry in
                if entry > 0 { output.append("\n") }
                entries.withTexts(of: entry) { img, _ in
                    guard let path = baseURL.flatMap({ localPath(of: Array(img), below: $0) }) else {
                        return output.append(scriptText: img)
                    }
                    path.withUnsafeBufferPointer { output.append(scriptText: $0) }
                }
            }
            output.array("price", all, onNewLine: true) { output, entry in
                entries.withTexts(of: entry) { _, price in output.append(scriptText: price) }
            }
            for fact in Self.facts where entries.hasValues(of: fact) {
                output.member(named: fact, onNewLine: true) { output in
                    output.array(all) { $0.append(scriptText: entries.value(of: fact, in: $1)) }
                }
            }
            let found = keys.filter { entries.hasValues(of: $0) }
            guard !found.isEmpty else { return }
            output.array("keys", found, onNewLine: true) { output, key in
                output.object { output in
                    output.member("name") { $0.append(scriptText: key) }
                    output.array("values", all) { $0.append(scriptText: entries.value(of: key, in: $1)) }
                }
            }
        }
    }
}
