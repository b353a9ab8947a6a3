import Glibc
import WeirBase

/// The parts of a response's head on which decisions depend. The head is taken line by line.
struct ResponseHead: Equatable, Sendable {
    private(set) var status: HTTPStatus = 0
    /// The major version of HTTP; 0 if unknown.
    private(set) var version = 0
    private(set) var contentLength = ContentLength.absent
    private(set) var contentRange: ContentRange?
    /// Whether the body is compressed, as with gzip.
    private(set) var isCompressed = false
    /// The entity tag and the date. The length is added later, because it depends on the request.
    private(set) var validators = PictureValidators()
    private(set) var retryAfter: RetryAfter?
    /// The time of the answer by the server's clock.
    private var date: HTTPDate?
    /// Whether the server closes the connection behind the body.
    private(set) var closesConnection = false
    /// A URL or a part of one, in ASCII.
    private(set) var location: String?
    /// The media type without its parameters.
    private(set) var contentType: String?
    /// The region of a bucket that was asked for in another one.
    private(set) var bucketRegion: String?
    /// Whether a later run may not use the answer (RFC 9111, 5.2.2).
    private var forbidsReuse = false
    /// The seconds for which a cache may use the answer without asking (5.2.2.1).
    private var longestAge: Int64?
    /// The seconds for which a cache has had the answer (5.1); 0 if it is the server's own.
    private(set) var age: Int64 = 0
    private var hasEnded = false
    private var hasConflictingTags = false

    enum ContentLength: Equatable, Sendable {
        case absent
        case bytes(UInt64)
        /// No number, or two different numbers. Client and server may then disagree about the body's end, and attackers
        /// use this (RFC 9112, 11.2).
        case unreadable

        var bytes: UInt64? { if case .bytes(let count) = self { count } else { nil } }
    }

    /// Whether the head is complete and not interim. An interim head is replaced by the next.
    var isFinal: Bool { hasEnded && status.meaning != .interim }

    /// Whether a later run may go to the location without another look at this answer.
    var isPermanentRedirect: Bool { status.isPermanentRedirect && !forbidsReuse }

    /// The seconds for which phones show the picture of this answer without asking for it again; nil if the server does not say.
    var maxAge: Int64? { forbidsReuse ? 0 : longestAge }

    /// The seconds that the server asks to wait; 0 if it names no time. `now` is in Unix seconds. A date is compared with the server's
    /// clock, which may differ from ours.
    func wait(now: Int64) -> Int64 { retryAfter?.wait(now: date?.unixSeconds(now: now) ?? now) ?? 0 }

    /// The validators, with the length of the picture and the address that sends them.
    func validators(length: UInt64?, _ giver: Int64? = nil) -> PictureValidators {
        var validators = validators
        (validators.length, validators.giver) = (length, giver)
        return validators
    }

    /// The length of the body; nil if unknown.
    var bodyLength: UInt64? { status.excludesBody ? 0 : contentLength.bytes }

    /// The length of the longest value that is kept. No honest tag or address is longer.
    private static let longestValue = 8192

    /// Takes all lines of a head, or of interim heads and the final one.
    init(_ lines: UnsafeRawBufferPointer) {
        var rest = lines
        while !rest.isEmpty {
            let count = firstIndex(of: "\n", in: rest).map { $0 + 1 } ?? rest.count
            add(line: UnsafeRawBufferPointer(rebasing: rest[..<count]))
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        }
    }

    init() {}

    /// Takes one line with or without its line end. A status line begins a new head. Lines behind the empty line are
    /// trailers; they are ignored, because the head has already led to decisions.
    mutating func add(line: UnsafeRawBufferPointer) {
        let line = trimmedEnd(line)
        if isStatusLine(line) {
            self = ResponseHead()
            (version, status) = parseStatusLine(line)
        } else if hasEnded {
            return
        } else if line.isEmpty {
            hasEnded = status.code != 0
        } else if let field = HeaderField(line: line) {
            add(field)
        }
    }

