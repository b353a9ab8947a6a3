import Glibc
import WeirBase
import WeirSystem

/// Paths that are read from a file or a pipe. Each path ends with a newline, or with NUL.
///
/// A batch is returned as soon as a read has brought whole paths, so that the results of a slow pipe appear as its
/// paths arrive.
package struct PathStream: PathSource {
    private let file: InputFile
    /// The end of each path: a newline or NUL. nil until the first bytes show which.
    private var separator: UInt8?
    /// The bytes that were read; the first `consumed` of them are already in a batch.
    private var pending: [UInt8] = []
    private var consumed = 0
    private var isAtEnd = false

    /// Without `isNULSeparated`, paths end with NUL if there is one among the bytes that come first.
    package init(_ file: InputFile, isNULSeparated: Bool? = nil) {
        self.file = file
        separator = isNULSeparated.map { $0 ? 0 : UInt8(ascii: "\n") }
    }

    package mutating func next() throws(MachineFailure) -> PathBatch? {
        while true {
            let batch = takePaths()
            if batch.count > 0 { return batch }
            if isAtEnd { return nil }
            try readMore()
        }
    }

    private mutating func takePaths() -> PathBatch {
        var batch = PathBatch()
        let newLine = UInt8(ascii: "\n")
        if separator == nil { separator = pending.contains(0) ? 0 : pending.contains(newLine) || isAtEnd ? newLine : nil }
        guard let separator else { return batch }
        pending.withUnsafeBytes { bytes in
            while !batch.isFull, consumed < bytes.count, let start = bytes.baseAddress.map({ $0 + consumed }) {
                guard let end = memchr(start, Int32(separator), bytes.count - consumed) else { break }
                append(UnsafeRawBufferPointer(start: start, count: UnsafeRawPointer(end) - start), to: &batch)
                consumed += UnsafeRawPointer(end) - start + 1
            }
        }
        // The last path needs no separator.
        if isAtEnd, !batch.isFull, consumed < pending.count {
            pending.withUnsafeBytes { append(UnsafeRawBufferPointer(rebasing: $0[consumed...]), to: &batch) }
            consumed = pending.count
        }
        return batch
    }

    /// Empty lines are skipped. Of a line end with a carriage return, as Windows writes it, nothing belongs to the path.
    private func append(_ line: UnsafeRawBufferPointer, to batch: inout PathBatch) {
        let hasReturn = separator != 0 && line.last == UInt8(ascii: "\r")
        let path = hasReturn ? UnsafeRawBufferPointer(rebasing: line.dropLast()) : line
        if !path.isEmpty { path.withMemoryRebound(to: UInt8.self) { batch.append($0) } }
    }

    private mutating func readMore() throws(MachineFailure) {
        pending.removeFirst(consumed)
        consumed = 0
        guard pending.count < PathStream.longestPath else {
            throw MachineFailure.input("\(file.name): a path of more than \(PathStream.longestPath) bytes")
        }
        let block = try file.read(upTo: 1 << 16)
        pending.append(contentsOf: block)
        isAtEnd = block.isEmpty
    }

    /// The kernel takes at most 4096 bytes. A list with a line longer than this limit is no list of paths.
    private static let longestPath = 1 << 20
}

/// Some hundred paths. Paths are bytes, since a file's name need not be text.
package struct PathBatch: Sendable {
    /// Numbered from 0 on.
    private var names = NameBlock()
    /// The index of the path that stands for standard input.
    package private(set) var standardInput: Int?
    /// The texts that change when a picture does, of paths whose listing has them; else empty.
    package private(set) var versions: [[UInt8]] = []

    /// With so many paths, passing a batch between threads costs nothing compared to reading the files.
    static let fullCount = 256

    package init() {}

    package var count: Int { names.count }
    var isFull: Bool { count >= PathBatch.fullCount }

    mutating func append(_ path: UnsafeBufferPointer<UInt8>) { names.append(Int32(count), path) }

    mutating func append(_ path: [UInt8], isStandardInput: Bool = false) {
        if isStandardInput { standardInput = count }
        path.withUnsafeBufferPointer { append($0) }
    }

    package mutating func append(_ path: [UInt8], version: [UInt8]) {
        versions += repeatElement([], count: count - versions.count) + [version]
        append(path)
    }

    /// Calls `body` with each path, in order.
    package func forEach(_ body: (UnsafeBufferPointer<UInt8>) -> Void) { names.forEach { body($1) } }

    /// The paths as names of pictures, numbered from `first` on; without standard input.
    package func pictures(from first: Int32) -> NameBlock {
        guard let standardInput else { return names.numbered(from: first) }
        var pictures = NameBlock()
        names.forEach { if Int($0) != standardInput { pictures.append(first + $0, $1) } }
        return pictures
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
