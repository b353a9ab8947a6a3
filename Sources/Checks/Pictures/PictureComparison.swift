import Base
import ImageHeaders

/// An entry's statements about its picture, and the picture that was found.
public struct PictureComparison: Sendable {
    /// The entry's img.
    public let img: String
    public let declared: PixelSize
    /// The value of the entry's `format`, if it has one.
    public let declaredFormat: String?
    /// Whether the entry says that its size is that of a placeholder.
    public let isPlaceholder: Bool
    public let found: Result<FoundPicture, Failure>
    /// The server's last status, if the failure is that status.
    public let status: Int?

    public init(
        img: String, declared: PixelSize, declaredFormat: String? = nil, isPlaceholder: Bool = false,
        found: Result<FoundPicture, Failure>, status: Int? = nil
    ) {
        self.img = img
        self.declared = declared
        self.declaredFormat = declaredFormat
        self.isPlaceholder = isPlaceholder
        self.found = found
        self.status = status
    }
}

/// The size and the format in a picture's header.
public struct FoundPicture: Equatable, Sendable {
    public let size: PixelSize
    public let format: ImageFormat

    public init(size: PixelSize, format: ImageFormat) {
        self.size = size
        self.format = format
    }
}

extension PictureComparison {
    /// The meaning of a failure for the picture.
    enum FailureKind {
        /// There is no picture at this address.
        case absent
        /// The picture could not be fetched this time.
        case unreachable
        /// The file exists and is not a sound picture.
        case unsound
    }

    /// Nil if the picture was found, or if the entry says that it has none.
    var failureKind: FailureKind? {
        guard case .failure(let failure) = found, !isPlaceholder else { return nil }
        switch failure.code {
        case .notFound, .unreadable, .outsideRoot, .badURL, .forbiddenScheme, .forbiddenAddress: return .absent
        case .httpStatus:
            return HTTPStatus(status ?? 0).mayPass ? .unreachable : .absent
        case .dns, .connect, .tls, .timeout, .stalled, .tooManyRedirects, .hostSuspended, .cancelled: return .unreachable
        case .empty, .notAnImage, .unsupportedFormat, .truncated, .corrupt, .tooLarge, .contentMismatch: return .unsound
        }
    }
}

/// A rule about one picture.
protocol PictureRule: Sendable {
    static var rule: Rule { get }
    static func problem(to picture: PictureComparison) -> PictureProblem?
}

/// The message of a finding about a picture, and the key of the entry that it concerns.
struct PictureProblem: Equatable {
    let field: String
    let message: String
}

/// The rules about pictures, in the order in which they are listed.
public enum PictureRules {
    static let types: [any PictureRule.Type] = [
        PictureExists.self, PictureReachable.self, PictureDecodes.self, PictureSize.self, PictureOrientation.self,
        PictureFormat.self,
    ]

    public static let all: [Rule] = types.map { $0.rule }
}
