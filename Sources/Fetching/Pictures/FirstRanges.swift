import WeirBase

/// The first ranges of a host: how many bytes of a picture are asked for before anything is known of it.
///
/// Each kind of picture has the range that would have cost least for the last pictures, where a request costs as many bytes as come
/// while its answer is awaited.
struct FirstRanges: Equatable, Sendable {
    private var ranges: [PictureKind: FirstRange] = [:]
    private var price = RequestPrice()
    /// Whether the host has sent a whole picture over HTTP/1.1 where a range was requested.
    private var areIgnored = false

    /// The length of a picture's first range.
    func bytes(for kind: PictureKind) -> Int { ranges[kind]?.bytes ?? kind.usualBytes }

    /// Called with the end of each header that was found.
    mutating func learn(headerEnd: UInt64, of kind: PictureKind) {
        ranges[kind, default: FirstRange(atFirst: kind.usualBytes)].learn(headerEnd: headerEnd, price: price.bytes)
    }

    /// Called for each answer with bytes of a picture, with its times as described at `RequestPrice`.
    mutating func learn(firstByte: Double, body bytes: Int, in milliseconds: Double) {
        price.learn(firstByte: firstByte, body: bytes, in: milliseconds)
    }

    /// Called for each answer to the request for a first range, with the version of HTTP.
    mutating func answered(with status: HTTPStatus, version: Int) {
        if status.meaning == .part || status.meaning == .whole { areIgnored = status.meaning == .whole && version == 1 }
    }

    /// The number of bytes that the host may send ahead on a new connection; nil leaves it to the system. A connection is closed
    /// if much of a picture is left behind its header, and what is on the way by then is lost. Over HTTP/2 all pictures of the
    /// host share a connection, so nothing is held back there.
    var window: Int? { areIgnored ? ranges.values.reduce(FirstRanges.leastWindow) { max($0, $1.bytes) } : nil }

    /// About as much as a server sends at once on a new connection (RFC 6928).
    private static let leastWindow = 16 << 10

    /// nil if the host has sent no header.
    var learned: LearnedRanges? {
        guard let roundTrip = price.roundTrip, !ranges.isEmpty else { return nil }
        let learned = ranges.map { LearnedRange(kind: $0.rawValue, bytes: $1.bytes, share: $1.share) }
        return LearnedRanges(
            roundTrip: roundTrip, speed: price.speed, requestPrice: price.bytes, ranges: learned.sorted { $0.kind < $1.kind })
    }
}

/// The length of a picture's first range: the one that would have cost least for the last pictures of a host and a kind.
///
/// A longer range has the headers of more pictures, and each of these spares a second request. `RequestPrice` says how many
/// bytes a request is worth.
struct FirstRange: Equatable, Sendable {
    private static let block = 1024
    private static let largest = 64
    /// The number of last pictures that count. It is small, so that the range adapts quickly.
    private static let memory = 64

    private(set) var bytes: Int
    /// The blocks that each of the last pictures needed, and the number of pictures for each number of blocks. The last number
    /// is that of the pictures for which no first range is enough.
    private var needs: [UInt8] = []
    private var counts = [UInt8](repeating: 0, count: FirstRange.largest + 2)
    private var index = 0

    init(atFirst bytes: Int) { self.bytes = bytes }

    /// Learns the end of a picture's header. `price` is that of a request, in bytes.
    mutating func learn(headerEnd: UInt64, price: Int) {
        let need = max(1, Int(min(headerEnd, UInt64(FirstRange.largest * FirstRange.block) + 1) + 1023) / FirstRange.block)
        if needs.count < FirstRange.memory {
            needs.append(UInt8(need))
        } else {
            counts[Int(needs[index])] -= 1
            needs[index] = UInt8(need)
        }
        counts[need] += 1
        index = (index + 1) % FirstRange.memory
        if index % 8 == 0 { bytes = cheapest(price: price) }
    }

    /// The share of the last pictures for which the range was enough.
    var share: Double {
        let enough = counts[...(bytes / FirstRange.block)].reduce(0) { $0 + Int($1) }
        return Double(enough) / Double(max(1, needs.count))
    }

    private func cheapest(price: Int) -> Int {
        var (best, least) = (1, Int.max)
        var left = needs.count
        for blocks in 1...FirstRange.largest {
            left -= Int(counts[blocks])
            let cost = blocks * FirstRange.block * needs.count + left * (price + PictureFetch.laterRange)
            if cost < least { (best, least) = (blocks, cost) }
        }
        return best * FirstRange.block
    }
}

