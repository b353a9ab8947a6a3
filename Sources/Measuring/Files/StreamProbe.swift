import Base
import ImageHeaders
import System

/// Reads the header of a picture that comes through a pipe. A pipe has no offsets, so bytes in front of a requested
/// place are read and dropped. No more is read than the header needs, in blocks.
struct StreamProbe: ~Copyable {
    private var reader: ImageHeaderReader
    private let input: InputFile
    /// More bytes than that are not read.
    private let mostBytes: UInt64
    /// The bytes that were read last, and their offset in the picture.
    private var held: [UInt8] = []
    private var offset: UInt64 = 0
    private var isAtEnd = false

    init(_ input: InputFile, limits: HeaderLimits, mostBytes: UInt64) {
        reader = ImageHeaderReader(limits: limits)
        self.input = input
        self.mostBytes = mostBytes
    }

    mutating func header() -> Result<ImageHeader, Failure> {
        reader.begin()
        // The first bytes are judged as they come, however few they are.
        var request = ByteRequest(offset: 0, count: 1)
        do throws(MachineFailure) {
            while true {
                guard request.offset >= offset else {
                    return .failure(Failure(.unreadable, "the size stands before bytes that were read, and a pipe does not go back; name the file"))
                }
                guard request.offset + UInt64(request.count) <= mostBytes else {
                    return .failure(Failure(.tooLarge, "the size stands behind more than \(mostBytes) bytes"))
                }
                try skip(to: request.offset)
                while held.count < request.count, !isAtEnd { try readOn(upTo: max(request.count - held.count, ImageHeaderReader.firstBlock)) }
                let reading = held.withUnsafeBytes { reader.read($0, at: offset, isEnd: isAtEnd) }
                switch reading {
                case .found(let header): return .success(header)
                case .failed(let failure): return .failure(failure)
                case .needs(let next): request = next
                }
            }
        } catch {
            if case .interrupted = error.kind { return .failure(Failure(.cancelled)) }
            return .failure(Failure(.unreadable, error.message))
        }
    }

    private mutating func skip(to place: UInt64) throws(MachineFailure) {
        while offset + UInt64(held.count) < place, !isAtEnd {
            offset += UInt64(held.count)
            held.removeAll()
            try readOn(upTo: Int(min(place - offset, StreamProbe.largestBlock)))
        }
        let dropped = min(UInt64(held.count), place - min(offset, place))
        held.removeFirst(Int(dropped))
        offset += dropped
    }

    private mutating func readOn(upTo most: Int) throws(MachineFailure) {
        let bytes = try input.read(upTo: most)
        isAtEnd = bytes.isEmpty
        held += bytes
    }

    private static let largestBlock: UInt64 = 1 << 16
}
