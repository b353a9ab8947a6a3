import Foundation

/// A pipe that wakes every thread of a server that waits for a socket.
final class Latch: Sendable {
    private let reading: Int32
    private let writing: Int32

    init() throws {
        var ends: [Int32] = [-1, -1]
        try SystemError.check("pipe", pipe(&ends))
        (reading, writing) = (ends[0], ends[1])
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    }

    deinit {
        close(reading)
        close(writing)
    }

    /// The byte is never read, so every thread sees it, now or later.
    func raise() {
        var byte: UInt8 = 0
        write(writing, &byte, 1)
    }

    enum Awaited {
        case ready
        /// The client has closed the connection.
        case gone
        case stopped
        case elapsed
    }

    /// Waits for events of a socket, until this latch is raised (the server is stopped) or `other` is raised (ready).
    /// Events of the client came before the latch was raised, so they are reported first.
    func wait(for events: Int16, of socket: Int32, milliseconds: Int = -1, orFor other: Latch? = nil) -> Awaited {
        while true {
            var polled = [
                pollfd(fd: socket, events: events, revents: 0),
                pollfd(fd: reading, events: Int16(POLLIN), revents: 0),
                pollfd(fd: other?.reading ?? -1, events: Int16(POLLIN), revents: 0),
            ]
            let count = poll(&polled, nfds_t(polled.count), Int32(milliseconds))
            if count < 0, errno == EINTR { continue }
            if polled[0].revents & Latch.goneEvents != 0 { return .gone }
            if polled[0].revents & Int16(POLLIN) != 0 { return .ready }
            if polled[1].revents != 0 { return .stopped }
            return count == 0 ? .elapsed : .ready
        }
    }

    /// The client has sent its last byte. glibc declares this constant only for GNU programs.
    static let lastByteReceived: Int16 = 0x2000
    private static let goneEvents = lastByteReceived | Int16(POLLHUP) | Int16(POLLERR) | Int16(POLLNVAL)
}
