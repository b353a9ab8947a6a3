import Foundation
import Measuring
import TestSupport
import Testing
import WeirSystem

@Suite struct PathStreamTests {
    /// The paths are the same for reads of any size, and complete paths are delivered before the next read.
    @Test(
        arguments: [
            ("a\n\nbc\nd", UInt8(ascii: "\n"), ["a", "bc", "d"]),
            ("\na\0b\nc\n", UInt8(ascii: "\n"), ["a\0b", "c"]),
            ("a\r\n b\n\n", UInt8(ascii: "\n"), ["a", " b"]),
            ("a\0\0b\nc\0d", 0, ["a", "b\nc", "d"]),
            ("\n\0\n\n\0", 0, ["\n", "\n\n"]),
        ] as [(Bytes, UInt8, [Bytes])])
    func everySplit(list: Bytes, separator: UInt8, paths: [Bytes]) throws {
        for cuts in 0..<(1 << (list.count - 1)) {
            let channel = try PieceChannel()
            var stream = PathStream(
                InputFile(descriptor: channel.reading, name: "standard input"), isNULSeparated: list.all.first == 10 ? separator == 0 : nil)
            var expected: [[Bytes]] = []
            var line: Bytes = []
            for piece in pieces(of: list, cuts) {
                channel.write(piece)
                var whole: [Bytes] = []
                for byte in piece.all {
                    guard byte == separator else {
                        line += [byte]
                        continue
                    }
                    // Lines may end as on Windows.
                    if separator != 0, line.all.last == UInt8(ascii: "\r") { line = Bytes(line.all.dropLast()) }
                    if line.count > 0 {
                        whole.append(line)
                        line = []
                    }
                }
                if !whole.isEmpty { expected.append(whole) }
            }
            if line.count > 0 { expected.append([line]) }
            channel.close()
            let batches = try stream.rest()
            #expect(batches == expected, "cuts \(String(cuts, radix: 2))")
            #expect(batches.flatMap { $0 } == paths, "cuts \(String(cuts, radix: 2))")
            #expect(try stream.next() == nil)
        }
    }

    /// The pieces of a list. Bit n of `cuts` is set if the list is cut behind byte n.
    private func pieces(of list: Bytes, _ cuts: Int) -> [Bytes] {
        var pieces: [Bytes] = [[]]
        for (index, byte) in list.all.enumerated() {
            pieces[pieces.count - 1] += [byte]
            if cuts >> index & 1 == 1 { pieces.append([]) }
        }
        return pieces
    }

    /// Complete lines are delivered while the writer pauses.
    @Test func doesNotReadAhead() throws {
        let channel = try PieceChannel()
        var stream = PathStream(InputFile(descriptor: channel.reading, name: "standard input"), isNULSeparated: false)
        channel.write("a\nb\nc")
        #expect(try stream.next()?.paths == ["a", "b"])
        channel.write("c\n")
        #expect(try stream.next()?.paths == ["cc"])
        channel.close()
        #expect(try stream.next() == nil)
    }

    @Test func aReadThatBringsManyPaths() throws {
        let paths = (0..<2000).map { Bytes("\($0)") }
        let channel = try PieceChannel()
        channel.write(paths.reduce(into: []) { $0 += $1 + "\n" })
        channel.close()
        var stream = PathStream(InputFile(descriptor: channel.reading, name: "standard input"), isNULSeparated: false)
        let batches = try stream.rest()
        #expect(batches.flatMap { $0 } == paths)
        #expect(batches.map(\.count) == Array(repeating: 256, count: 7) + [208])
    }

    /// These lines are longer than a read, and longer than any path that the kernel takes.
    @Test(arguments: [65_535, 65_536, 65_537, 1_000_000])
    func longLines(length: Int) throws {
        let folder = try TemporaryFolder()
        let long = Bytes(Array(repeating: UInt8(ascii: "n"), count: length))
        try folder.add("list", "a\n" + long + "\nb")
        var stream = try PathStream(InputFile(folder.path(of: "list").all), isNULSeparated: false)
        #expect(try stream.rest().flatMap { $0 } == ["a", long, "b"])
    }

    @Test func aLineWithoutEnd() throws {
        var stream = try PathStream(InputFile(Bytes("/dev/zero").all), isNULSeparated: false)
        #expect(throws: MachineFailure.input("/dev/zero: a path of more than 1048576 bytes")) { try stream.next() }
    }

    @Test func unreadableLists() throws {
        let folder = try TemporaryFolder()
        let missing = folder.path + "/gone"
        #expect(throws: MachineFailure.input("\(missing): no such file or directory")) {
            try PathStream(InputFile(Bytes(missing).all), isNULSeparated: false)
        }
        var stream = try PathStream(InputFile(Bytes(folder.path).all), isNULSeparated: false)
        #expect(throws: MachineFailure.input("\(folder.path): is a directory")) { try stream.next() }
    }

    /// A parent process may have left the pipe non-blocking. An empty pipe is then no failure.
    @Test func waitsWhereThePipeIsEmpty() throws {
        let channel = try PieceChannel()
        _ = fcntl(channel.reading, F_SETFL, O_NONBLOCK)
        let reader = try ThreadState.own
        // This needs its own thread: tasks share a few threads, which blocking tests may all hold.
        Thread.detachNewThread {
            try? waitUntil("the reader waits") { !reader.isBusy }
            channel.write("a\nb")
            try? waitUntil("the reader has read and waits") { channel.isRead && !reader.isBusy }
            channel.close()
        }
        var stream = PathStream(InputFile(descriptor: channel.reading, name: "standard input"), isNULSeparated: false)
        #expect(try stream.rest() == [["a"], ["b"]])
    }
}

/// A connection that keeps pieces apart: each read returns one written piece.
private final class PieceChannel: Sendable {
    let reading: Int32
    private let writing: Int32

    init() throws {
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue)
        try #require(socketpair(AF_UNIX, kind, 0, &ends) == 0)
        (reading, writing) = (ends[0], ends[1])
    }

    deinit {
        Foundation.close(reading)
        Foundation.close(writing)
    }

    func write(_ piece: Bytes) {
        #expect(Foundation.write(writing, piece.all, piece.count) == piece.count)
    }

    /// Whether the reader has read all pieces.
    var isRead: Bool {
        var unread: Int32 = 0
        return ioctl(reading, UInt(FIONREAD), &unread) == 0 && unread == 0
    }

    /// Ends the pieces. Those that were written can still be read.
    func close() { shutdown(writing, Int32(SHUT_WR)) }
}
