import Foundation

/// A running program. One loop writes its input and reads both its outputs, so that no full pipe can block both
/// sides.
public final class RunningProgram {
    public enum Output: Sendable {
        case collected
        case file(String)
    }

    private let process: pid_t
    private let started = Date()
    private var hasEnded = false
    private var input: Int32?
    private var unwritten: ArraySlice<UInt8> = []
    private var outputs: [Int32?]
    private var collected: [[UInt8]] = [[], []]

    init(path: Bytes, arguments: [Bytes], folder: String?, environment: [Bytes], output: Output) throws {
        // With SIGPIPE ignored, writing to a program that has ended fails with EPIPE.
        signal(SIGPIPE, SIG_IGN)
        let input = try Channel()
        let errors = try Channel()
        let collected = try output.isCollected ? Channel() : nil
        var plan = SpawnPlan()
        defer { plan.destroy() }
        if let folder { plan.change(to: folder) }
        plan.connect(STDIN_FILENO, to: input.reading)
        switch output {
        case .collected: plan.connect(STDOUT_FILENO, to: collected!.writing)
        case .file(let path): plan.open(STDOUT_FILENO, path)
        }
        plan.connect(STDERR_FILENO, to: errors.writing)
        process = try plan.spawn(path, arguments, environment)
        for end in [input.reading, errors.writing, collected?.writing] { end.map { _ = close($0) } }
        self.input = input.writing
        outputs = [collected?.reading, errors.reading]
        _ = fcntl(input.writing, F_SETFL, O_NONBLOCK)
    }

    deinit {
        for descriptor in [input] + outputs { descriptor.map { _ = close($0) } }
        guard !hasEnded else { return }
        kill(process, SIGKILL)
        waitpid(process, nil, 0)
    }

    public var output: [UInt8] { collected[0] }

    /// Appends to the input, which is written while the test waits.
    public func write(_ bytes: Bytes) { unwritten += bytes.all }

    /// Standard error so far.
    public var messages: [UInt8] { collected[1] }

    /// Waits until so many lines were printed.
    public func waitForLines(_ count: Int) throws { try waitForLines(count, in: 0) }

    /// Waits until the output so far meets the condition, or has ended.
    public func waitForOutput(_ isMet: (String) -> Bool) throws { try exchange { isMet(String(decoding: collected[0], as: UTF8.self)) } }

    /// Waits until standard error has so many lines.
    public func waitForMessages(_ count: Int) throws { try waitForLines(count, in: 1) }

    private func waitForLines(_ count: Int, in index: Int) throws {
        var seen = 0
        var looked = 0
        try exchange {
            seen += collected[index][looked...].count { $0 == UInt8(ascii: "\n") }
            looked = collected[index].count
            return seen >= count
        }
    }

    /// Writes the rest of the input, and waits until the program has read it.
    public func waitUntilInputIsRead() throws {
        try exchange(lookingEvery: 1) {
            guard let input, unwritten.isEmpty else { return input == nil }
            var unread: Int32 = 0
            return ioctl(input, UInt(FIONREAD), &unread) == 0 && unread == 0
        }
    }

    /// Waits until all threads of the program wait, or until the program is stopped or has ended. Threads are looked at
    /// one after the other, and one can wake another that was seen waiting, or start one: hence none may have paused
    /// anew meanwhile, and none may be there that was not looked at.
    public func waitUntilAtRest() throws {
        try waitUntil("a program is at rest") {
            let threads = try ThreadState.all(of: process)
            let pauses = threads.map(\.pauses)
            return try threads.allSatisfy { !$0.isBusy } && threads.map(\.pauses) == pauses && ThreadState.all(of: process) == threads
        }
    }

    /// Closes the output without reading the rest of it.
    public func closeOutput() {
        outputs[0].map { _ = close($0) }
        outputs[0] = nil
    }

    /// The peak memory of the program in bytes. `ru_maxrss` is not used, since its value in a child starts with the
    /// memory of the parent.
    public func peakMemory() throws -> Int {
        let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        return Int(line!.split(separator: " ")[1])! * 1024
    }

    /// The number of files, sockets and pipes that the program has open now.
    public func openFiles() throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd").count
    }

    public func send(signal: Int32) { kill(process, signal) }

    /// Closes the input and waits until the program ends.
    public func finish() throws -> Outcome {
        try exchange { unwritten.isEmpty || input == nil }
        closeInput()
        return try waitUntilItEnds()
    }

    /// Waits until the program ends, although its input stays open.
    public func waitUntilItEnds() throws -> Outcome {
        try exchange { false }
        var status: Int32 = 0
        guard waitpid(process, &status, 0) == process else { throw SystemError("waitpid") }
        hasEnded = true
        let signal = status & 0x7F
        return Outcome(
            status: signal == 0 ? .exited(status >> 8 & 0xFF) : .killed(signal), output: collected[0],
            errors: collected[1])
    }

    private func closeInput() {
        input.map { _ = close($0) }
        input = nil
    }

    /// Writes and reads until the condition holds or the outputs have ended. With `lookingEvery`, the condition is
    /// also tested every so many milliseconds, in case it changes without input or output.
    private func exchange(lookingEvery pause: Int32? = nil, until condition: () -> Bool) throws {
        while !condition(), outputs.contains(where: { $0 != nil }) {
            var polled =
                [
                    pollfd(fd: unwritten.isEmpty ? -1 : input ?? -1, events: Int16(POLLOUT), revents: 0)
                ] + outputs.map { pollfd(fd: $0 ?? -1, events: Int16(POLLIN), revents: 0) }
            let left = patience + started.timeIntervalSinceNow
            let count = left > 0 ? poll(&polled, nfds_t(polled.count), pause ?? Int32(left * 1000) + 1) : 0
            guard count > 0 || left > 0 && pause != nil else { throw SystemError("a program that does not end", ETIMEDOUT) }
            if polled[0].revents != 0 { writeSome() }
            for index in outputs.indices where polled[index + 1].revents != 0 { readSome(index) }
        }
    }

    private func writeSome() {
        let count = unwritten.withUnsafeBytes { Foundation.write(input!, $0.baseAddress, $0.count) }
        if count > 0 { unwritten.removeFirst(count) } else if errno != EAGAIN { closeInput() }
    }

    private func readSome(_ index: Int) {
        var block = [UInt8](repeating: 0, count: 1 << 16)
        let count = read(outputs[index]!, &block, block.count)
        if count > 0 {
            collected[index] += block[..<count]
            return
        }
        close(outputs[index]!)
        outputs[index] = nil
    }
}

extension RunningProgram.Output {
    fileprivate var isCollected: Bool {
        if case .collected = self { true } else { false }
    }
}

/// The two ends of a pipe.
private struct Channel {
    let reading: Int32
    let writing: Int32

    init() throws {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw SystemError("pipe") }
        (reading, writing) = (ends[0], ends[1])
    }
}
