import Foundation
import TestSupport

/// The kernel of a night: a library that weir loads before the C library. It asks the world what happens, through a socket.
enum Kernel {
    /// The library, which is built once for all tests.
    static let library: String = {
        let folder = try! TemporaryFolder()
        kept = folder
        let source = #filePath.replacing("Kernel.swift", with: "Kernel/night.c")
        let words = ["-O2", "-g", "-Wall", "-Wextra", "-shared", "-fPIC", "-o", "\(folder.path)/night.so", source, "-ldl"]
        let built = try! Program.named("cc")!.run(words.map { Bytes($0) })
        precondition(built.status == .exited(0), built.messages)
        return "\(folder.path)/night.so"
    }()

    nonisolated(unsafe) private static var kept: TemporaryFolder?
}

/// A question of the kernel. The program goes on with the answer.
struct Question {
    enum Kind: UInt32 {
        case begins, opens, opened, writes, truncates, renames, links, removes, makesFolder, removesFolder, syncs, syncsAll, reserves,
            closes
        case resolves, connects, sends, leaves, standsStill

        /// Whether a call of this kind changes the disk, and may fail.
        var isOfDisk: Bool { self != .opened && (Kind.opens.rawValue...Kind.reserves.rawValue).contains(rawValue) }
    }

    let kind: Kind
    /// Microseconds of the monotonic clock.
    let time: Int64
    /// The number of the connection, or of the file on its disk.
    let number: Int64
    let other: Int64
    let bytes: [UInt8]

    var text: String { String(decoding: bytes, as: UTF8.self) }
}

/// Something that happens at a time.
struct Event {
    enum Kind: Int32 {
        /// Bytes come over a connection; it ends behind them; it breaks.
        case comes, ends, breaks
        case accepts, refuses
        case interrupts, cutsPower, stepsClock
        /// The address of a host, or the time and the chance of the night.
        case names
    }

    let kind: Kind
    let time: Int64
    var number: Int64 = 0
    var value: Int32 = 0
    var bytes: [UInt8] = []
}

struct Answer {
    /// The errno with which the call fails; -1 ends the process.
    var code: Int32 = 0
    var events: [Event] = []
}

/// The world's end of the socket.
final class KernelSocket {
    private let listening: Int32
    private var connection: Int32 = -1
    /// Whether the program asked nothing for a minute.
    private(set) var isSilent = false
    let path: String

    init(in folder: String) throws {
        path = "\(folder)/world"
        unlink(path)
        listening = Foundation.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let isBound = withUnsafePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(listening, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
        }
        guard isBound == 0, listen(listening, 1) == 0 else { throw POSIXError(.EADDRINUSE) }
    }

    deinit {
        close(listening)
        if connection >= 0 { close(connection) }
    }

    func accept() throws {
        if connection >= 0 { close(connection) }
        var wait = pollfd(fd: listening, events: Int16(POLLIN), revents: 0)
        guard poll(&wait, 1, 300_000) == 1 else { throw POSIXError(.ETIMEDOUT) }
        connection = Foundation.accept(listening, nil, nil)
        var patience = timeval(tv_sec: 300, tv_usec: 0)
        setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    }

    /// nil when the program has ended, or if it asks nothing for five minutes.
    func next() -> Question? {
        guard let head = read(32) else { return nil }
        let (kind, count) = head.withUnsafeBytes {
            ($0.loadUnaligned(as: UInt32.self), $0.loadUnaligned(fromByteOffset: 4, as: UInt32.self))
        }
        let numbers = head.withUnsafeBytes { bytes in [8, 16, 24].map { bytes.loadUnaligned(fromByteOffset: $0, as: Int64.self) } }
        guard let kind = Question.Kind(rawValue: kind), let bytes = read(Int(count)) else { return nil }
        return Question(kind: kind, time: numbers[0], number: numbers[1], other: numbers[2], bytes: bytes)
    }

    func answer(_ answer: Answer) {
        var bytes: [UInt8] = []
        func append<Number: FixedWidthInteger>(_ number: Number) { withUnsafeBytes(of: number) { bytes += $0 } }
        append(answer.code)
        append(Int32(answer.events.count))
        for event in answer.events {
            append(event.time)
            append(event.number)
            append(event.kind.rawValue)
            append(event.value)
            append(Int64(event.bytes.count))
            bytes += event.bytes
        }
        var rest = bytes[...]
        while !rest.isEmpty {
            let sent = rest.withUnsafeBytes { send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard sent > 0 else { return }
            rest = rest.dropFirst(sent)
        }
    }

    private func read(_ count: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        var filled = 0
        while filled < count {
            let received = bytes.withUnsafeMutableBytes { recv(connection, $0.baseAddress! + filled, count - filled, 0) }
            if received < 0, errno == EAGAIN { isSilent = true }
            guard received > 0 else { return nil }
            filled += received
        }
        return bytes
    }
}
