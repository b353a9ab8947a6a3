import WeirBase
import WeirRecords

extension PageIndex {
    /// Reads the output of `write`. Unknown keys are ignored.
    public init(_ bytes: UnsafeRawBufferPointer) throws(DocumentFailure) {
        let document: JSONValue
        do throws(JSONFailure) {
            document = try JSONValue(bytes)
        } catch {
            throw DocumentFailure("line \(error.line), column \(error.column): \(error.message)")
        }
        guard let elements = document["pages"]?.array else { throw DocumentFailure("there is no array `pages`") }
        self.init()
        keep = try Self.keptKeys(document["keep"])
        for (index, element) in elements.enumerated() {
            guard let page = Page(element) else {
                throw DocumentFailure("page \(index + 1) has no file name, count and SHA-256 as an index has them")
            }
            pages.append(page)
        }
        guard let stated = document["count"]?.integer else { throw DocumentFailure("there is no number `count`") }
        guard stated == count else {
            throw DocumentFailure("`count` is \(stated), and the pages have \(count) entries together")
        }
    }
}

extension PageIndex {
    private static func keptKeys(_ value: JSONValue?) throws(DocumentFailure) -> [String] {
        guard let value else { return [] }
        let keys = value.array?.map(\.string)
        guard let keys, !keys.contains(nil) else { throw DocumentFailure("`keep` is no array of texts") }
        return keys.compactMap { $0 }
    }
}

extension PageIndex.Page {
    fileprivate init?(_ value: JSONValue) {
        guard let file = value["file"]?.string, Self.isPlain(file),
            let count = value["count"]?.integer, (0...Self.countLimit).contains(count),
            let hash = value["sha256"]?.string, Self.isHash(hash)
        else { return nil }
        self.init(file: file, count: count, sha256: hash)
    }

    /// The maximum number of entries of a page, so that no sum of counts overflows.
    private static let countLimit = Int(Int32.max)

    private static func isHash(_ text: String) -> Bool {
        text.utf8.count == 64 && text.utf8.allSatisfy { "0123456789abcdef".utf8.contains($0) }
    }

    /// A page's name must not lead out of the folder of the index.
    private static func isPlain(_ name: String) -> Bool {
        !["", ".", ".."].contains(name) && !name.utf8.contains(UInt8(ascii: "/")) && !name.utf8.contains(0)
    }
}
