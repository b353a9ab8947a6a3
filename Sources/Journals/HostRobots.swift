/// The robots.txt of a host, as a run has read it.
package struct HostRobots: Equatable, Sendable {
    /// Empty if the host has none.
    package let content: [UInt8]
    /// The time at which it was read, in Unix seconds.
    package let readAt: Int64

    package init(_ content: [UInt8], readAt: Int64) { (self.content, self.readAt) = (content, readAt) }

    /// The seconds for which it may be obeyed unread (RFC 9309, 2.4).
    private static let lifetime: Int64 = 24 * 3600

    /// A time in the future comes from a wrong clock.
    func isFresh(at now: Int64) -> Bool { readAt <= now && now - readAt < HostRobots.lifetime }
}

extension Journal {
    /// The robots.txt of hosts by their origins: scheme, name and port.
    package func robots(at now: Int64) throws(JournalFailure) -> [String: HostRobots] {
        try state.change { state throws(JournalFailure) in try state.connection.robots() }.filter { $0.value.isFresh(at: now) }
    }

    /// Replaces all of them.
    package func keep(robots: [String: HostRobots]) throws(JournalFailure) {
        try state.change { state throws(JournalFailure) in
            let connection = state.connection
            try connection.transaction("IMMEDIATE") { () throws(JournalFailure) in try connection.replaceRobots(by: robots) }
        }
    }
}

extension Connection {
    fileprivate func robots() throws(JournalFailure) -> [String: HostRobots] {
        var robots: [String: HostRobots] = [:]
        let rows = try prepare("SELECT origin, content, read_at FROM robots")
        while try rows.step() {
            guard let origin = rows.text(0), let content = rows.text(1), let readAt = rows.integer(2) else { continue }
            robots[String(decoding: origin, as: UTF8.self)] = HostRobots(content, readAt: readAt)
        }
        return robots
    }

    fileprivate func replaceRobots(by robots: [String: HostRobots]) throws(JournalFailure) {
        try run("DELETE FROM robots")
        let insertion = try prepare("INSERT INTO robots VALUES (?1, ?2, ?3)")
        for (origin, robots) in robots.sorted(by: { $0.key < $1.key }) {
            insertion.bind(1, text: origin)
            insertion.bind(2, text: robots.content)
            insertion.bind(3, robots.readAt)
            _ = try insertion.step()
        }
    }
}
