import Glibc

/// The time and the random numbers of a loop. The clock is read once a turn.
final class LoopClock {
    private(set) var now = ClockReading.now
    /// Milliseconds during which the process ran. Time while it was suspended does not count toward limits.
    private(set) var lived: Int64 = 0
    /// SplitMix64. Weak random numbers are enough if they differ in every run.
    private var random = UInt64.random(in: .min ... .max)

    func tick() {
        let last = now.milliseconds
        now = .now
        lived += min(now.milliseconds - last, LoopClock.longestTurn)
    }

    /// The longest wait of a turn while transfers run, in milliseconds.
    static let longestTurn: Int64 = 250

    func nextRandom() -> UInt64 {
        random &+= 0x9E37_79B9_7F4A_7C15
        var mixed = random
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}

/// The time that is passed to the rules of fetching. The rules read no clock themselves.
struct ClockReading: Equatable, Sendable {
    /// Time of a monotonic clock, for durations.
    var milliseconds: Int64
    /// Seconds since 1970, for the dates in servers' answers.
    var unixSeconds: Int64
}

extension ClockReading {
    static var now: ClockReading {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        let milliseconds = Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
        return ClockReading(milliseconds: milliseconds, unixSeconds: Int64(Glibc.time(nil)))
    }
}

/// Items with due times, in a binary heap with the earliest first.
struct DueQueue<Item> {
    private var heap: [(due: Int64, item: Item)] = []

    var nextDue: Int64? { heap.first?.due }

    mutating func append(_ item: Item, due: Int64) {
        heap.append((due, item))
        var index = heap.count - 1
        while index > 0, heap[index].due < heap[(index - 1) / 2].due {
            heap.swapAt(index, (index - 1) / 2)
            index = (index - 1) / 2
        }
    }

    /// The earliest item, if it is due.
    mutating func popFirst(at now: Int64) -> Item? {
        guard let first = heap.first, first.due <= now else { return nil }
        heap.swapAt(0, heap.count - 1)
        heap.removeLast()
        var index = 0
        while true {
            let children = [2 * index + 1, 2 * index + 2].filter { $0 < heap.count }
            guard let least = children.min(by: { heap[$0].due < heap[$1].due }), heap[least].due < heap[index].due
            else { return first.item }
            heap.swapAt(index, least)
            index = least
        }
    }

    /// All items, in no order.
    mutating func removeAll() -> [Item] {
        defer { heap = [] }
        return heap.map(\.item)
    }
}

/// Hosts that may be asked and have waiting pictures. They take turns.
final class ReadyHosts {
    private var hosts: [FetchHost] = []
    /// The index of the host whose turn is next.
    private var index = 0

    /// The number of hosts of the run, ready or not.
    var hostCount = 0

    /// Whether libcurl has to look for another address of some host, since it was not let connect to one.
    var hasRefusedAddress = false

    /// The host whose turn is next.
    var next: FetchHost? {
        if index >= hosts.count { index = 0 }
        return hosts.isEmpty ? nil : hosts[index]
    }

    func append(_ host: FetchHost) {
        guard !host.isReady, !host.isIdle else { return }
        host.isReady = true
        hosts.append(host)
    }

    func passTurn() { index += 1 }

    /// Removes the host whose turn is next.
    func removeNext() { hosts.remove(at: index).isReady = false }
}
