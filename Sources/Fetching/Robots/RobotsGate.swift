import Base
import ImageHeaders

/// Whether a host may be asked for pictures, as its robots.txt says.
enum RobotsGate: Equatable, Sendable {
    /// Nobody asked to obey it.
    case open
    /// It has to be read before the first picture.
    case unread
    /// It is being read. Pictures wait.
    case reading
    case read(RobotsRules)
    /// It could not be read, and no picture is requested (RFC 9309, 2.3.1.4).
    case unreadable(Failure)

    /// The reason why a picture at this address must not be requested; nil if it may.
    func objection(to address: WebAddress) -> Failure? {
        switch self {
        case .open, .unread, .reading: nil
        case .read(let rules):
            rules.objection(to: address.pathAndQuery).map { Failure(.robots, "robots.txt of the host says \($0.text)") }
        case .unreadable(let failure): failure
        }
    }

    /// The text that a request for robots.txt has brought, or the reason why pictures must not be requested. `status` is that
    /// of an answer that is an error, and `redirects` is the number of redirects that were followed.
    static func text(
        _ result: Result<[UInt8], Failure>, status: Int?, redirects: Int
    ) -> Result<[UInt8], Failure> {
        guard case .failure(let failure) = result else { return result }
        switch failure.code {
        // RFC 9309, 2.3.1.3. A host that is asked too much says nothing about its robots.txt.
        case .httpStatus where (400..<500).contains(status ?? 0) && status != 429: return .success([])
        // RFC 9309, 2.3.1.2.
        case .tooManyRedirects: return .success([])
        // The pictures cannot be reached either, and the reason says more than a missing robots.txt.
        case .dns, .connect, .proxy, .tls, .timeout, .stalled, .forbiddenAddress, .hostSuspended, .cancelled:
            return redirects == 0 || failure.isOfTheMachine || failure.code == .cancelled
                ? result : .failure(unreadable(failure))
        default: return .failure(unreadable(failure))
        }
    }

    private static func unreadable(_ failure: Failure) -> Failure {
        Failure(.robots, "robots.txt of the host cannot be read: \(failure.message)")
    }
}

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
