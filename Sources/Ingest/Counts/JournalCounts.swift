import Measuring

/// What a run did not have to ask for, thanks to its journal, and what has changed since the run before.
public struct JournalCounts: Equatable, Sendable {
    /// Pictures that were neither opened nor asked for.
    public var remembered = 0
    /// Bytes of those pictures that are of the network.
    public var bytesSaved = 0
    /// Pictures of which the server said that they have not changed.
    public var unchanged = 0
    /// Pictures with another size than before.
    public var resized = 0

    public init() {}

    /// A bound, since the length may be whatever a server once claimed.
    private static let largestPicture = 1 << 40

    mutating func add(_ picture: MeasuredPicture) {
        switch picture.origin {
        case .measured: break
        case .unchanged: unchanged += 1
        case .memory(let isRemote):
            remembered += 1
            if isRemote, case .success(let facts) = picture.result {
                bytesSaved += min(Int(clamping: facts.bytes), JournalCounts.largestPicture)
            }
        }
        resized += picture.resizing == nil ? 0 : 1
    }
}
