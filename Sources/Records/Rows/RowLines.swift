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

    /// The content of a line: a row, or the reason why it is none.
    package enum Content: Sendable {
        /// A row with the name of its picture, and the index of its earlier answer, if it has one.
        case row(img: Range<Int>, known: Int?)
        /// The reason why the line is no row.
        case broken(String)
    }

    /// The earlier answer about the picture, as the row has it.
    package struct Known: Sendable {
        /// The whole object.
        package let object: Range<Int>
        /// The value of each name that was asked for, as it is written; nil if the object does not have it.
        package let values: [Range<Int>?]
        /// The version of the picture that the row states, as it is written; nil if it states none.
        package let version: Range<Int>?
    }

    package private(set) var lines: [Line] = []
    package private(set) var known: [Known] = []
    private var bytes: [UInt8] = []

    init() {}

    package func withBytes<Result, Failure: Error>(
        _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try bytes.withBytes(body)
    }

    /// The length of all texts.
    package var byteCount: Int { bytes.count }

    mutating func append(_ line: Line) { lines.append(line) }

    mutating func append(_ known: Known) -> Int {
        self.known.append(known)
        return self.known.count - 1
    }

    /// Returns the range of the bytes.
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

/// Splits bytes that arrive in pieces into lines. A line that is too long is passed over as it arrives, so memory does not
/// grow with it.
struct LineSplitter {
    /// The beginning of a line whose end has not arrived.
    private var pending: [UInt8] = []
    /// Whether the bytes up to the next line end belong to a line that is too long.
    private var isPassing = false

    /// Calls `body` with each line that ends in the piece, without its line feed. nil stands for a line that is too long.
    mutating func split(_ piece: UnsafeBufferPointer<UInt8>, _ body: (UnsafeBufferPointer<UInt8>?) -> Void) {
        var start = 0
        while let lineEnd = firstIndex(of: Byte.lineFeed, in: piece, from: start) {
            let rest = UnsafeBufferPointer(rebasing: piece[start..<lineEnd])
            start = lineEnd + 1
            if isPassing {
                isPassing = false
            } else if pending.isEmpty {
                body(rest.count <= RecordLimits.recordBytes ? rest : nil)
            } else if add(rest, body) {
                passPending(body)
            } else {
                isPassing = false
            }
        }
        guard start < piece.count, !isPassing else { return }
        _ = add(UnsafeBufferPointer(rebasing: piece[start...]), body)
    }

    /// Gives the last line, if no line feed ends it.
    mutating func finish(_ body: (UnsafeBufferPointer<UInt8>?) -> Void) {
        if !pending.isEmpty { passPending(body) }
    }

    /// Returns false if the line is now too long. Then it has been reported.
    private mutating func add(_ bytes: UnsafeBufferPointer<UInt8>, _ body: (UnsafeBufferPointer<UInt8>?) -> Void) -> Bool {
        guard pending.count + bytes.count <= RecordLimits.recordBytes else {
            pending = []
            isPassing = true
            body(nil)
            return false
        }
        pending.append(contentsOf: bytes)
        return true
    }

    private mutating func passPending(_ body: (UnsafeBufferPointer<UInt8>?) -> Void) {
        pending.withUnsafeBufferPointer { body($0) }
        pending.removeAll(keepingCapacity: pending.count <= 1 << 16)
    }
}
