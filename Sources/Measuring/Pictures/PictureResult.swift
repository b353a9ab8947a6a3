import Fetching
import ImageHeaders
import Pixels
import WeirBase

/// The result of a picture: the one value that a lane writes for it, and that entries, answers, reports and checks read.
package struct PictureResult: Sendable {
    /// The facts of the picture; nil if the row gives its size, and that is true.
    package internal(set) var result: Result<PictureFacts?, Failure>
    /// The number of requests in this run, or 1 for a file that was opened.
    package internal(set) var attempts = 1
    /// The header that was read in this run; nil if the size comes from memory, or if no picture was found.
    package internal(set) var header: ImageHeader?
    /// The validators that the server sent with the picture.
    package internal(set) var validators: PictureValidators?
    /// The whole picture in the mirror.
    package internal(set) var mirrored: MirroredPicture?
    /// The facts of the picture when it was last found.
    package internal(set) var previous: PictureFacts?
    /// Whether the picture failed in its last run, as the journal records it; nil if the journal does not know it.
    package internal(set) var hadFailed: Bool?
    /// Whether the journal records what became of the picture. It records nothing of a name that leads nowhere, of a `data:` URL
    /// and of what only `--verify` finds.
    var isRecorded = true
    package internal(set) var origin = Origin.measured
    /// The status of the server's last answer, if the failure is that answer.
    package internal(set) var status: Int?
    /// nil if the run wants none, or if nothing is known of the picture.
    package internal(set) var placeholders: PlaceholderResult?

    package enum Origin: Sendable {
        case measured
        /// The server says that the picture has not changed.
        case unchanged
        /// The size is recorded or given, and the run did not look at the picture.
        case memory(isRemote: Bool)
    }

    /// A picture whose size is as the row gives it.
    package init(given origin: Origin) { (result, attempts, self.origin) = (.success(nil), 0, origin) }

    package init(_ failure: Failure) { result = .failure(failure) }

    init(_ header: Result<ImageHeader, Failure>, bytes: Int64? = nil) {
        result = header.map { PictureFacts($0, bytes: bytes) }
        if case .success(let header) = header { self.header = header }
    }

    init(recorded facts: PictureFacts, isRemote: Bool) {
        (result, attempts, origin) = (.success(facts), 0, .memory(isRemote: isRemote))
    }

    /// The same, of which no journal records anything.
    var unrecorded: PictureResult {
        var copy = self
        copy.isRecorded = false
        return copy
    }
}

extension PictureResult {
    package var facts: PictureFacts? { if case .success(let facts) = result { facts } else { nil } }

    package var failure: Failure? { if case .failure(let failure) = result { failure } else { nil } }

    /// Whether the picture did not fail when it was last asked for; nil if it has not failed now, or if no journal can show.
    package var isNewFailure: Bool? { isRecorded && failure != nil ? !(hadFailed ?? false) : nil }

    /// Whether the picture failed in its last run, and not now.
    package var hasRecovered: Bool { facts != nil && hadFailed == true }

    /// The size that the picture had, if it has another one now.
    package var sizeBefore: PixelSize? {
        guard let facts, let previous, previous.size != facts.size else { return nil }
        return previous.size
    }

    /// Whether the picture is the one that the journal knew before.
    var isKnownContent: Bool { if case .measured = origin { false } else { true } }
}

/// The result of the placeholders that a run wants of a picture. Indirect, since most runs want none.
package indirect enum PlaceholderResult: Sendable {
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
