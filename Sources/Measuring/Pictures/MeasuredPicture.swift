import Base
import ImageHeaders

/// A picture as a worker found it.
public struct MeasuredPicture: Sendable {
    public internal(set) var result: Result<PictureFacts, Failure>
    /// How often it was tried in this run.
    public internal(set) var attempts = 1
    /// Where the whole picture was kept.
    public internal(set) var mirrored: MirroredPicture?
    /// What was true of it when it was last found.
    public internal(set) var former: PictureFacts?
    public internal(set) var origin = Origin.measured
    /// What the server answered last, where the failure is that answer.
    public internal(set) var status: Int?

    public enum Origin: Sendable {
        case measured
        /// The server says that it is as it was.
        case unchanged
        /// The journal knows it, and it was not looked at.
        case memory(isRemote: Bool)
    }

    var isOK: Bool { if case .success = result { true } else { false } }

    /// Its size and the one before, if these are two.
    public var resizing: (size: PixelSize, former: PixelSize)? {
        guard case .success(let facts) = result, let former, former.size != facts.size else { return nil }
        return (facts.size, former.size)
    }
}

extension MeasuredPicture {
    init(_ failure: Failure) { self.init(result: .failure(failure)) }

    init(remembered facts: PictureFacts, isRemote: Bool) {
        self.init(result: .success(facts), attempts: 0, origin: .memory(isRemote: isRemote))
    }
}
