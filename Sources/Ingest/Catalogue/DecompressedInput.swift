import Glibc
import Manifests
import WeirBase
import WeirRecords
import WeirSystem

/// The bytes of a file or a pipe. gzip is decompressed.
package final class DecompressedInput {
    private let input: InputFile
    /// The hash of the file as it lies on the disk; nil if nobody asks for it.
    private var hash: SHA256?
    /// A copy of all bytes that are read.
    private let copy: TemporaryFile?
    private let length: Int64?
    private var position: Int64 = 0
    /// Bytes that were read, but not decompressed yet if they are gzip.
    private var raw: ArraySlice<UInt8> = []
    /// The first bytes, which were read to recognize the format of the catalogue.
    private(set) var beginning: [UInt8]?
    private var gzip: GzipReader?
    private var isPacked = false
    private var inflated = ByteBuffer()

    private static let pieceSize = 1 << 16
    /// The size of a compressed piece. gzip expands it a thousandfold at most, to four megabytes.
    private static let packedPieceSize = 1 << 12

    package init(_ input: InputFile, copying copy: TemporaryFile? = nil, isHashed: Bool = false) throws(MachineFailure) {
        (self.input, self.copy) = (input, copy)
        length = input.length
        if isHashed { hash = SHA256() }
        try lookAhead()
    }

    package convenience init(file path: [UInt8]) throws(MachineFailure) { try self.init(InputFile(path)) }

    var share: Double? { length.map { $0 == 0 ? 1 : Double(position) / Double($0) } }

    package var name: String { input.name }

    /// The SHA-256 of the bytes that were read, as they lie on the disk.
    package var hexDigest: String? { hash?.hexDigest }

    /// A failure of the document, with the file's name and the position.
    package func failure(_ failure: DocumentFailure) -> MachineFailure {
        let position = failure.position.map { ":\($0.line):\($0.column)" } ?? ""
        return .input("\(name)\(position): \(failure.message)", failure.advice)
    }

    private func failure(_ failure: GzipFailure) -> MachineFailure { .input("\(name): \(failure.message)") }

    func starts(with text: String) -> Bool { (beginning ?? []).starts(with: Array(text.utf8)) }

    /// Puts text before the first piece.
    func begin(with text: [UInt8]) { beginning = text + (beginning ?? []) }

    /// The next piece, or nil at the end.
    package func next() throws(MachineFailure) -> [UInt8]? {
        if let piece = beginning {
            beginning = nil
            return piece
        }
        return try readPiece()
    }

    /// Reads enough bytes to recognize gzip and binary property lists; a pipe may deliver a single byte at a time.
    private func lookAhead() throws(MachineFailure) {
        while raw.count < 2, let more = try readMore() { raw += more }
        if raw.withUnsafeBytes({ GzipReader.recognizes($0) }) {
            gzip = GzipReader()
            isPacked = true
        }
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
        do throws(GzipFailure) { try gzip?.finish() } catch { throw failure(error) }
        gzip = nil
        return nil
    }

    private func takePiece() throws(MachineFailure) -> [UInt8] {
        let packed = Array(raw.prefix(gzip == nil ? raw.count : DecompressedInput.packedPieceSize))
        raw = raw.dropFirst(packed.count)
        guard gzip != nil else { return packed }
        inflated.removeAll()
        do throws(GzipFailure) {
            try packed.withBytes { packed throws(GzipFailure) in
                try gzip?.read(UnsafeRawBufferPointer(packed), to: &inflated)
            }
        } catch {
            throw failure(error)
        }
        return inflated.bytes
    }

    private func readMore() throws(MachineFailure) -> [UInt8]? {
        let piece = try input.read(upTo: DecompressedInput.pieceSize)
        position += Int64(piece.count)
        try copy?.write(piece)
        if hash != nil { piece.withUnsafeBytes { hash?.append($0) } }
        return piece.isEmpty ? nil : piece
    }
}

