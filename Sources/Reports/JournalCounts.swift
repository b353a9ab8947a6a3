import ImageHeaders

/// What a journal has spared a run, and what it has shown.
public struct JournalCounts: Equatable, Sendable {
    /// Pictures that were neither opened nor asked for.
    public var remembered = 0
    /// Bytes of those of the network.
    public var bytesSaved = 0
    /// Pictures of which the server said that they are as they were.
    public var unchanged = 0
    /// Pictures with another size than before.
    public var resized = 0

    public init() {}

    /// The counts with the names that programs know them by.
    var counts: [(StaticString, Int)] {
        [("remembered", remembered), ("unchanged", unchanged), ("resizedPictures", resized)]
    }

    /// For people; nil where nothing was known.
    var sentence: String? {
        let parts = [(remembered, "remembered"), (unchanged, "unchanged on their servers"), (resized, "with another size than before")]
        let told = parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        return told.isEmpty ? nil : told.joined(separator: ", ")
    }
}

/// A picture that has another size than when it was last found, where it is first named.
public struct ResizedPicture: Equatable, Sendable {
    public let row: Int
    public let line: Int
    public let img: [UInt8]
    public let size: PixelSize
    public let former: PixelSize

    public init(row: Int, line: Int, img: [UInt8], size: PixelSize, former: PixelSize) {
        self.row = row
        self.line = line
        self.img = img
        self.size = size
        self.former = former
    }
}
