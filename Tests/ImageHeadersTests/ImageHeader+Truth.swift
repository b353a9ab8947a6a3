import ImageHeaders
import WeirBase

extension ImageHeader {
    /// The truth of the fixtures has no traits.
    var withoutTraits: ImageHeader {
        ImageHeader(format: format, displayed: displayed, stored: stored, orientation: orientation)
    }
}

extension Result<ImageHeader, Failure> {
    /// nil for a header.
    var code: Failure.Code? {
        if case .failure(let failure) = self { failure.code } else { nil }
    }
}