    /// Compares lengths first, which rules most fields out.
    private mutating func add(_ field: HeaderField) {
        guard field.value.count <= ResponseHead.longestValue else { return }
        switch field.name.count {
        case 3 where field.isNamed("age"): forEachItem(of: field.value) { age = max(age, seconds(ofNumber: $0) ?? 0) }
        case 4 where field.isNamed("etag"): takeTag(field.value)
        case 4 where field.isNamed("date"): date = date ?? HTTPDate(field.value)
        case 8 where field.isNamed("location"): location = location ?? reference(field.value)
        case 10 where field.isNamed("connection"): closesConnection = closesConnection || isClose(field.value)
        case 11 where field.isNamed("retry-after"): retryAfter = retryAfter ?? RetryAfter(field.value)
        case 12 where field.isNamed("content-type"): contentType = contentType ?? mediaType(field.value)
        case 13 where field.isNamed("content-range"):
            let range = ContentRange(field.value)
            contentRange = contentRange == nil || contentRange == range ? range : .unreadable
        case 13 where field.isNamed("cache-control"):
            forEachItem(of: field.value) { item in
                forbidsReuse = forbidsReuse || shortLives.contains { equalsIgnoringCase(item, $0) }
                longestAge = longestAge ?? seconds(ofMaxAge: item)
            }
        case 13 where field.isNamed("last-modified"): validators.lastModified = validators.lastModified ?? visibleText(field.value)
        case 14 where field.isNamed("content-length"): takeLength(field.value)
        case 16 where field.isNamed("content-encoding"):
            forEachItem(of: field.value) { isCompressed = isCompressed || isCompression($0) }
        case 19 where field.isNamed("x-amz-bucket-region"): bucketRegion = bucketRegion ?? visibleText(field.value)
        default: break
        }
    }

    private mutating func takeLength(_ value: UnsafeRawBufferPointer) {
        // A proxy may have joined repeated fields into a list of equal numbers (RFC 9110, 8.6).
        forEachItem(of: value) { item in
            let length = decimalNumber(item).map(ContentLength.bytes) ?? .unreadable
            contentLength = contentLength == .absent || contentLength == length ? length : .unreadable
        }
    }

    private mutating func takeTag(_ value: UnsafeRawBufferPointer) {
        let tag = isEntityTag(value) ? visibleText(value) : nil
        hasConflictingTags = hasConflictingTags || (validators.etag != nil && validators.etag != tag)
        validators.etag = hasConflictingTags ? nil : tag
    }
}

/// Recognizes `HTTP/1.1 200 OK`, and `HTTP/2 200`, which libcurl writes for later versions.
private func isStatusLine(_ line: UnsafeRawBufferPointer) -> Bool {
    line.count >= 5 && equalsIgnoringCase(UnsafeRawBufferPointer(rebasing: line[..<5]), "http/")
}

/// The status is 0 if it is not a number of at least three digits.
private func parseStatusLine(_ line: UnsafeRawBufferPointer) -> (version: Int, status: HTTPStatus) {
    let version = line.count > 5 ? Int(line[5]) - Int(UInt8(ascii: "0")) : 0
    guard let blank = firstIndex(of: " ", in: line) else { return (version, 0) }
    let rest = trimmed(UnsafeRawBufferPointer(rebasing: line[blank...]))
    let digits = firstIndex(of: " ", in: rest).map { UnsafeRawBufferPointer(rebasing: rest[..<$0]) } ?? rest
    let code = digits.count >= 3 ? decimalNumber(digits).map(Int.init) ?? 0 : 0
    return ((1...9).contains(version) ? version : 0, HTTPStatus(code >= 100 ? code : 0))
}

/// Whether the value is a text in quotes without a quote inside, perhaps behind `W/` (RFC 9110, 8.8.3).
private func isEntityTag(_ value: UnsafeRawBufferPointer) -> Bool {
    let isWeak = value.count > 2 && value[0] == UInt8(ascii: "W") && value[1] == UInt8(ascii: "/")
    let tag = UnsafeRawBufferPointer(rebasing: value[(isWeak ? 2 : 0)...])
    let quote = UInt8(ascii: "\"")
    // The second quote must be the last byte.
    guard tag.count >= 2, tag[0] == quote else { return false }
    return firstIndex(of: "\"", in: UnsafeRawBufferPointer(rebasing: tag[1...])) == tag.count - 2
}

