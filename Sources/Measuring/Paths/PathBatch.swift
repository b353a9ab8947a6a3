import System

/// Some hundred paths in one block of memory, each followed by a NUL byte for the kernel. Paths are bytes, since a
/// file's name need not be text.
package struct PathBatch: Sendable {
    private var bytes: [UInt8] = []
    private var ends: [Int] = []
    /// The index of the path that stands for standard input.
    package private(set) var standardInput: Int?

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
        withPaths { $0.forEach(body) }
    }

    /// Calls `body` with all paths, which are valid until it returns.
    package func withPaths(_ body: ([UnsafeBufferPointer<UInt8>]) -> Void) {
        bytes.withUnsafeBufferPointer { all in
            var start = 0
            body(
                ends.map { end in
                    defer { start = end }
                    return UnsafeBufferPointer(rebasing: all[start..<end - 1])
                })
        }
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
