import Base
import ImageHeaders

/// The result of measuring one picture.
package struct MeasuredPicture: Sendable {
    package internal(set) var result: Result<PictureFacts, Failure>
    /// The number of attempts in this run.
    package internal(set) var attempts = 1
    /// The place of the whole picture in the mirror.
    package internal(set) var mirrored: MirroredPicture?
    /// The facts of the picture when it was last found.
    package internal(set) var former: PictureFacts?
    /// Whether the picture failed when the journal last heard of it; nil if the journal does not know it.
    package internal(set) var hadFailed: Bool?
    /// Whether a journal learns what became of the picture. It learns nothing of a name that leads nowhere, of a `data:` URL
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
        /// The journal knows the picture, and the run did not look at it.
        case memory(isRemote: Bool)
    }

    /// Whether the picture did not fail when it was last asked for; nil if it has not failed now, or if no journal can tell.
    package var isNewFailure: Bool? {
        guard isRecorded, case .failure(let failure) = result, failure.code != .cancelled else { return nil }
        return !(hadFailed ?? false)
    }

    /// Whether this machine was out of something, so that the result says nothing of the picture.
    var isOfTheMachine: Bool { if case .failure(let failure) = result { failure.isOfTheMachine } else { false } }

    package var isOK: Bool { if case .success = result { true } else { false } }

    /// Whether the picture failed when the journal last heard of it, and not now.
    package var hasRecovered: Bool { isOK && hadFailed == true }

    /// The picture's size and its former size, if they differ.
    package var resizing: (size: PixelSize, former: PixelSize)? {
        guard case .success(let facts) = result, let former, former.size != facts.size else { return nil }
        return (facts.size, former.size)
    }
}

extension MeasuredPicture {
    init(_ failure: Failure) { self.init(result: .failure(failure)) }

    init(known facts: PictureFacts, isRemote: Bool) {
        self.init(result: .success(facts), attempts: 0, origin: .memory(isRemote: isRemote))
    }

    /// The same picture, with what the journal knew of it.
    func after(failure hadFailed: Bool?) -> MeasuredPicture {
        var picture = self
        picture.hadFailed = hadFailed
        return picture
    }

    /// The same picture, of which no journal learns anything.
    var unrecorded: MeasuredPicture {
        var picture = self
        picture.isRecorded = false
        return picture
    }
}
