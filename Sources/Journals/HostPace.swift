/// The pace that a host bears, as a run has learned when the host refused requests.
package struct HostPace: Equatable, Sendable {
    /// Requests a second at the end of that run.
    package let rate: Double
    /// Answers a second when the host refused last; nil if too little was seen of it.
    package let servedRate: Double?
    /// The time of the last refusal, in Unix seconds.
    package let refusedAt: Int64

    package init(rate: Double, servedRate: Double?, refusedAt: Int64) {
        (self.rate, self.servedRate, self.refusedAt) = (rate, servedRate, refusedAt)
    }

    /// The seconds for which a pace is remembered. A shop that is read once a week still profits, and a host that bears more
    /// by now is asked without a limit after that.
    private static let lifetime: Int64 = 7 * 24 * 3600

    /// Whether a run may begin with the pace. A time in the future comes from a wrong clock.
    func isFresh(at now: Int64) -> Bool { refusedAt <= now && now - refusedAt < HostPace.lifetime }
}

extension Journal {
    /// The paces of hosts by their origins: scheme, name and port.
    package func paces(at now: Int64) throws(JournalFailure) -> [String: HostPace] {
        try state.change { state throws(JournalFailure) in try state.connection.paces() }.filter { $0.value.isFresh(at: now) }
    }

    /// Replaces all paces.
    package func keep(_ paces: [String: HostPace]) throws(JournalFailure) {
        try state.change { state throws(JournalFailure) in
            let connection = state.connection
            try connection.transaction("IMMEDIATE") { () throws(JournalFailure) in try connection.replacePaces(by: paces) }
        }
    }
}

extension Connection {
    fileprivate func paces() throws(JournalFailure) -> [String: HostPace] {
        var paces: [String: HostPace] = [:]
        let rows = try prepare("SELECT origin, rate, served_rate, refused_at FROM hosts")
        while try rows.step() {
            guard let origin = rows.text(0), let rate = rows.real(1), let refusedAt = rows.integer(3) else { continue }
            let pace = HostPace(rate: rate, servedRate: rows.real(2), refusedAt: refusedAt)
            paces[String(decoding: origin, as: UTF8.self)] = pace
        }
        return paces
    }

    fileprivate func replacePaces(by paces: [String: HostPace]) throws(JournalFailure) {
        try run("DELETE FROM hosts")
        let insertion = try prepare("INSERT INTO hosts VALUES (?1, ?2, ?3, ?4)")
        for (origin, pace) in paces.sorted(by: { $0.key < $1.key }) {
            insertion.bind(1, text: origin)
            insertion.bind(2, real: pace.rate)
            insertion.bind(3, real: pace.servedRate)
            insertion.bind(4, pace.refusedAt)
            _ = try insertion.step()
        }
    }
}
