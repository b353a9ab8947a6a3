import ImageHeaders

/// What a server has told of a picture.
public enum FetchAnswer: Equatable, Sendable {
    /// On its way it is handed on by many, and so it goes as one.
    indirect case picture(FetchedPicture)
    /// The picture is the one of which the validators were.
    case unchanged
}

/// What fetching a picture's header has led to.
public struct FetchedPicture: Equatable, Sendable {
    public let header: ImageHeader
    /// Where in the picture the bytes end that told the header, or a little behind.
    public let headerEnd: UInt64
    /// Bytes of the whole picture; nil where the server has not told.
    public let total: UInt64?
    /// As the server sent them, to ask one day whether the picture is still the same.
    public let etag: String?
    public let lastModified: String?
    public let cost: FetchCost
}

/// How often a server was asked for one picture, and why more than once.
public struct FetchCost: Equatable, Sendable {
    public internal(set) var requests = 0
    public internal(set) var retries = 0
    public internal(set) var redirects = 0
    public internal(set) var restarts = 0
}
