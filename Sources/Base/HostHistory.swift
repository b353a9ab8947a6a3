/// The pace that a host bears, as a run has learned when the host refused requests. A later run may begin with it.
package struct HostPace: Equatable, Sendable {
    /// Requests a second at the end of that run.
    package let rate: Double
    /// Requests a second when the host refused last; nil if too little was seen of it.
    package let refusedRate: Double?
    /// The time of the last refusal, in Unix seconds.
    package let refusedAt: Int64

    package init(rate: Double, refusedRate: Double?, refusedAt: Int64) {
        (self.rate, self.refusedRate, self.refusedAt) = (rate, refusedRate, refusedAt)
    }
}

/// The text of a host's robots.txt. It is empty if the host has none, and everything may be requested. A later run may obey it.
package struct RobotsText: Equatable, Sendable {
    package let text: [UInt8]
    /// The time at which it was read, in Unix seconds.
    package let readAt: Int64

    package init(_ text: [UInt8], readAt: Int64) { (self.text, self.readAt) = (text, readAt) }
}
