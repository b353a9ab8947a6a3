import Records
import Base
import Glibc
import System

/// The bytes of a file or a pipe. gzip is decompressed.
final class DecompressedInput {
    private let input: InputFile
    private let length: Int64?
    private var position: Int64 = 0
    /// Bytes that were read, but not decompressed yet if they are gzip.
    private var raw: ArraySlice<UInt8> = []
    /// The first bytes, which were read to recognize the format of the catalogue.
    private var beginning: [UInt8]?
    private var gzip: GzipReader?
    private var inflated = ByteBuffer()

    private static let pieceSize = 1 << 16
    /// The size of a compressed piece. gzip expands it a thousandfold at most, to four megabytes.
    private static let packedPieceSize = 1 << 12

    init(_ input: InputFile) throws(MachineFailure) {
        self.input = input
        length = input.length
        try lookAhead()
    }

    convenience init(file path: [UInt8]) throws(MachineFailure) { try self.init(InputFile(path)) }

    var share: Double? { length.map { $0 == 0 ? 1 : Double(position) / Double($0) } }

    func failure(_ failure: DocumentFailure) -> MachineFailure { input.failure(failure) }

    func starts(with text: String) -> Bool { (beginning ?? []).starts(with: Array(text.utf8)) }

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
        if raw.withUnsafeBytes({ GzipReader.recognises($0) }) { gzip = GzipReader() }
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
        do throws(GzipFailure) { try gzip?.finish() } catch { throw input.failure(error) }
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
        if let failure { throw input.failure(failure) }
        return inflated.bytes
    }

    private func readMore() throws(MachineFailure) -> [UInt8]? {
        let piece = try input.read(upTo: DecompressedInput.pieceSize)
        position += Int64(piece.count)
        return piece.isEmpty ? nil : piece
    }
}

extension InputFile {
    /// The failure of a document in this file, with the file's name and the position.
    func failure(_ failure: DocumentFailure) -> MachineFailure {
        let place = failure.position.map { ":\($0.line):\($0.column)" } ?? ""
        return .input("\(name)\(place): \(failure.message)")
    }

    fileprivate func failure(_ failure: GzipFailure) -> MachineFailure { .input("\(name): \(failure.message)") }
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

        fileprivate init(_ bytes: consuming GrowingBytes) {
            self.bytes = bytes.take()
            isMapped = false
        }

        deinit {
            if isMapped {
                munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count)
            } else {
                free(UnsafeMutableRawPointer(mutating: bytes.baseAddress))
            }
        }
    }

    /// The largest catalogue from a pipe that is held in memory, for a format that cannot be read in order.
    private static var largestHeld: Int { 1 << 30 }

    /// The whole catalogue, for a format that is not read in order.
    func whole() throws(MachineFailure) -> Content {
        if gzip == nil, let mapped = input.map() { return Content(mapped, isMapped: true) }
        var all = GrowingBytes(atMost: DecompressedInput.largestHeld)
        while let piece = try next() {
            guard all.count + piece.count <= DecompressedInput.largestHeld else {
                throw .input("\(input.name): a binary property list of more than 1 GiB must be a file")
            }
            guard all.append(piece) else { throw .machine("\(input.name): there is not enough memory for it") }
        }
        return Content(all)
    }
}
