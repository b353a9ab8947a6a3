/// The pace that a host bears, as it has shown by refusing requests. A later run may begin with it.
package struct LearnedPace: Equatable, Sendable {
    /// Requests a second.
    package let rate: Double
    /// Answers a second when the host refused last; nil if too little was seen of it.
    package let servedRate: Double?
    /// The time of the last refusal, in Unix seconds.
    package let refusedAt: Int64

    package init(rate: Double, servedRate: Double?, refusedAt: Int64) {
        (self.rate, self.servedRate, self.refusedAt) = (rate, servedRate, refusedAt)
    }
}
