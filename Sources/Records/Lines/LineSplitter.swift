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
                tellPending(body)
            } else {
                isPassing = false
            }
        }
        guard start < piece.count, !isPassing else { return }
        _ = add(UnsafeBufferPointer(rebasing: piece[start...]), body)
    }

    /// Gives the last line, if no line feed ends it.
    mutating func finish(_ body: (UnsafeBufferPointer<UInt8>?) -> Void) {
        if !pending.isEmpty { tellPending(body) }
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

    private mutating func tellPending(_ body: (UnsafeBufferPointer<UInt8>?) -> Void) {
        pending.withUnsafeBufferPointer { body($0) }
        pending.removeAll(keepingCapacity: pending.count <= 1 << 16)
    }
}
