import Base
import CLCMS

/// Converts decoded pixels to sRGB. Pictures of one camera or program have the same profile, so the last one is kept.
struct ColourTransform: ~Copyable {
    private var profile: [UInt8] = []
    private var colours = DecodedPixels.Colours.rgba
    /// Nil if the profile cannot be used.
    private var transform: OpaquePointer?

    deinit { CLCMS_destroy(transform) }

    /// A profile that is damaged, or of other colours than the pixels, is ignored, as browsers do.
    mutating func convert(_ pixels: inout [UInt8], _ decoded: DecodedPixels) throws(Failure) {
        if decoded.isInverted { for index in pixels.indices { pixels[index] = 255 - pixels[index] } }
        if !decoded.profile.isEmpty { try use(decoded.profile, decoded.colours) }
        if !decoded.profile.isEmpty, let transform {
            CLCMS_apply(transform, &pixels, pixels.count / 4)
        } else if decoded.colours == .cmyk {
            for start in stride(from: 0, to: pixels.count, by: 4) { mixInks(&pixels, start) }
        }
        if decoded.colours == .cmyk { for alpha in stride(from: 3, to: pixels.count, by: 4) { pixels[alpha] = 255 } }
    }

    private mutating func use(_ profile: [UInt8], _ colours: DecodedPixels.Colours) throws(Failure) {
        guard profile != self.profile || colours != self.colours else { return }
        CLCMS_destroy(transform)
        (transform, self.profile) = (nil, [])
        guard CLCMS_create(profile, profile.count, colours.code, &transform) != CLCMS_NO_LIBRARY.code else {
            throw Failure(.unsupportedFormat, "its colour profile needs liblcms2.so.2, of Debian's package liblcms2-2")
        }
        (self.profile, self.colours) = (profile, colours)
    }
}

/// Without a profile, each ink takes its part of the light.
private func mixInks(_ pixels: inout [UInt8], _ start: Int) {
    let light = 255 - Int(pixels[start + 3])
    for ink in start..<start + 3 { pixels[ink] = UInt8(truncatingIfNeeded: ((255 - Int(pixels[ink])) * light + 127) / 255) }
}

extension DecodedPixels.Colours {
    fileprivate var code: CLCMS_colours {
        switch self {
        case .rgba: CLCMS_RGBA
        case .gray: CLCMS_GRAYA
        case .cmyk: CLCMS_CMYK
        }
    }
}

extension CLCMS_verdict {
    fileprivate var code: Int32 { Int32(bitPattern: rawValue) }
}
