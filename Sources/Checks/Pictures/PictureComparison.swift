import ImageHeaders
import Pixels
import WeirBase

/// An entry's statements about its picture, and the picture that was found.
package struct PictureComparison: Sendable {
    /// The file of the entry.
    package let file: Int
    /// The entry, or its further picture.
    package let subject: FindingSubject
    package let declared: PixelSize
    package let declaredFacts: FileFacts
    /// Whether the entry says that its size is that of a placeholder.
    package let isPlaceholder: Bool
    package let found: Result<FoundPicture, Failure>
    package let foundFacts: FileFacts
    /// The server's last status, if the failure is that status.
    package let status: Int?

    package init(
        file: Int, subject: FindingSubject, declared: PixelSize, declaredFacts: FileFacts = FileFacts(), isPlaceholder: Bool = false,
        found: Result<FoundPicture, Failure>, foundFacts: FileFacts = FileFacts(), status: Int? = nil
    ) {
        self.file = file
        self.subject = subject
        self.declared = declared
        self.declaredFacts = declaredFacts
        self.isPlaceholder = isPlaceholder
        self.found = found
        self.foundFacts = foundFacts
        self.status = status
    }
}

/// Facts about a picture's file, as an entry states them or as they were found; nil if they are unknown.
package struct FileFacts: Equatable, Sendable {
    package var format: String?
    package var bytes: Int?
    /// The Exif orientation, 1 to 8.
    package var orientation: Int?
    package var sha256: String?
    package var placeholders: [Placeholders.Key: String] = [:]
    /// The kinds of placeholders that were made of a picture, also those without a text.
    package var kinds: Set<Placeholders.Kind> = []

    package init(format: String? = nil, bytes: Int? = nil, orientation: Int? = nil, sha256: String? = nil) {
        self.format = format
        self.bytes = bytes
        self.orientation = orientation
        self.sha256 = sha256
    }
}

/// The facts of a picture that was found; nil where one is unknown.
package struct FoundPicture: Equatable, Sendable {
    package let size: PixelSize
    package let format: ImageFormat
    package let colors: ColorModel?
    package let isAnimated: Bool?
    package let bytes: Int?
    package let content: PictureContent?
    /// Whether some programs show another size: weir enlarges or crops what the header has, or an SVG has only a ratio.
    package let hasOtherSize: Bool
    /// The header of a HEIC or an ICO as other programs read it; nil if it was not read.
    package let otherHeader: ImageHeader?
    /// A moment in Unix seconds, to which phones may show the picture that this one has replaced.
    package let outdatedUntil: Int64?

    package init(
        size: PixelSize, format: ImageFormat, colors: ColorModel? = nil, isAnimated: Bool? = nil, bytes: Int? = nil,
        content: PictureContent? = nil, hasOtherSize: Bool = false, otherHeader: ImageHeader? = nil,
        outdatedUntil: Int64? = nil
    ) {
        self.size = size
        self.format = format
        self.colors = colors
        self.isAnimated = isAnimated
        self.bytes = bytes
        self.content = content
        self.hasOtherSize = hasOtherSize
        self.otherHeader = otherHeader
        self.outdatedUntil = outdatedUntil
    }
}

extension PictureComparison {
    /// The picture's address.
    var img: String { subject.img ?? "" }

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
            // An answer that is no HTTP says nothing of the picture.
            guard let status, status > 0 else { return .unreachable }
            return HTTPStatus(status).mayPass ? .unreachable : .absent
        case .dns, .connect, .proxy, .tls, .timeout, .stalled, .tooManyRedirects, .hostSuspended, .robots, .cancelled:
            return .unreachable
        case .empty, .notAnImage, .unsupportedFormat, .truncated, .corrupt, .tooLarge, .noSize, .contentMismatch: return .unsound
        }
    }
}

extension FindingStore {
    /// Adds a finding about a key of the entry whose picture was compared.
    mutating func add(_ rule: Rule, about picture: PictureComparison, _ field: String, _ message: @autoclosure () -> String) {
        var subject: FindingSubject {
            var subject = picture.subject
            subject.pointer += "/\(field)"
            subject.field = field
            return subject
        }
        add(rule, in: picture.file, subject, message())
    }
}
