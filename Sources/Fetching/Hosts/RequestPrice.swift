/// The cost of a request to a host, in bytes: as many as come while the first byte of an answer is awaited.
///
/// A picture holds its place among the transfers for both times. So a second request may be spared at the cost of so many
/// bytes, and of no more.
struct RequestPrice: Equatable, Sendable {
    /// Milliseconds to the first byte of an answer, of the fastest of the last answers: the others waited for bytes that were
    /// on the way, or in the line of a busy server.
    private(set) var roundTrip: Double?
    /// The bytes of bodies and the milliseconds in which they came. Earlier ones count less.
    private var bodyBytes = 0.0
    private var bodyTime = 0.0

    /// Each answer counts by so much less than the next one.
    private static let fading = 0.98
    /// Even where a request takes no time, both sides have to work for it, and servers count requests.
    private static let least = 32 << 10
    /// Traffic costs money at both ends, however short the time in which it comes.
    private static let most = 256 << 10
    /// Of a host that has not answered.
    private static let usual = 64 << 10

    /// Called for each answer, with the milliseconds to its first byte, its bytes, and the milliseconds from the first to the
    /// last of them.
    mutating func learn(firstByte: Double, body bytes: Int, in milliseconds: Double) {
        // A clock that was read late shows no time at all, and the smallest time counts.
        guard bytes > 0, firstByte > 0 else { return }
        roundTrip = min(firstByte, roundTrip.map { $0 / RequestPrice.fading } ?? .infinity)
        bodyBytes = bodyBytes * RequestPrice.fading + Double(bytes)
        bodyTime = bodyTime * RequestPrice.fading + max(0, milliseconds)
    }

    /// Bytes that come in a millisecond. Bodies that come with their heads take no time.
    var speed: Double { bodyBytes / max(bodyTime, 0.001) }

    var bytes: Int {
        guard let roundTrip else { return RequestPrice.usual }
        return Int(min(max(roundTrip * speed, Double(RequestPrice.least)), Double(RequestPrice.most)))
    }
}
