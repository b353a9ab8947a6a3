import CWeirLCMS
import ImageHeaders
import WeirBase

/// Collects what a decoder gives of a picture, already scaled down. Decoders in C get a pointer to it.
final class DecodedPixels {
    /// The values in the four bytes of a pixel.
    enum Colors: Equatable {
        case rgba, gray
        /// Cyan, magenta, yellow and black; 255 is full ink.
        case cmyk
    }

    /// The size of the picture, whose ratio the small one has.
    private let stored: PixelSize
    /// The longest side of the small picture.
    let longestSide: Int
    private(set) var box: BoxAverage?
    private(set) var colors = Colors.rgba
    /// A profile for `CLCMS_create`.
    private(set) var profile: [UInt8] = []
    /// Whether the decoder gives no ink as 255.
    private(set) var isInverted = false

    init(_ stored: PixelSize, longestSide: Int) { (self.stored, self.longestSide) = (stored, longestSide) }

    func begin(_ size: PixelSize, _ meaning: BoxAverage.Meaning, _ colors: Colors = .rgba, isInverted: Bool = false, profile: [UInt8] = [])
    {
        let target = stored.scaled(toLongest: longestSide)
        // A decoder may find another size than the header has.
        box = BoxAverage(from: size, to: target, meaning) ?? BoxAverage(from: size, to: size.scaled(toLongest: longestSide), meaning)
        (self.colors, self.profile, self.isInverted) = (colors, profile, isInverted)
    }

    func add(_ pixels: UnsafeBufferPointer<UInt8>, row: Int, first: Int = 0, step: Int = 1) {
        box?.add(pixels, row: row, first: first, step: step)
    }

    /// For the callbacks of C.
    var opaque: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    static func from(_ owner: UnsafeMutableRawPointer?) -> DecodedPixels? {
        owner.map { Unmanaged<DecodedPixels>.fromOpaque($0).takeUnretainedValue() }
    }
}

/// A copy of a profile that a decoder in C has found.
func profileBytes(_ start: UnsafePointer<UInt8>?, _ count: Int) -> [UInt8] {
    Array(UnsafeBufferPointer(start: start, count: start == nil ? 0 : count))
}

/// An ICC profile, or nothing if the bytes are fewer than its header has: two would be taken for code points.
func iccProfile(_ bytes: [UInt8]) -> [UInt8] { bytes.count < 128 ? [] : bytes }

/// Converts decoded pixels to sRGB. Pictures of one camera or program have the same profile, so the last one is kept.
struct ColorTransform: ~Copyable {
    private var profile: [UInt8] = []
    private var colors = DecodedPixels.Colors.rgba
    /// Nil if the profile cannot be used.
    private var transform: OpaquePointer?

    deinit { CLCMS_destroy(transform) }

    /// A profile that is damaged, or of other colors than the pixels, is ignored, as browsers do.
    mutating func convert(_ pixels: inout [UInt8], _ decoded: DecodedPixels) throws(Failure) {
        if decoded.isInverted { for index in pixels.indices { pixels[index] = 255 - pixels[index] } }
        if !decoded.profile.isEmpty { try use(decoded.profile, decoded.colors) }
        if !decoded.profile.isEmpty, let transform {
            CLCMS_apply(transform, &pixels, pixels.count / 4)
        } else if decoded.colors == .cmyk {
            for start in stride(from: 0, to: pixels.count, by: 4) { mixInks(&pixels, start) }
        }
        if decoded.colors == .cmyk { for alpha in stride(from: 3, to: pixels.count, by: 4) { pixels[alpha] = 255 } }
    }

    private mutating func use(_ profile: [UInt8], _ colors: DecodedPixels.Colors) throws(Failure) {
        guard profile != self.profile || colors != self.colors else { return }
        CLCMS_destroy(transform)
        (transform, self.profile) = (nil, [])
        switch CLCMS_create(profile, profile.count, colors.code, &transform) {
        case CLCMS_NO_LIBRARY.code:
            throw Failure(.unsupportedFormat, "its color profile needs liblcms2.so.2, of Debian's package liblcms2-2")
        case CLCMS_HDR.code: throw Failure.hdr
        default: break
        }
        (self.profile, self.colors) = (profile, colors)
    }
}

/// Without a profile, each ink takes its part of the light.
private func mixInks(_ pixels: inout [UInt8], _ start: Int) {
    let light = 255 - Int(pixels[start + 3])
    for ink in start..<start + 3 { pixels[ink] = UInt8(truncatingIfNeeded: ((255 - Int(pixels[ink])) * light + 127) / 255) }
}

extension DecodedPixels.Colors {
    fileprivate var code: CLCMS_colors {
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

extension Failure {
    package static let hdr = Failure(.unsupportedFormat, "HDR (PQ or HLG) is not converted to sRGB")

    /// The pixels of a format need a library that cannot be loaded. `reason` names it for programs that load libraries.
    static func noDecoder(of format: String, because reason: String) -> Failure {
        #if WEIR_STATIC
            Failure(.unsupportedFormat, "this build has no decoder for \(format)")
        #else
            Failure(.unsupportedFormat, reason)
        #endif
    }
}
