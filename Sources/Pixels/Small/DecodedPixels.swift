import ImageHeaders

/// Collects what a decoder gives of a picture, already scaled down. Decoders in C get a pointer to it.
final class DecodedPixels {
    /// What the four bytes of a pixel are.
    enum Colours: Equatable {
        case rgba, gray
        /// Cyan, magenta, yellow and black; 255 is full ink.
        case cmyk
    }

    /// The size of the picture, whose ratio the small one has.
    private let stored: PixelSize
    /// The longest side of the small picture.
    let longestSide: Int
    private(set) var box: BoxAverage?
    private(set) var colours = Colours.rgba
    private(set) var profile: [UInt8] = []
    /// Whether the decoder gives no ink as 255.
    private(set) var isInverted = false

    init(_ stored: PixelSize, longestSide: Int) { (self.stored, self.longestSide) = (stored, longestSide) }

    func begin(_ size: PixelSize, _ meaning: BoxAverage.Meaning, _ colours: Colours = .rgba, isInverted: Bool = false, profile: [UInt8] = []) {
        let target = stored.scaled(toLongest: longestSide)
        // A decoder may find another size than the header has.
        box = BoxAverage(from: size, to: target, meaning) ?? BoxAverage(from: size, to: size.scaled(toLongest: longestSide), meaning)
        (self.colours, self.profile, self.isInverted) = (colours, profile, isInverted)
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

/// A copy of an ICC profile that a decoder in C has found.
func profileBytes(_ start: UnsafePointer<UInt8>?, _ count: Int) -> [UInt8] {
    Array(UnsafeBufferPointer(start: start, count: start == nil ? 0 : count))
}
