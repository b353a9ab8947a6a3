import WeirBase

/// Reads the header of one picture after another. The caller pushes bytes; the reader returns the
/// header, the bytes that it needs next, or a failure.
///
///     var reader = ImageHeaderReader()
///     reader.begin()
///     var reading = reader.read(firstBytes, at: 0, isEnd: false)
///     while case .needs(let request) = reading {
///         reading = reader.read(bytes(request.offset, request.count), at: request.offset, isEnd: atEnd)
///     }
///
/// The caller decides where bytes come from and where they are kept; the reader keeps none. One reader
/// serves any number of pictures, so that the C libraries behind it are set up once.
public struct ImageHeaderReader: ~Copyable {
    /// Enough for most headers, and small enough to cost hardly more than a shorter read.
    public static let firstBlock = 1024

    private let limits: HeaderLimits
    private let formats: FormatTable
    private var readers: [FormatReader?]
    /// The index in `readers`, and in the table's rows, of the picture's format.
    private var current: Int?
    private var jumps = 0
    private var bytesRead: UInt64 = 0

    /// A reader for any number of pictures, within these limits.
    public init(limits: HeaderLimits = HeaderLimits()) {
        self.init(limits: limits, formats: .standard)
    }

    package init(limits: HeaderLimits = HeaderLimits(), formats: FormatTable) {
        self.limits = limits
        self.formats = formats
        readers = Array(repeating: nil, count: formats.rows.count)
    }

    /// Starts a new picture.
    public mutating func begin() {
        current = nil
        jumps = 0
        bytesRead = 0
    }

    /// Continues with `bytes`, which begin at `offset` of the picture: 0 at first, then the offset of the
    /// last request. `isEnd` means that no bytes follow them.
    public mutating func read(_ bytes: UnsafeRawBufferPointer, at offset: UInt64, isEnd: Bool) -> HeaderReading {
        // Bytes beyond the limit are not looked at, even if the caller has more.
        let isWhole = bytes.count <= limits.metadataBytes
        let window = ByteWindow(
            bytes: isWhole ? bytes : UnsafeRawBufferPointer(rebasing: bytes[..<limits.metadataBytes]), offset: offset)
        do throws(HeaderStop) {
            return limits.judge(try header(in: window, isEnd: isEnd && isWhole))
        } catch {
            switch error {
            case .failed(let failure): return .failed(failure)
            case .needs(let request):
                let answer = answer(to: request, window: window, isEnd: isEnd && isWhole)
                guard case .failed = answer, let current, let header = readers[current]?.headerSoFar else { return answer }
                return limits.judge(header)
            }
        }
    }

    private mutating func header(in window: ByteWindow, isEnd: Bool) throws(HeaderStop) -> ImageHeader {
        if let current, let reader = readers[current] { return try reader.read(window) }
        let index = try formats.recognize(window, isEnd: isEnd)
        current = index
        if let reader = readers[index] {
            reader.begin()
            return try reader.read(window)
        }
        let reader = formats.rows[index].makeReader()
        readers[index] = reader
        reader.begin()
        return try reader.read(window)
    }

    private mutating func answer(to request: ByteRequest, window: ByteWindow, isEnd: Bool) -> HeaderReading {
        // A gap smaller than a block counts as read, since sources read whole blocks.
        let isJump = request.offset < window.offset || request.offset > window.end + UInt64(ImageHeaderReader.firstBlock)
        if isJump { jumps += 1 }
        bytesRead += isJump ? UInt64(window.bytes.count) : request.offset - window.offset
        guard jumps <= limits.jumps else {
            return .failed(Failure(.tooLarge, "the size stands behind more than \(limits.jumps) blocks of metadata"))
        }
        guard bytesRead + UInt64(request.count) <= UInt64(limits.metadataBytes) else {
            return .failed(
                Failure(.tooLarge, "the size stands behind more than \(limits.metadataBytes) bytes of metadata"))
        }
        if isEnd, request.offset >= window.offset, request.offset + UInt64(request.count) > window.end {
            return .failed(
                Failure(.truncated, "the bytes end at \(window.end), before the size"))
        }
        return .needs(request)
    }
}

