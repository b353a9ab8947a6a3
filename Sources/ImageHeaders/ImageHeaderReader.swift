import Base

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
            return .found(try checked(limits, header(in: window, isEnd: isEnd && isWhole)))
        } catch {
            switch error {
            case .failed(let failure): return .failed(failure)
            case .needs(let request): return answer(to: request, window: window, isEnd: isEnd && isWhole)
            }
        }
    }

    private mutating func header(in window: ByteWindow, isEnd: Bool) throws(HeaderStop) -> ImageHeader {
        if let current, let reader = readers[current] { return try reader.read(window) }
        let index = try formats.recognise(window, isEnd: isEnd)
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

private func checked(_ limits: HeaderLimits, _ header: ImageHeader) throws(HeaderStop) -> ImageHeader {
    for size in [header.stored, header.displayed] {
        guard size.width > 0, size.height > 0 else {
            throw .corrupt("a side of 0: \(size.width)x\(size.height)")
        }
        guard size.width <= HeaderLimits.maxSide, size.height <= HeaderLimits.maxSide else {
            throw .failed(Failure(.tooLarge, "a side above 2^31-1: \(size.width)x\(size.height)"))
        }
        guard size.width * size.height <= limits.maxPixels else {
            throw .failed(
                Failure(.tooLarge, "\(size.width)x\(size.height) has more than \(limits.maxPixels) pixels"))
        }
    }
    return header
}
