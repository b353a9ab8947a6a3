/// Lines of JSON Lines whose rows keep their members as they are written, in one block of memory.
package struct RowLines: Sendable {
    /// One line of the input.
    package struct Line: Sendable {
        /// The number of the line, from 1.
        package let number: Int
        /// The members that are kept, as they stand between the braces; empty if there are none.
        package let members: Range<Int>
        package let content: Content
    }

    /// What a line holds.
    package enum Content: Sendable {
        /// A row with the name of its picture, and the index of what it gives of the picture, if it does.
        case row(img: Range<Int>, known: Int?)
        /// The reason why the line is no row.
        case broken(String)
    }

    /// What a row gives of its picture.
    package struct Known: Sendable {
        /// The whole object.
        package let object: Range<Int>
        /// The value of each name that was asked for, as it is written; nil if the object does not have it.
        package let values: [Range<Int>?]
    }

    package private(set) var lines: [Line] = []
    package private(set) var known: [Known] = []
    private var bytes: [UInt8] = []

    init() {}

    package func withBytes<Result, Failure: Error>(
        _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try bytes.withUnsafeBufferPointer(body)
    }

    /// The length of all texts.
    package var byteCount: Int { bytes.count }

    mutating func append(_ line: Line) { lines.append(line) }

    mutating func append(_ known: Known) -> Int {
        self.known.append(known)
        return self.known.count - 1
    }

    /// Returns the place of the bytes.
    mutating func add(_ text: UnsafeBufferPointer<UInt8>) -> Range<Int> {
        let start = bytes.count
        bytes.append(contentsOf: text)
        return start..<bytes.count
    }

    mutating func add(_ byte: UInt8) { bytes.append(byte) }
}

extension Range<Int> {
    func moved(by distance: Int) -> Range<Int> { lowerBound + distance..<upperBound + distance }
}
