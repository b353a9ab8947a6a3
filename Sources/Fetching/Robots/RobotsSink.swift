import ImageHeaders

/// Keeps the text of a robots.txt.
final class RobotsSink: BodySink {
    /// A reader takes at least so much (RFC 9309, 2.5). The rest of a longer text is not read.
    static let limit = 500 << 10

    private(set) var text: [UInt8] = []
    private var place: BodyPlace?

    func begin(_ place: BodyPlace) {
        self.place = place
        text = []
    }

    func push(_ piece: UnsafeRawBufferPointer) -> BodyReading {
        text += piece.prefix(RobotsSink.limit - text.count)
        return reading(text.count == RobotsSink.limit ? .complete : .ahead(next))
    }

    var used: UInt64 { UInt64(text.count) }

    func end(isComplete: Bool) -> BodyReading { reading(isComplete ? .complete : .outside(next)) }

    private var next: ByteRequest { ByteRequest(offset: UInt64(text.count), count: 1) }

    private func reading(_ progress: BodyProgress) -> BodyReading {
        BodyReading(progress: progress, left: place?.left(from: UInt64(text.count)))
    }
}
