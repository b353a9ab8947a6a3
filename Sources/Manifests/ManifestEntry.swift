// Manifests: writes entries to bytes and reads them back, in the formats that apps load.

/// An entry of a manifest for writing. Its texts are borrowed UTF-8 bytes.
public struct ManifestEntry {
    /// In pixels, as the picture is shown.
    public var width: Int
    /// In pixels, as the picture is shown.
    public var height: Int
    /// The picture's URL or path.
    public var img: UnsafeBufferPointer<UInt8>
    /// The price as people read it; it may be empty.
    public var price: UnsafeBufferPointer<UInt8>
    /// More keys, in the order of writing. Names are unique, and none is `w`, `h`, `img` or `price`.
    public var extras: [Extra] = []

    /// The key of an entry's pictures behind the first.
    package static let imagesKey = "images"

    /// A further key of an entry.
    public struct Extra {
        /// The key in the file. No other key of the entry is the same.
        public let name: String
        /// The value of the key.
        public let value: Value

        /// A text is borrowed: it must outlive the entry.
        public init(name: String, value: Value) {
            self.name = name
            self.value = value
        }
    }

    /// The value of a further key.
    public enum Value {
        case text(UnsafeBufferPointer<UInt8>)
        /// An array or an object, on one line. A property list has it as text.
        case json(UnsafeBufferPointer<UInt8>)
        /// An array of objects whose values are texts, numbers, true and false, as JSON on one line. A property list has it as an array.
        case list(UnsafeBufferPointer<UInt8>)
        case number(Int)
        case flag(Bool)

        /// A text that no entry can outlive.
        public static func word(_ word: StaticString) -> Value {
            .text(UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
        }
    }

    /// An entry without further keys. The texts are borrowed: they must outlive the entry.
    public init(width: Int, height: Int, img: UnsafeBufferPointer<UInt8>, price: UnsafeBufferPointer<UInt8>) {
        self.width = width
        self.height = height
        self.img = img
        self.price = price
    }
}