/// The cost of a request to a host, in bytes: as many as come while the first byte of an answer is awaited.
///
/// A picture occupies a transfer for both times. So a second request may be spared at the cost of so many
/// bytes, and of no more.
struct RequestPrice: Equatable, Sendable {
    /// Milliseconds to the first byte of an answer, of the fastest of the last answers: the others waited for bytes that were
    /// on the way, or in the line of a busy server.
    private(set) var roundTrip: Double?
    /// The bytes of bodies and the milliseconds in which they came. Earlier ones count less.
    private var bodyBytes = 0.0
    private var bodyTime = 0.0

    /// Each answer counts by so much less than the next one.
    private static let fading = 0.98
    /// Even where a request takes no time, both sides have to work for it, and servers count requests.
    private static let least = 32 << 10
    /// Traffic costs money at both ends, however short the time in which it comes.
    private static let most = 256 << 10
    /// Of a host that has not answered.
    private static let usual = 64 << 10

    /// Called for each answer, with the milliseconds to its first byte, its bytes, and the milliseconds from the first to the
    /// last of them.
    mutating func learn(firstByte: Double, body bytes: Int, in milliseconds: Double) {
        // A clock that was read late shows no time at all, and the smallest time counts.
        guard bytes > 0, firstByte > 0 else { return }
        roundTrip = min(firstByte, roundTrip.map { $0 / RequestPrice.fading } ?? .infinity)
        bodyBytes = bodyBytes * RequestPrice.fading + Double(bytes)
        bodyTime = bodyTime * RequestPrice.fading + max(0, milliseconds)
    }

    /// Bytes that come in a millisecond. Bodies that come with their heads take no time.
    var speed: Double { bodyBytes / max(bodyTime, 0.001) }

    var bytes: Int {
        guard let roundTrip else { return RequestPrice.usual }
        return Int(min(max(roundTrip * speed, Double(RequestPrice.least)), Double(RequestPrice.most)))
    }
}

/// The kind of picture, guessed from the path of a URL. The kind decides only how many bytes are requested first,
/// since a PNG needs fewer than a photograph. The format is read from the bytes.
enum PictureKind: String, CaseIterable, Sendable {
    case jpeg, png, gif, webp, bmp, avif, heic, tiff
    /// A path without an ending, or with another one.
    case other

    /// Judges by the ending: `/a/b.webp?x=1` is a WebP.
    init(path: UnsafeRawBufferPointer) {
        let end = min(firstIndex(of: "?", in: path) ?? path.count, firstIndex(of: "#", in: path) ?? path.count)
        let known = endings.first { ending, _ in
            let length = ending.utf8CodeUnitCount
            return end > length && equalsIgnoringCase(UnsafeRawBufferPointer(rebasing: path[(end - length)..<end]), ending)
        }
        self = known?.kind ?? .other
    }

    /// The first range of a host that has not answered. 16 KB are enough for 72 of 100 photographs, and other formats have the
    /// size at their start.
    var usualBytes: Int {
        switch self {
        case .jpeg, .heic, .tiff, .other: 16 << 10
        case .png, .gif, .webp, .bmp, .avif: 2 << 10
        }
    }
}

private let endings: [(ending: StaticString, kind: PictureKind)] = [
    (".jpg", .jpeg), (".jpeg", .jpeg), (".png", .png), (".webp", .webp), (".gif", .gif), (".avif", .avif), (".heic", .heic),
    (".heif", .heic), (".tif", .tiff), (".tiff", .tiff), (".bmp", .bmp),
]

/// The first ranges that a run has learned of a host, and the reasons for them.
package struct LearnedRanges: Equatable, Sendable {
    /// The milliseconds to the first byte of an answer.
    package let roundTrip: Double
    /// The bytes that come in a millisecond.
    package let speed: Double
    /// The bytes that a request is worth.
    package let requestPrice: Int
    /// By kind of picture.
    package let ranges: [LearnedRange]
}

/// The first range of one kind of pictures.
package struct LearnedRange: Equatable, Sendable {
    /// The kind by the ending of the URL's path: `jpeg`, or `other`.
    package let kind: String
    package let bytes: Int
    /// The share of the last pictures whose header is in the range.
    package let share: Double
}
