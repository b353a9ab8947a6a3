import Base

/// The pictures that hosts have on order ahead of the rows, and how many each may have. The catalogue is read in rounds: in each
/// all hosts that have further pictures get an equal share of the places.
struct HostShares {
    private struct Host {
        var waiting = 0
        /// Whether the host had pictures in this round, and whether some of them found no place.
        var isNamed = false
        var hasMore = false
    }

    private let places: Int
    private var numbers: [NameHash: Int] = [:]
    private var hosts: [Host] = []
    /// In the first round nothing is ordered, since the number of hosts is not known.
    private(set) var share = 0
    private var waiting = 0
    /// The number of hosts with further pictures that have half of their share or less on order.
    private var needy = 0

    init(places: Int) { self.places = places }

    /// The number of a host of which another picture may be ordered. The picture then waits. Returns nil if the host has enough.
    mutating func take(_ host: NameHash) -> Int? {
        let number = numbers[host] ?? hosts.count
        if number == hosts.count {
            numbers[host] = number
            hosts.append(Host())
        }
        hosts[number].isNamed = true
        guard hosts[number].waiting < share, waiting < places else {
            hosts[number].hasMore = true
            return nil
        }
        hosts[number].waiting += 1
        waiting += 1
        return number
    }

    /// Called when a picture has come, or is not ordered after all. Returns whether another round has become due, or urgent.
    mutating func finish(_ host: Int) -> Bool {
        let (wasDue, wasUrgent) = (isDue, isUrgent)
        hosts[host].waiting -= 1
        waiting -= 1
        if hosts[host].hasMore, hosts[host].waiting == share / 2 { needy += 1 }
        return isDue && !wasDue || isUrgent && !wasUrgent
    }

    mutating func beginRound() {
        for index in hosts.indices { (hosts[index].isNamed, hosts[index].hasMore) = (false, false) }
        needy = 0
    }

    /// Returns whether some hosts have further pictures.
    mutating func endRound() -> Bool {
        let named = hosts.count { $0.isNamed }
        share = max(1, places / max(named, HostShares.fewHosts))
        needy = hosts.count { $0.hasMore && $0.waiting <= share / 2 }
        return hosts.contains { $0.hasMore }
    }

    /// A few hosts do not share all places, since others may follow.
    private static let fewHosts = 8

    /// While hosts that do not answer have all places, another round would find nothing to order.
    var isDue: Bool { needy > 0 && waiting < places }

    /// Whether nearly all pictures on order have come, so that there is soon nothing to fetch.
    var isUrgent: Bool { needy > 0 && waiting < places / 8 }
}
