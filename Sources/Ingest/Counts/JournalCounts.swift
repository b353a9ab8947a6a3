import Measuring

/// The savings of a run that are due to its journal, and the changes since the previous run.
package struct JournalCounts: Equatable, Sendable {
    /// Pictures that were neither opened nor requested.
    package var remembered = 0
    /// The bytes of those pictures that are URLs.
    package var bytesSaved = 0
    /// Pictures that have not changed, according to the server.
    package var unchanged = 0
    /// Pictures whose size has changed.
    package var resized = 0
    /// Pictures that failed in this run, and not when they were last asked for.
    package var newFailures = 0
    /// Pictures that failed when they were last asked for, and not in this run.
    package var recovered = 0

    package init() {}

    /// The limit for a picture's length in the sum, since a server may have claimed any length.
    private static let largestPicture = 1 << 40

    mutating func add(_ picture: PictureResult) {
        switch picture.origin {
        case .measured: break
        case .unchanged: unchanged += 1
        case .memory(let isRemote):
            remembered += 1
            if isRemote, let facts = picture.facts {
                bytesSaved += min(Int(clamping: facts.bytes), JournalCounts.largestPicture)
            }
        }
        resized += picture.sizeBefore == nil ? 0 : 1
        newFailures += picture.isNewFailure == true ? 1 : 0
        recovered += picture.hasRecovered ? 1 : 0
    }
}
