import Base
import ImageHeaders

/// A request to a decoder process for a small picture. All numbers between the processes have eight bytes.
///
/// The decoder process asks for the picture's bytes while it decodes, so no more of them than it needs are read.
struct DecoderJob: Equatable {
    let header: ImageHeader
    /// The length of the picture in bytes.
    let count: UInt64
    let longestSide: Int

    init(_ header: ImageHeader, count: UInt64, longestSide: Int) {
        (self.header, self.count, self.longestSide) = (header, count, longestSide)
    }

    static let length = 8

    /// The traits of the header are left out: no decoder looks at them.
    var numbers: [UInt64] {
        let sides = [header.displayed.width, header.displayed.height, header.stored.width, header.stored.height]
        return [count, UInt64(longestSide), UInt64(header.format.code), UInt64(header.orientation.rawValue)] + sides.map { UInt64($0) }
    }

    init?(_ numbers: [UInt64]) {
        let values = numbers.compactMap { Int(exactly: $0) }
        guard values.count == DecoderJob.length, let code = UInt8(exactly: values[2]), values[1] > 0,
            let orientation = Orientation(rawValue: values[3]), values[4...].allSatisfy({ $0 > 0 })
        else { return nil }
        header = ImageHeader(
            format: ImageFormat(code: code), displayed: PixelSize(width: values[4], height: values[5]),
            stored: PixelSize(width: values[6], height: values[7]), orientation: orientation)
        count = numbers[0]
        longestSide = values[1]
    }
}

/// A message of a decoder process. Two numbers follow each, and bytes follow those of the last two.
enum DecoderAnswer: UInt64 {
    /// Send bytes: their offset and how many. The reply is how many there are, and then these.
    case needs = 1
    /// The width and the height of the small picture, then its pixels.
    case picture
    /// The number of a failure's code and the length of its message, then the message.
    case failure

    static let length = 3
    /// The largest number of bytes that may be asked for at once.
    static let longestRead = 1 << 20
    static let longestMessage = 4096
}

extension Failure.Code {
    var number: UInt64 { UInt64(Failure.Code.allCases.firstIndex(of: self) ?? 0) }

    init?(number: UInt64) {
        guard let index = Int(exactly: number), Failure.Code.allCases.indices.contains(index) else { return nil }
        self = Failure.Code.allCases[index]
    }
}
