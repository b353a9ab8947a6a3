import Fetching
import ImageHeaders
import Pixels
import WeirBase

/// The result of a picture: the one value that a lane writes for it, and that entries, answers, reports and checks read. It has six
/// words, since it is handed on several times. The details that few pictures have lie aside.
package struct PictureResult: Sendable {
    /// That of the picture.
    package private(set) var number: Int32
    /// The number of requests in this run, or 1 for a file that was opened.
    package internal(set) var attempts: Int32 = 1
    /// The facts of the picture; nil if it failed, or if the row gives its size, and that is true.
    package private(set) var facts: PictureFacts?
    /// The size of the stored pixels, if the header was read in this run.
    private var stored: (width: Int32, height: Int32) = (0, 0)
    package internal(set) var origin = Origin.measured
    private var aside: Aside?

    package enum Origin: Sendable {
        case measured
        /// The server says that the picture has not changed.
        case unchanged
        /// The size is recorded or given, and the run did not look at the picture.
        case memory(isRemote: Bool)
    }

    private indirect enum Aside: Sendable { case details(PictureDetails) }

    /// A picture whose size is as the row gives it.
    package init(_ number: Int32, given origin: Origin) { (self.number, attempts, self.origin) = (number, 0, origin) }

    package init(_ failure: Failure, of picture: Picture) {
        number = picture.number
        fail(failure, picture.name)
    }

    init(_ number: Int32, _ header: ImageHeader, bytes: Int64? = nil) {
        (self.number, facts) = (number, PictureFacts(header, bytes: bytes))
        stored = (Int32(clamping: header.stored.width), Int32(clamping: header.stored.height))
    }

    /// `name` is that of the picture.
    init(_ number: Int32, _ header: Result<ImageHeader, Failure>, bytes: Int64? = nil, name: @autoclosure () -> [UInt8]) {
        switch header {
        case .success(let header): self.init(number, header, bytes: bytes)
        case .failure(let failure): self.init(failure, of: Picture(number, name()))
        }
    }

    init(_ number: Int32, recorded facts: PictureFacts, isRemote: Bool) {
        (self.number, self.facts, attempts, origin) = (number, facts, 0, .memory(isRemote: isRemote))
    }

    /// `name` is that of the picture.
    mutating func fail(_ failure: Failure, _ name: [UInt8]) {
        (facts, stored) = (nil, (0, 0))
        note { ($0.failure, $0.name) = (failure, name) }
    }

    /// The same for a picture of another number.
    package func numbered(_ number: Int32) -> PictureResult {
        var copy = self
        copy.number = number
        return copy
    }

    /// The same, of which no journal records anything.
    var unrecorded: PictureResult {
        var copy = self
        copy.note { $0.isRecorded = false }
        return copy
    }
}

/// The part of a result that few pictures have.
package struct PictureDetails: Sendable {
    package internal(set) var failure: Failure?
    /// The name of a picture that failed.
    package internal(set) var name: [UInt8] = []
    /// The status of the server's last answer, if the failure is that answer.
    package internal(set) var status: Int?
    /// The facts of the picture when it was last found.
    package internal(set) var previous: PictureFacts?
    /// Whether the picture failed in its last run, as the journal records it; nil if the journal does not know it.
    var hadFailed: Bool?
    /// Whether the journal records what became of the picture. It records nothing of a name that leads nowhere and of a `data:` URL.
    var isRecorded = true
    /// The journal's update for the picture, which is written once the picture is verified.
    var update: JournalUpdate?
    /// The validators that the server sent with the picture.
    package internal(set) var validators: PictureValidators?
    /// The whole picture in the mirror.
    package internal(set) var mirrored: MirroredPicture?
    /// nil if the run wants none, or if nothing is known of the picture.
    package internal(set) var placeholders: PlaceholderResult?
}

extension PictureResult {
    /// nil for most pictures.
    package var details: PictureDetails? { if case .details(let details) = aside { details } else { nil } }

    mutating func note(_ change: (inout PictureDetails) -> Void) {
        var details = details ?? PictureDetails()
        change(&details)
        aside = .details(details)
    }

    package var failure: Failure? { if case .details(let details) = aside { details.failure } else { nil } }

    /// The header that was read in this run; nil if the size comes from memory, or if no picture was found.
    package var header: ImageHeader? {
        guard let facts, stored.width > 0 else { return nil }
        return ImageHeader(
            format: facts.format, displayed: facts.size, stored: PixelSize(width: Int(stored.width), height: Int(stored.height)),
            orientation: facts.orientation, traits: facts.traits)
    }

    /// Whether the picture did not fail when it was last asked for; nil if it has not failed now, or if no journal can show.
    package var isNewFailure: Bool? { details.flatMap { $0.isRecorded && $0.failure != nil ? !($0.hadFailed ?? false) : nil } }

    /// Whether the picture failed in its last run, and not now.
    package var hasRecovered: Bool { facts != nil && details?.hadFailed == true }

    /// The size that the picture had, if it has another one now.
    package var sizeBefore: PixelSize? {
        guard let facts, let previous = details?.previous, previous.size != facts.size else { return nil }
        return previous.size
    }

    /// Whether the picture is the one that the journal knew before.
    var isKnownContent: Bool { if case .measured = origin { false } else { true } }
}

/// The result of the placeholders that a run wants of a picture.
package enum PlaceholderResult: Sendable {
    /// `isDecoded` is false if the journal had all of them.
    case complete(Placeholders, isDecoded: Bool)
    /// The pixels cannot be decoded, for this reason.
    case undecoded(Placeholders, Failure)
    /// Only the picture's header is there.
    case headerAlone(Placeholders)

    /// Those that are known.
    package var placeholders: Placeholders {
        switch self {
        case .complete(let placeholders, _), .undecoded(let placeholders, _), .headerAlone(let placeholders): placeholders
        }
    }
}

/// The previous answer that a row gives for a picture of the network. It stands in for the record of a journal.
package struct GivenPicture: Sendable {
    package let size: PixelSize
    /// The validators that the server sent with the size; nil if there are none that may be sent.
    let validators: PictureValidators?
    /// The time of that request, in Unix seconds.
    let askedAt: Int64?

    package init(size: PixelSize, etag: [UInt8]?, lastModified: [UInt8]?, askedAt: Int64?) {
        self.size = size
        validators = PictureValidators(etag: etag, lastModified: lastModified)
        self.askedAt = askedAt
    }

    /// Whether the size is trusted without a request. A time in the future comes from a wrong clock.
    package func isFresh(at now: Int64, maxAge: Int64) -> Bool {
        guard let askedAt, (0...now).contains(askedAt) else { return false }
        return now - askedAt < maxAge
    }
}
