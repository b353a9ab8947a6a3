/// Keys that are looked up together, in one block of memory: a run has a million of them.
public struct KeyBatch: Sendable {
    private var bytes: [UInt8] = []
    private var ends: [Int] = []
    private var stamps: [FileStamp?] = []

    public init() {}

    public var count: Int { ends.count }

    public mutating func append(url: UnsafeBufferPointer<UInt8>) { append(url, nil) }

    public mutating func append(file path: UnsafeBufferPointer<UInt8>, _ stamp: FileStamp) { append(path, stamp) }

    public mutating func append(_ key: PictureKey) {
        key.name.withUnsafeBufferPointer { append($0, key.stamp) }
    }

    /// Forgets the keys and keeps the memory, for the next batch.
    public mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
        stamps.removeAll(keepingCapacity: true)
    }

    private mutating func append(_ name: UnsafeBufferPointer<UInt8>, _ stamp: FileStamp?) {
        bytes.append(contentsOf: name)
        ends.append(bytes.count)
        stamps.append(stamp)
    }

    /// Calls `body` with each key, in order.
    @inline(__always)
    func forEach(_ body: (UnsafeRawBufferPointer, FileStamp?) -> Void) {
        bytes.withUnsafeBytes { bytes in
            var start = 0
            for (end, stamp) in zip(ends, stamps) {
                body(UnsafeRawBufferPointer(rebasing: bytes[start..<end]), stamp)
                start = end
            }
        }
    }
}