extension DecompressedInput {
    /// The format of a manifest, which its first bytes show; nil if it is empty.
    package func manifestFormat() throws(MachineFailure) -> ManifestFormat? {
        var isEnd = false
        while true {
            do throws(DocumentFailure) {
                let format = try (beginning ?? []).withBytes { bytes throws(DocumentFailure) in try recognize(bytes, isEnd: isEnd) }
                if isEnd || format != nil { return format }
            } catch {
                throw failure(error)
            }
            if let piece = try readPiece() { beginning = (beginning ?? []) + piece } else { isEnd = true }
        }
    }
}

/// The limit for small files that are read at once: an index, a table of devices.
private let largestFile = 64 << 20

/// The content of a small file.
package func wholeFile(_ file: InputFile) throws(MachineFailure) -> [UInt8] {
    let bytes = try DecompressedInput(file)
    var content: [UInt8] = []
    while let piece = try bytes.next() {
        content += piece
        guard content.count <= largestFile else {
            throw .input("\(file.name): it has more than \(largestFile >> 20) MiB, which is too much for what it should be")
        }
    }
    return content
}

extension DecompressedInput {
    /// A whole catalogue in memory. It is not mapped, since a mapped file that somebody truncates kills the process. A
    /// `ByteBuffer` would hold the bytes twice while it grows.
    final class Content {
        private var room: UnsafeMutableRawPointer?
        private var capacity = 0
        private var count = 0

        /// An empty content too has room, so that there is an address.
        fileprivate init(capacity: Int) { grow(toHold: max(1, capacity)) }

        deinit { free(room) }

        var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: room, count: count) }

        fileprivate func append(_ piece: [UInt8]) {
            let needed = count + piece.count
            grow(toHold: needed)
            piece.withUnsafeBytes { piece in
                if let start = piece.baseAddress { room?.advanced(by: count).copyMemory(from: start, byteCount: piece.count) }
            }
            count = needed
        }

        /// realloc(3) moves large blocks without copying them, so each byte is in memory once.
        private func grow(toHold needed: Int) {
            guard needed > capacity else { return }
            let size = max(needed, capacity / 2 * 3)
            guard let grown = realloc(room, size) else { fatalError("out of memory") }
            (room, capacity) = (grown, size)
        }
    }

    /// The largest document that is held in memory. A megabyte may be decompressed to a gigabyte.
    private var largestHeld: Int { isPacked ? 256 << 20 : 1 << 30 }

    /// The whole catalogue, for a format that is not read in order.
    func whole() throws(MachineFailure) -> Content {
        guard gzip != nil else { return try content(expecting: min(Int(length ?? 0), largestHeld)) }
        // A few megabytes may be decompressed to more than can be held, so the bytes are counted before any is held.
        var count = 0
        while let piece = try next() {
            count += piece.count
            try checkHeld(count)
        }
        let again = if let copy { try copy.input(named: input.name) } else { try input.fromBeginning() }
        return try DecompressedInput(again).content(expecting: count)
    }

    private func content(expecting count: Int) throws(MachineFailure) -> Content {
        let content = Content(capacity: count)
        while let piece = try next() {
            try checkHeld(content.bytes.count + piece.count)
            content.append(piece)
        }
        return content
    }

    private func checkHeld(_ count: Int) throws(MachineFailure) {
        guard count <= largestHeld else {
            throw .input(
                """
                \(input.name): it has more than \(largestHeld >> 20) MiB\(isPacked ? " when it is decompressed" : ""), and a binary \
                property list is held in memory; other formats have no such limit
                """)
        }
    }
}

/// A compressed form that weir names and cannot read. It reads gzip.
struct PackedForm {
    let name: String
    /// The program that writes what is packed to standard output.
    let program: String
    private let signature: [UInt8]

    private static let all: [PackedForm] = [
        PackedForm(name: "xz", program: "xz -dc", signature: [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00]),
        PackedForm(name: "zstd", program: "zstd -dc", signature: [0x28, 0xB5, 0x2F, 0xFD]),
        // A block of bzip2 begins with the digits of pi, behind its size.
        PackedForm(name: "bzip2", program: "bzip2 -dc", signature: Array("BZh\01AY&".utf8)),
        PackedForm(name: "zip", program: "unzip -p", signature: zipSignature),
    ]

