import System

/// Some hundred paths in one block of memory, each followed by a NUL byte for the kernel. Paths are bytes, since a
/// file's name need not be text.
package struct PathBatch: Sendable {
    private var bytes: [UInt8] = []
    private var ends: [Int] = []
    /// The index of the path that stands for standard input.
    private(set) var standardInput: Int?

    /// With so many paths, passing a batch between threads costs nothing compared to reading the files.
    static let fullCount = 256

    package init() {}

    package var count: Int { ends.count }
    var isFull: Bool { ends.count >= PathBatch.fullCount }

    mutating func append(_ path: some Sequence<UInt8>, isStandardInput: Bool = false) {
        if isStandardInput { standardInput = count }
        bytes.append(contentsOf: path)
        bytes.append(0)
        ends.append(bytes.count)
    }

    /// Calls `body` with each path, in order. A NUL byte follows the path, but is not counted.
    package func forEach(_ body: (UnsafeBufferPointer<UInt8>) -> Void) {
        bytes.withUnsafeBufferPointer { all in
            var start = 0
            for end in ends {
                body(UnsafeBufferPointer(rebasing: all[start..<end - 1]))
                start = end
            }
        }
    }
}

extension PathBatch {
    /// The same paths in batches of at most `count`, the last one first.
    fileprivate func split(into count: Int) -> [PathBatch] {
        var parts: [PathBatch] = []
        var index = 0
        forEach { path in
            if index % count == 0 { parts.append(PathBatch()) }
            parts[parts.count - 1].append(path, isStandardInput: index == standardInput)
            index += 1
        }
        return parts.reversed()
    }
}

/// Smaller batches, for work that takes so long that a thread should not have hundreds of paths while others have none.
package struct SmallBatches: PathSource {
    private var source: any PathSource
    private let count: Int
    private var parts: [PathBatch] = []

    package init(of count: Int, _ source: any PathSource) { (self.source, self.count) = (source, count) }

    package mutating func next() throws(MachineFailure) -> PathBatch? {
        if parts.isEmpty { parts = try source.next()?.split(into: count) ?? [] }
        return parts.popLast()
    }
}

/// A source of paths, one batch at a time, so that memory does not grow with their number.
package protocol PathSource {
    mutating func next() throws(MachineFailure) -> PathBatch?
}

/// Several sources, one after the other.
package struct PathChain: PathSource {
    private var sources: [any PathSource]

    package init(_ sources: [any PathSource]) { self.sources = sources }

    package mutating func next() throws(MachineFailure) -> PathBatch? {
        while !sources.isEmpty {
            if let batch = try sources[0].next() { return batch }
            sources.removeFirst()
        }
        return nil
    }
}

/// Paths that are already in memory: the arguments of a command. The argument `-` stands for standard input.
package struct PathList: PathSource {
    private var paths: ArraySlice<[UInt8]>

    package init(_ paths: [[UInt8]]) { self.paths = paths[...] }

    package mutating func next() -> PathBatch? {
        guard !paths.isEmpty else { return nil }
        var batch = PathBatch()
        while !batch.isFull, let path = paths.popFirst() {
            batch.append(path, isStandardInput: path == [UInt8(ascii: "-")])
        }
        return batch
    }
}
