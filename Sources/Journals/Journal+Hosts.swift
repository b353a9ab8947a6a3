import WeirBase

/// Paces and texts of robots.txt from previous runs, by the origins of their hosts: scheme, name and port.
extension Journal {
    /// The paces of hosts.
    package func paces(at now: Int64) throws(JournalFailure) -> [String: HostPace] {
        try state.change { state throws(JournalFailure) in try state.connection.paces() }.filter { $0.value.isFresh(at: now) }
    }

    /// Replaces all paces.
    package func keep(_ paces: [String: HostPace]) throws(JournalFailure) {
        try transaction { connection throws(JournalFailure) in try connection.replacePaces(by: paces) }
    }

    /// The robots.txt of hosts.
    package func robots(at now: Int64) throws(JournalFailure) -> [String: RobotsText] {
        try state.change { state throws(JournalFailure) in try state.connection.robots() }.filter { $0.value.isFresh(at: now) }
    }

    /// Replaces all of them.
    package func keep(robots: [String: RobotsText]) throws(JournalFailure) {
        try transaction { connection throws(JournalFailure) in try connection.replaceRobots(by: robots) }
    }

    /// Commits all changes of `body` at once, beside those of a writer.
    func transaction(_ body: (Connection) throws(JournalFailure) -> Void) throws(JournalFailure) {
        try state.change { state throws(JournalFailure) in
            let connection = state.connection
            try connection.transaction("IMMEDIATE") { () throws(JournalFailure) in try body(connection) }
        }
    }
}

extension HostPace {
    /// The seconds for which a pace is remembered. A shop that is read once a week still profits, and a host that bears more
    /// by now is asked without a limit after that.
    private static let lifetime: Int64 = 7 * 24 * 3600

    /// Whether a run may begin with the pace. A time in the future comes from a wrong clock.
    fileprivate func isFresh(at now: Int64) -> Bool { refusedAt <= now && now - refusedAt < HostPace.lifetime }
}

extension RobotsText {
    /// The seconds for which it may be obeyed unread (RFC 9309, 2.4).
    private static let lifetime: Int64 = 24 * 3600

    /// A time in the future comes from a wrong clock.
    fileprivate func isFresh(at now: Int64) -> Bool { readAt <= now && now - readAt < RobotsText.lifetime }
}

extension Connection {
    fileprivate func paces() throws(JournalFailure) -> [String: HostPace] {
        var paces: [String: HostPace] = [:]
        let rows = try prepare("SELECT origin, rate, served_rate, refused_at FROM hosts")
        while try rows.step() {
            guard let origin = rows.text(0), let rate = rows.real(1), let refusedAt = rows.integer(3) else { continue }
            let pace = HostPace(rate: rate, refusedRate: rows.real(2), refusedAt: refusedAt)
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
            insertion.bind(3, real: pace.refusedRate)
            insertion.bind(4, pace.refusedAt)
            _ = try insertion.step()
        }
    }

    fileprivate func robots() throws(JournalFailure) -> [String: RobotsText] {
        var robots: [String: RobotsText] = [:]
        let rows = try prepare("SELECT origin, content, read_at FROM robots")
        while try rows.step() {
            guard let origin = rows.text(0), let content = rows.text(1), let readAt = rows.integer(2) else { continue }
            robots[String(decoding: origin, as: UTF8.self)] = RobotsText(content, readAt: readAt)
        }
        return robots
    }

    fileprivate func replaceRobots(by robots: [String: RobotsText]) throws(JournalFailure) {
        try run("DELETE FROM robots")
        let insertion = try prepare("INSERT INTO robots VALUES (?1, ?2, ?3)")
        for (origin, robots) in robots.sorted(by: { $0.key < $1.key }) {
            insertion.bind(1, text: origin)
            insertion.bind(2, text: robots.text)
            insertion.bind(3, robots.readAt)
            _ = try insertion.step()
        }
    }
}
