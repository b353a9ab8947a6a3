import ImageHeaders
import Pixels
import WeirBase
import WeirRecords

/// A picture of an entry behind the first, as the entry states it.
package struct FurtherPicture: Sendable {
    /// From 0.
    package let index: Int
    package let img: [UInt8]
    package let size: PixelSize
    package let facts: FileFacts
    package let isPlaceholder: Bool

    /// The pictures in the value of `images`, as far as they have a name and a size.
    package static func all(in json: UnsafeBufferPointer<UInt8>) -> [FurtherPicture] {
        guard let value = try? JSONValue(UnsafeRawBufferPointer(json)), let elements = value.array else { return [] }
        return elements.enumerated().compactMap { FurtherPicture($0, $1) }
    }

    private init?(_ index: Int, _ value: JSONValue) {
        func side(_ name: String) -> Int? { value[name]?.integer.flatMap { $0 > 0 && $0 <= Int32.max ? $0 : nil } }
        guard let img = value["img"]?.string, !img.isEmpty, let width = side("w"), let height = side("h") else { return nil }
        self.index = index
        self.img = Array(img.utf8)
        size = PixelSize(width: width, height: height)
        isPlaceholder = value["status"]?.string == "placeholder"
        var facts = FileFacts(
            format: value["format"]?.string, bytes: value["bytes"]?.integer, orientation: value["orientation"]?.integer,
            sha256: value["sha256"]?.string)
        for key in Placeholders.Key.allCases { facts.placeholders[key] = value[key.rawValue]?.string }
        self.facts = facts
    }
}
