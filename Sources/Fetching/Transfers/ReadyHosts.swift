/// Hosts that may be asked and have waiting pictures. They take turns.
final class ReadyHosts {
    private var hosts: [FetchHost] = []
    /// The place of the host whose turn is next.
    private var place = 0

    /// The number of hosts of the run, ready or not.
    var hostCount = 0

    /// The host whose turn is next.
    var next: FetchHost? {
        if place >= hosts.count { place = 0 }
        return hosts.isEmpty ? nil : hosts[place]
    }

    func append(_ host: FetchHost) {
        guard !host.isReady, !host.isIdle else { return }
        host.isReady = true
        hosts.append(host)
    }

    func passTurn() { place += 1 }

    /// Removes the host whose turn is next.
    func removeNext() { hosts.remove(at: place).isReady = false }
}
