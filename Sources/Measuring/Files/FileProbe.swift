import Glibc
import ImageHeaders
import Pixels
import WeirBase
import WeirSystem

/// Reads the headers of files. A file costs an open, a read of its first block, a read for each jump, and a close.
package struct FileProbe: ~Copyable {
    var reader: ImageHeaderReader
    private var buffer: UnsafeMutableRawBufferPointer

    package init(limits: HeaderLimits, formats: FormatTable = .standard) {
        reader = ImageHeaderReader(limits: limits, formats: formats)
        buffer = .allocate(byteCount: ImageHeaderReader.firstBlock, alignment: 16)
    }

    deinit { buffer.deallocate() }

    package mutating func header(of path: [UInt8]) -> Result<ImageHeader, Failure> {
        path.withUnsafeBufferPointer { header(of: $0) }
    }

    mutating func header(of path: UnsafeBufferPointer<UInt8>) -> Result<ImageHeader, Failure> {
        switch FileProbe.openFile(path) {
        case .failure(let failure): return .failure(failure)
        case .success(let file):
            defer { close(file) }
            return header(ofFile: file)
        }
    }

    static func openFile(_ path: UnsafeBufferPointer<UInt8>) -> Result<Int32, Failure> {
        if let start = path.baseAddress, memchr(start, 0, path.count) != nil {
            return .failure(Failure(.notFound, "the name holds a NUL byte; do the names end with NUL bytes, and not with line feeds?"))
        }
        // Without O_NONBLOCK the open of a pipe waits for a writer.
        let file = withPath(path) { path in retryingInterrupts { open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK) } }
        return file >= 0 ? .success(file) : .failure(Failure(errno: errno))
    }

    /// The size of a read after a jump. The rest of the header is near there.
    private static let blockAfterJump = 1024

    /// Reads the header of an open file. The file stays open.
    mutating func header(ofFile file: Int32) -> Result<ImageHeader, Failure> {
        reader.begin()
        var request = ByteRequest(offset: 0, count: ImageHeaderReader.firstBlock)
        while true {
            let wanted = max(request.count, FileProbe.blockAfterJump)
            guard let offset = off_t(exactly: request.offset) else { return .failure(Failure(.truncated)) }
            if wanted > buffer.count, let failure = makeRoom(for: request, in: file) { return .failure(failure) }
            let count = retryingInterrupts { pread(file, buffer.baseAddress, min(wanted, buffer.count), offset) }
            guard count >= 0 else { return .failure(Failure(errno: errno)) }
            let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
            switch reader.read(bytes, at: request.offset, isEnd: count < wanted) {
            case .found(let header): return .success(header)
            case .needs(let next): request = next
            case .failed(let failure): return .failure(FileProbe.judge(failure, of: file))
            }
        }
    }

    /// Grows the buffer, but not for bytes that the file does not have.
    private mutating func makeRoom(for request: ByteRequest, in file: Int32) -> Failure? {
        var status = stat()
        guard fstat(file, &status) == 0 else { return Failure(errno: errno) }
        let length = UInt64(max(0, status.st_size))
        let count = Int(min(UInt64(request.count), length - min(length, request.offset)))
        guard count > buffer.count else { return nil }
        buffer.deallocate()
        buffer = .allocate(byteCount: count, alignment: 16)
        return nil
    }

    /// Corrects a failure by the kind and the length of the file. A device has no pictures. A truncated file is
    /// reported with its length, which the reader does not know.
    private static func judge(_ failure: Failure, of file: Int32) -> Failure {
        var status = stat()
        guard fstat(file, &status) == 0 else { return failure }
        if !status.isRegular { return Failure(.unreadable, "it is a device, not a file") }
        return failure.code == .truncated ? truncated(at: status.st_size) : failure
    }

    static func truncated(at size: off_t) -> Failure {
        Failure(.truncated, "the bytes end at \(size), before the size")
    }
}

/// The bytes of an open file.
struct FileBytes: PictureBytes {
    let count: UInt64
    private let file: Int32

    init(_ file: Int32) throws(Failure) {
        var status = stat()
        guard fstat(file, &status) == 0 else { throw Failure(errno: errno) }
        self.file = file
        count = UInt64(max(0, status.st_size))
    }

    func read(at offset: UInt64, into buffer: UnsafeMutableRawBufferPointer) throws(Failure) -> Int {
        var filled = 0
        while filled < buffer.count, let start = off_t(exactly: offset + UInt64(filled)) {
            let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
            let count = retryingInterrupts { pread(file, rest.baseAddress, rest.count, start) }
            guard count >= 0 else { throw Failure(errno: errno) }
            if count == 0 { break }
            filled += count
        }
        return filled
    }
}

/// Small pictures of the files that a manifest names.
package struct FilePictures: ~Copyable {
    private let root: PictureRoot
    private var probe = FileProbe(limits: HeaderLimits())
    private var pixels: SmallPictureReader

    package init(below root: PictureRoot) {
        self.root = root
        pixels = SmallPictureReader(limits: .shared(among: 1), separately: DecoderProcess())
    }

    /// The picture with at most `longestSide` pixels on its longer side. Nil for one of the network, and for one that cannot be
    /// read to its end.
    package mutating func smallPicture(of img: UnsafeBufferPointer<UInt8>, longestSide: Int) -> SmallPicture? {
        switch PictureLocation(of: img, below: root) {
        case .url, .nowhere: return nil
        case .inline(let content):
            guard case .success(let header) = probe.reader.header(of: content) else { return nil }
            return try? pixels.smallPicture(of: ContentBytes(bytes: content), header: header, longestSide: longestSide)
        case .file(let path):
            guard case .success(let file) = root.open(path) else { return nil }
            defer { close(file) }
            guard case .success(let header) = probe.header(ofFile: file), let bytes = try? FileBytes(file) else { return nil }
            return try? pixels.smallPicture(of: bytes, header: header, longestSide: longestSide)
        }
    }
}

/// Reads the header of a picture that comes through a pipe. A pipe has no offsets, so bytes in front of a requested
/// offset are read and dropped. No more is read than the header needs, in blocks.
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
                    return .failure(
                        Failure(.unreadable, "the size stands before bytes that were read, and a pipe does not go back; name the file"))
                }
                guard request.offset + UInt64(request.count) <= mostBytes else {
                    return .failure(Failure(.tooLarge, "the size stands behind more than \(mostBytes) bytes"))
                }
                try skip(to: request.offset)
                while held.count < request.count, !isAtEnd {
                    try readOn(upTo: max(request.count - held.count, ImageHeaderReader.firstBlock))
                }
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

    private mutating func skip(to target: UInt64) throws(MachineFailure) {
        while offset + UInt64(held.count) < target, !isAtEnd {
            offset += UInt64(held.count)
            held.removeAll()
            try readOn(upTo: Int(min(target - offset, StreamProbe.largestBlock)))
        }
        let dropped = min(UInt64(held.count), target - min(offset, target))
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