extension ImageHeaderReader {
    /// Reads the header of a whole picture in memory.
    public mutating func header(of picture: [UInt8]) -> Result<ImageHeader, Failure> {
        begin()
        return picture.withUnsafeBytes { bytes in
            var start = 0
            while true {
                switch read(UnsafeRawBufferPointer(rebasing: bytes[start...]), at: UInt64(start), isEnd: true) {
                case .found(let header): return .success(header)
                case .failed(let failure): return .failure(failure)
                case .needs(let request): start = Int(min(request.offset, UInt64(bytes.count)))
                }
            }
        }
    }
}

extension ImageHeader {
    /// Reads the header of a whole picture in memory. One `ImageHeaderReader` reads many pictures faster.
    public init(of picture: [UInt8]) throws(Failure) {
        var reader = ImageHeaderReader()
        self = try reader.header(of: picture).get()
    }
}

extension HeaderLimits {
    fileprivate func judge(_ header: ImageHeader) -> HeaderReading {
        for size in [header.stored, header.displayed] {
            guard size.width > 0, size.height > 0 else {
                return .failed(Failure(.corrupt, "a side of 0: \(size.width)x\(size.height)"))
            }
            guard size.width <= HeaderLimits.maxSide, size.height <= HeaderLimits.maxSide else {
                return .failed(Failure(.tooLarge, "a side above 2^31-1: \(size.width)x\(size.height)"))
            }
            guard size.width * size.height <= maxPixels else {
                return .failed(Failure(.tooLarge, "\(size.width)x\(size.height) has more than \(maxPixels) pixels"))
            }
        }
        return .found(header)
    }
}

/// The result of pushing bytes to a header reader.
public enum HeaderReading: Equatable, Sendable {
    case found(ImageHeader)
    /// The next call must bring these bytes.
    case needs(ByteRequest)
    case failed(Failure)
}

/// The bytes that a reader needs next. `count` is the least number with which it can continue; more bytes
/// may save another request.
public struct ByteRequest: Equatable, Sendable {
    /// Where the bytes begin in the picture.
    public let offset: UInt64
    /// How many are needed at least; fewer only at the end of the picture.
    public let count: Int

    /// The first request is the caller's own: from 0 on.
    public init(offset: UInt64, count: Int) {
        self.offset = offset
        self.count = count
    }
}

/// The reason why reading stopped before the header was complete.
package enum HeaderStop: Error {
    case needs(ByteRequest)
    case failed(Failure)

    static func corrupt(_ message: String) -> HeaderStop { .failed(Failure(.corrupt, message)) }
    static func unsupported(_ message: String) -> HeaderStop { .failed(Failure(.unsupportedFormat, message)) }
}

/// Reads one format. Between two pushes it keeps its progress, but no bytes.
protocol FormatReader: AnyObject {
    /// Starts a new picture.
    func begin()

    /// Continues with the bytes in the window, which starts at the offset of the last request.
    func read(_ window: ByteWindow) throws(HeaderStop) -> ImageHeader

    /// The header of a file that ends before the bytes that were requested last; nil if they are needed.
    var headerSoFar: ImageHeader? { get }
}

extension FormatReader {
    var headerSoFar: ImageHeader? { nil }
}

/// Limits for reading a header, so that a hostile file costs no more than an honest one.
public struct HeaderLimits: Equatable, Sendable {
    /// A picture with more pixels is refused. Decoders need 4 bytes for each, so the default of 1e9 would
    /// already take 4 GB of a phone's memory.
    public var maxPixels: Int

    /// How many bytes may be read, not jumped over, before the size is known. The largest part that is
    /// read whole is the list of a HEIF file's items: some 20 bytes a tile, so a megabyte holds a grid
    /// of 50,000 tiles. A JPEG's Exif block has at most 64 KB.
    public var metadataBytes: Int

    /// How many jumps there may be. Extended XMP and large ICC profiles are split into JPEG segments of at
    /// most 64 KB, each of which takes a jump; 256 of them are 16 MB of metadata.
    public var jumps: Int

    /// No decoder, screen or file API supports a side above 2^31-1.
    static let maxSide = Int(Int32.max)

    /// The reason for each default stands at its limit.
    public init(maxPixels: Int = 1_000_000_000, metadataBytes: Int = 1 << 20, jumps: Int = 256) {
        self.maxPixels = maxPixels
        self.metadataBytes = metadataBytes
        self.jumps = jumps
    }
}
