import Records
import Base
import Glibc
import System

/// The bytes of a catalogue from a file or a pipe. gzip is decompressed.
final class DecompressedInput {
    private let name: String
    private let descriptor: Int32
    private let length: Int?
    private var position = 0
    /// Bytes that were read, but not decompressed yet if they are gzip.
    private var raw: ArraySlice<UInt8> = []
    /// The first bytes, which were read to recognize the format of the catalogue.
    private var beginning: [UInt8]?
    private var gzip: GzipReader?
    private var inflated = ByteBuffer()
    private var hash: SHA256?

    private static let pieceSize = 1 << 16
    /// The size of a compressed piece. gzip expands it a thousandfold at most, to four megabytes.
    private static let packedPieceSize = 1 << 12

    init(file path: [UInt8], isHashed: Bool = false) throws(MachineFailure) {
        name = shown(path)
        hash = isHashed ? SHA256() : nil
        descriptor = withPath(path) { open($0, O_RDONLY | O_CLOEXEC) }
        guard descriptor >= 0 else { throw .unreadable(path, errno) }
        var status = stat()
        length = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : nil
        try lookAhead()
    }

    private init(standardInput: Int32) throws(MachineFailure) {
        name = "standard input"
        descriptor = standardInput
        length = nil
        try lookAhead()
    }

    static func standardInput() throws(MachineFailure) -> DecompressedInput {
        try DecompressedInput(standardInput: STDIN_FILENO)
    }

    deinit { if descriptor != STDIN_FILENO { close(descriptor) } }

    var share: Double? { length.map { $0 == 0 ? 1 : Double(position) / Double($0) } }

    /// The hash of the file's bytes so far, before decompression.
    var hexDigest: String? { hash?.hexDigest }

    func failure(_ failure: DocumentFailure) -> MachineFailure {
        let place = failure.position.map { ":\($0.line):\($0.column)" } ?? ""
        return .input("\(name)\(place): \(failure.message)")
    }

    func starts(with text: String) throws(MachineFailure) -> Bool {
        (beginning ?? []).starts(with: Array(text.utf8))
    }

    /// The next piece, or nil at the end.
    func next() throws(MachineFailure) -> [UInt8]? {
        if let piece = beginning {
            beginning = nil
            return piece
        }
        return try readPiece()
    }

    /// Reads enough bytes to recognize gzip and binary property lists; a pipe may deliver a single byte at a time.
    private func lookAhead() throws(MachineFailure) {
        while raw.count < 2, let more = try readMore() { raw += more }
        if raw.starts(with: [0x1F, 0x8B]) { gzip = GzipReader() }
        while (beginning?.count ?? 0) < 8, let piece = try readPiece() { beginning = (beginning ?? []) + piece }
    }

    private func readPiece() throws(MachineFailure) -> [UInt8]? {
        while true {
            if raw.isEmpty {
                guard let more = try readMore() else { break }
                raw = more[...]
            }
            let piece = try takePiece()
            if !piece.isEmpty { return piece }
        }
        do throws(GzipFailure) { try gzip?.finish() } catch { throw .input("\(name): \(error.message)") }
        gzip = nil
        return nil
    }

    private func takePiece() throws(MachineFailure) -> [UInt8] {
        let packed = raw.prefix(gzip == nil ? raw.count : DecompressedInput.packedPieceSize)
        raw = raw.dropFirst(packed.count)
        guard gzip != nil else { return Array(packed) }
        inflated.removeAll()
        var failure: GzipFailure?
        packed.withUnsafeBytes { packed in
            do throws(GzipFailure) { try gzip?.read(packed, to: &inflated) } catch { failure = error }
        }
        if let failure { throw .input("\(name): \(failure.message)") }
        return inflated.bytes
    }

    private func readMore() throws(MachineFailure) -> [UInt8]? {
        var count = 0
        let piece = [UInt8](unsafeUninitializedCapacity: DecompressedInput.pieceSize) { buffer, filled in
            count = readOrWait(descriptor, UnsafeMutableRawBufferPointer(buffer))
            filled = max(0, count)
        }
        guard count >= 0 else { throw .input("\(name): \(errorText(errno))") }
        position += count
        piece.withUnsafeBytes { hash?.append($0) }
        return count == 0 ? nil : piece
    }
}

extension DecompressedInput {
    /// A whole catalogue in memory, or mapped into memory.
    final class Content {
        let bytes: UnsafeRawBufferPointer
        private let isMapped: Bool

        fileprivate init(_ bytes: UnsafeRawBufferPointer, isMapped: Bool) {
            self.bytes = bytes
            self.isMapped = isMapped
        }

        deinit {
            if isMapped {
                munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count)
            } else {
                bytes.deallocate()
            }
        }
    }

    /// The largest catalogue from a pipe that is held in memory, for a format that cannot be read in order.
    private static var largestHeld: Int { 1 << 30 }

    /// The whole catalogue, for a format that is not read in order.
    func whole() throws(MachineFailure) -> Content {
        if let length, length > 0, gzip == nil,
            let start = mmap(nil, length, PROT_READ, MAP_PRIVATE, descriptor, 0), start != MAP_FAILED
        {
            return Content(UnsafeRawBufferPointer(start: start, count: length), isMapped: true)
        }
        var all: [UInt8] = []
        while let piece = try next() {
            guard all.count + piece.count <= DecompressedInput.largestHeld else {
                throw .input("\(name): a binary property list of more than 1 GiB must be a file")
            }
            all += piece
        }
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: all.count, alignment: 8)
        copy.copyBytes(from: all)
        return Content(UnsafeRawBufferPointer(copy), isMapped: false)
    }
}