    static let zipSignature: [UInt8] = [0x50, 0x4B, 0x03, 0x04]

    /// Recognizes a form by the first eight bytes. A zero in a signature stands for any byte.
    init?(of beginning: [UInt8]) {
        let found = PackedForm.all.first { form in
            beginning.count >= form.signature.count && zip(form.signature, beginning).allSatisfy { $0 == $1 || $0 == 0 }
        }
        guard let found else { return nil }
        self = found
    }

    private init(name: String, program: String, signature: [UInt8]) {
        self.name = name
        self.program = program
        self.signature = signature
    }
}

/// A workbook of an office program, which other programs turn into a table.
struct Workbook {
    let name: String
    /// The program that writes the first sheet as CSV to standard output, and the package of Debian that has it.
    let program: (text: String, package: String)

    /// Recognizes a workbook by its first bytes. The names of its parts stand in them.
    init?(of beginning: [UInt8]) {
        func has(_ text: String) -> Bool { !beginning.prefix(8192).ranges(of: Array(text.utf8)).isEmpty }
        if beginning.starts(with: PackedForm.zipSignature), has("[Content_Types].xml") || has("xl/") {
            (name, program) = (".xlsx", ("xlsx2csv FILE", "xlsx2csv"))
        } else if beginning.starts(with: PackedForm.zipSignature), has("mimetypeapplication/vnd.oasis.opendocument.spreadsheet") {
            (name, program) = (".ods", ("ssconvert -T Gnumeric_stf:stf_csv FILE fd://1", "gnumeric"))
        } else if beginning.starts(with: [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]) {
            (name, program) = (".xls", ("ssconvert -T Gnumeric_stf:stf_csv FILE fd://1", "gnumeric"))
        } else {
            return nil
        }
    }
}

extension DecompressedInput {
    /// Refuses a catalogue that some other program has to unpack. An export is recognized in a file, but not in a pipe.
    func checkPacking(_ form: IngestPlan.CatalogueForm) throws(MachineFailure) {
        if let workbook = Workbook(of: beginning ?? []) {
            let (program, package) = workbook.program
            let fault = "the catalogue is a workbook (\(workbook.name)): export it as CSV in UTF-8, or install Debian's package \(package)"
            throw failure(DocumentFailure(fault, ": \(program) >NEW.csv writes one that can be read"))
        }
        guard let packed = PackedForm(of: beginning ?? []) else { return }
        let fault = "the catalogue is packed with \(packed.name)"
        throw failure(DocumentFailure(fault, ": \(packed.program) FILE >NEW.\(form.rawValue) writes one that can be read"))
    }

    /// Refuses a catalogue that some other program has to transcode. XML names its encoding to the parser.
    func checkEncoding(_ form: IngestPlan.CatalogueForm, _ word: String) throws(MachineFailure) {
        if let beginning, !beginning.isEmpty, beginning.prefix(64).allSatisfy({ $0 == 0 }) {
            throw failure(DocumentFailure("the catalogue begins with zeros, as a file does of which only the length was stored"))
        }
        guard form != .plist, form != .xml, let encoding = ForeignEncoding(of: beginning ?? []) else { return }
        throw failure(encoding, word)
    }

    /// The refusal of a catalogue for its encoding, with the command that transcodes it.
    func failure(_ encoding: ForeignEncoding, _ word: String, at position: TextPosition? = nil) -> MachineFailure {
        let transcoding = "iconv -f \(encoding.name) -t UTF-8"
        let command = isPacked ? "gzip -dc FILE | \(transcoding)" : "\(transcoding) FILE"
        return failure(DocumentFailure(encoding.fault, ": \(command) | weir ingest \(.format) \(word) - reads it", at: position))
    }
}
