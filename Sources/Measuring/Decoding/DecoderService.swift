import Glibc
import ImageHeaders
import Pixels
import WeirBase
import WeirSystem

/// The work of a decoder process: makes small pictures until the process that started it closes the socket.
package struct DecoderService: ~Copyable {
    private let limits: DecoderLimits
    private var reader: SmallPictureReader

    package init(_ limits: DecoderLimits) {
        self.limits = limits
        reader = SmallPictureReader(limits: DecodingLimits(memory: max(0, limits.memory - DecoderLimits.ownMemory)))
    }

    package mutating func run() {
        limitHeaps()
        limitMemory(to: limits.memory)
        while let numbers = receiveFromParent(DecoderJob.length), let job = DecoderJob(numbers) {
            limitTime(to: limits.seconds)
            guard answer(job) else { return }
        }
    }

    private mutating func answer(_ job: DecoderJob) -> Bool {
        let picture = ParentBytes(count: job.count)
        do throws(Failure) {
            let small = try reader.smallPicture(of: picture, header: job.header, longestSide: job.longestSide)
            return sendToParent([DecoderAnswer.picture.rawValue, UInt64(small.size.width), UInt64(small.size.height)], small.pixels)
        } catch {
            let message = Array(error.message.utf8.prefix(DecoderAnswer.longestMessage))
            return sendToParent([DecoderAnswer.failure.rawValue, error.code.number, UInt64(message.count)], message)
        }
    }
}

/// The bytes of the picture, which the process that started this one reads.
private struct ParentBytes: PictureBytes {
    let count: UInt64

    func read(at offset: UInt64, into buffer: UnsafeMutableRawBufferPointer) throws(Failure) -> Int {
        var filled = 0
        while filled < buffer.count {
            let wanted = min(buffer.count - filled, DecoderAnswer.longestRead)
            let part = UnsafeMutableRawBufferPointer(rebasing: buffer[filled..<filled + wanted])
            guard sendToParent([DecoderAnswer.needs.rawValue, offset + UInt64(filled), UInt64(wanted)]), let numbers = receiveFromParent(1),
                let count = Int(exactly: numbers[0]), count <= wanted,
                receiveFromParent(into: UnsafeMutableRawBufferPointer(rebasing: part[..<count]))
            else { throw Failure(.cancelled) }
            filled += count
            if count < wanted { break }
        }
        return filled
    }
}

// Standard input and standard output are both the socket to the process that started this one.

private func sendToParent(_ numbers: [UInt64], _ bytes: [UInt8] = []) -> Bool {
    let head = numbers.withUnsafeBytes { Array($0) }
    return (head + bytes).withUnsafeBufferPointer { writeAll($0, to: STDOUT_FILENO) }
}

private func receiveFromParent(_ count: Int) -> [UInt64]? {
    var numbers = [UInt64](repeating: 0, count: count)
    return numbers.withUnsafeMutableBytes { receiveFromParent(into: $0) } ? numbers : nil
}

private func receiveFromParent(into buffer: UnsafeMutableRawBufferPointer) -> Bool {
    var filled = 0
    while filled < buffer.count {
        let count = readOrWait(STDIN_FILENO, UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]))
        guard count > 0 else { return false }
        filled += count
    }
    return true
}

/// Limits of a decoder process.
package struct DecoderLimits: Equatable, Sendable {
    /// Bytes of memory that the process may write to. The program and its libraries have some of it.
    package var memory: Int
    /// Seconds of a processor for one picture.
    package var seconds: Int
    /// Seconds without a word, after which the process is ended.
    package var patience: Int

    static let ownMemory = 32 << 20

    package init(memory: Int = 128 << 20, seconds: Int = 20, patience: Int = 120) {
        (self.memory, self.seconds, self.patience) = (memory, seconds, patience)
    }

    /// The limits as the program's arguments.
    var arguments: [String] { [String(memory), String(seconds)] }

    /// The limits that a process was started with.
    package init?(arguments: [String]) {
        guard arguments.count == 2, let memory = Int(arguments[0]), let seconds = Int32(arguments[1]), memory > 0, seconds > 0 else {
            return nil
        }
        self.init(memory: memory, seconds: Int(seconds))
    }
}
