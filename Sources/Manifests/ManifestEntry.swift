// Manifests: entries to bytes and back, in the formats that apps load.

/// One picture of a manifest, as it is written: texts are bytes of UTF-8 that are borrowed.
public struct ManifestEntry {
    public var width: Int
    public var height: Int
    public var img: UnsafeBufferPointer<UInt8>
    public var price: UnsafeBufferPointer<UInt8>
    /// Further keys, in the order in which they are written. No name stands twice, and none is
    /// `w`, `h`, `img` or `price`.
    public var extras: [Extra] = []

    public struct Extra {
        public let name: String
        public let value: Value

        public init(name: String, value: Value) {
            self.name = name
            self.value = value
        }
    }

    public enum Value {
        case text(UnsafeBufferPointer<UInt8>)
        case word(StaticString)
        case number(Int)
    }

    public init(width: Int, height: Int, img: UnsafeBufferPointer<UInt8>, price: UnsafeBufferPointer<UInt8>) {
        self.width = width
        self.height = height
        self.img = img
        self.price = price
    }
}

extension ManifestEntry.Value {
    /// What a format can tell apart.
    enum Content {
        case text(UnsafeBufferPointer<UInt8>)
        case number(Int)
    }

    var content: Content {
        switch self {
        case .text(let text): .text(text)
        case .word(let word): .text(UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
        case .number(let number): .number(number)
        }
    }
}
