import Base
import ImageHeaders

/// What an entry says of its picture, and what was found when the picture was looked at.
public struct PictureSight: Sendable {
    /// As the manifest has it.
    public let img: String
    public let declared: PixelSize
    /// The value of the entry's `format`, if it has one.
    public let declaredFormat: String?
    /// Whether the entry says that its size is not the picture's, since there was none.
    public let isPlaceholder: Bool
    public let found: Result<Facts, Failure>
    /// What the server answered last, where the failure is that answer.
    public let status: Int?

    /// What a picture's header tells.
    public struct Facts: Equatable, Sendable {
        public let size: PixelSize
        public let format: ImageFormat

        public init(size: PixelSize, format: ImageFormat) {
            self.size = size
            self.format = format
        }
    }

    public init(
        img: String, declared: PixelSize, declaredFormat: String? = nil, isPlaceholder: Bool = false,
        found: Result<Facts, Failure>, status: Int? = nil
    ) {
        self.img = img
        self.declared = declared
        self.declaredFormat = declaredFormat
        self.isPlaceholder = isPlaceholder
        self.found = found
        self.status = status
    }
}

extension PictureSight {
    /// What a failure says of the picture.
    enum Trouble {
        /// It cannot be had at this address.
        case absent
        /// It could not be had this time.
        case unreachable
        /// It is there, and is no sound picture.
        case unsound
    }

    /// Nil where the picture was found, and where its entry does not claim that it would be.
    var trouble: Trouble? {
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
    static func objection(to sight: PictureSight) -> PictureObjection?
}

/// What a rule has against a picture, and the key of the entry that says otherwise.
struct PictureObjection: Equatable {
    let field: String
    let message: String
}

/// The rules about pictures, in the order in which they are listed.
public enum PictureRules {
    static let checks: [any PictureRule.Type] = [
        PictureExists.self, PictureReachable.self, PictureDecodes.self, PictureSize.self, PictureOrientation.self,
        PictureFormat.self,
    ]

    public static let all: [Rule] = checks.map { $0.rule }
}