/// Whether the name is that of a compression: the registered ones (RFC 9110, 8.4.1) and those of dictionaries. Servers also
/// send names that stand for nothing, such as `none` and `utf-8`; browsers read such a body as it is.
private func isCompression(_ name: UnsafeRawBufferPointer) -> Bool {
    compressions.contains { equalsIgnoringCase(name, $0) }
}

private let compressions: [StaticString] = ["gzip", "x-gzip", "deflate", "br", "zstd", "compress", "x-compress", "dcb", "dcz"]

private let shortLives: [StaticString] = ["no-store", "no-cache", "max-age=0"]

/// The number of `max-age=31536000`, which some servers write in quotes.
private func seconds(ofMaxAge item: UnsafeRawBufferPointer) -> Int64? {
    let name: StaticString = "max-age="
    guard item.count > name.utf8CodeUnitCount else { return nil }
    let (start, end) = (item[..<name.utf8CodeUnitCount], item[name.utf8CodeUnitCount...])
    guard equalsIgnoringCase(UnsafeRawBufferPointer(rebasing: start), name) else { return nil }
    let isQuoted = end.first == UInt8(ascii: "\"") && end.last == UInt8(ascii: "\"")
    return seconds(ofNumber: UnsafeRawBufferPointer(rebasing: isQuoted ? end.dropFirst().dropLast() : end))
}

private func seconds(ofNumber digits: UnsafeRawBufferPointer) -> Int64? {
    guard !digits.isEmpty, digits.allSatisfy(isDigit) else { return nil }
    return min(decimalNumber(digits).map { Int64($0) } ?? longestLife, longestLife)
}

/// 2^31 seconds, as RFC 9111, 1.2.2 has it. Sums of longer ones may overflow.
private let longestLife: Int64 = 1 << 31

private func isClose(_ value: UnsafeRawBufferPointer) -> Bool {
    var isClose = false
    forEachItem(of: value) { isClose = isClose || equalsIgnoringCase($0, "close") }
    return isClose
}

private func mediaType(_ value: UnsafeRawBufferPointer) -> String? {
    let end = firstIndex(of: ";", in: value) ?? value.count
    return visibleText(trimmed(UnsafeRawBufferPointer(rebasing: value[..<end])))
}

/// The text with each byte beyond ASCII as `%XX`, whatever encoding the server has written it in.
private func reference(_ value: UnsafeRawBufferPointer) -> String? {
    value.isEmpty
        ? nil
        : value.reduce(into: "") { text, byte in
            text += byte < 0x80 ? String(UnicodeScalar(byte)) : "%" + String(byte, radix: 16, uppercase: true)
        }
}

/// Text in printable ASCII, which is safe to send, store and print; nil for any other value.
func visibleText(_ value: UnsafeRawBufferPointer) -> String? {
    !value.isEmpty && value.allSatisfy { (0x20...0x7E).contains($0) } ? String(decoding: value, as: UTF8.self) : nil
}

private func trimmedEnd(_ line: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    var end = line.count
    while end > 0, line[end - 1] == UInt8(ascii: "\r") || line[end - 1] == UInt8(ascii: "\n") { end -= 1 }
    return UnsafeRawBufferPointer(rebasing: line[..<end])
}

extension ResponseHead {
    /// Whether the server sends the whole picture, requested or not.
    var isWhole: Bool { status.meaning == .whole }

    /// The number of bytes that arrive in about the time of making a new connection.
    private static let ofConnection: UInt64 = 64 << 10
    /// HTTP/2 and later can end one stream and keep the connection (RFC 9113, 5.4.2). A rest of one frame is on its way before
    /// the server could hear of that, and some servers end the connection of a client that resets many streams.
    private static let ofStream: UInt64 = 16 << 10

    /// How to end the transfer of a body with `left` bytes to come; nil means unknown. A connection cannot be used again if the server
    /// closes it behind the body.
    func release(bytesLeft left: UInt64?) -> TransferRelease {
        guard let left else { return .reset }
        return left <= (version > 1 ? ResponseHead.ofStream : closesConnection ? 0 : ResponseHead.ofConnection) ? .drain : .reset
    }
}
