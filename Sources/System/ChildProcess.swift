import CWeirLinux
import Glibc
import WeirBase

/// A program that runs beside this one and talks to it through a socket.
package final class ChildProcess {
    /// Why it is no longer there.
    package enum Ending: Equatable, Sendable {
        case exited(Int32)
        case signalled(Int32)
    }

    package let process: pid_t
    private let connection: Int32
    private var ending: Ending?
    /// Whether a read or a write has taken too long.
    package private(set) var hasStalled = false

    /// A read or a write of more seconds than `patience` fails. Nil, with errno, if the program cannot be started.
    package init?(_ path: String, _ arguments: [String], environment: [String], patience: Int) {
        var connection: Int32 = -1
        process = withCStrings(arguments) { arguments in
            withCStrings(environment) { CLinux_start_program(path, arguments, $0, &connection) }
        }
        self.connection = connection
        guard process > 0 else {
            // Nothing is left to be ended.
            ending = .exited(-1)
            return nil
        }
        var time = timeval(tv_sec: patience, tv_usec: 0)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            setsockopt(connection, SOL_SOCKET, option, &time, socklen_t(MemoryLayout<timeval>.size))
        }
    }

    deinit { end() }

    /// Sends all bytes; false if that takes too long, or if the program has ended.
    package func send(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var rest = bytes
        while !rest.isEmpty {
            let count = retryingInterrupts { Glibc.send(connection, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL)) }
            guard count >= 0 else {
                hasStalled = errno == EAGAIN
                return false
            }
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        }
        return true
    }

    /// Fills the buffer; false if that takes too long, or if the program has ended.
    package func receive(into buffer: UnsafeMutableRawBufferPointer) -> Bool {
        var filled = 0
        while filled < buffer.count {
            let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
            let count = retryingInterrupts { recv(connection, rest.baseAddress, rest.count, 0) }
            guard count > 0 else {
                hasStalled = count < 0 && errno == EAGAIN
                return false
            }
            filled += count
        }
        return true
    }

    /// Ends the program, unless it has ended, and returns how it ended.
    @discardableResult package func end() -> Ending {
        if let ending { return ending }
        // One that has ended stays until it is waited for, so this number is no other's.
        close(connection)
        kill(process, SIGKILL)
        var status: Int32 = 0
        let found = retryingInterrupts { waitpid(process, &status, 0) }
        let signal = status & 0x7F
        let ending = found != process ? Ending.exited(-1) : signal == 0 ? .exited(status >> 8 & 0xFF) : .signalled(signal)
        self.ending = ending
        return ending
    }
}

/// A variable of this process' environment that is not empty.
package func environment(_ name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
}

/// Variables of this process' environment, for a child that gets no others.
package func environment(_ names: [String]) -> [String] {
    names.compactMap { name in getenv(name).map { "\(name)=\(String(cString: $0))" } }
}

/// Calls `body` with texts as C strings, and NULL behind them.
private func withCStrings<Result>(_ texts: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>?) -> Result) -> Result {
    let copies = texts.map { strdup($0) } + [nil]
    defer { for copy in copies { free(copy) } }
    return copies.withUnsafeBufferPointer { body($0.baseAddress) }
}

/// Starts the user's program for a file or an address, and does not wait for it.
package func startDesktop(_ path: [UInt8]) throws(MachineFailure) {
    // A name that begins with a dash would be an option.
    let path = path.first == UInt8(ascii: "-") ? Array("./".utf8) + path : path
    guard withPath(path, { CLinux_start_desktop($0) }) == 0 else {
        throw .machine(errno == ENOENT ? "there is no xdg-open on the PATH" : "xdg-open: \(errorText(errno))")
    }
}
