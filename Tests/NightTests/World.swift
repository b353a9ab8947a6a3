import Foundation
import TestSupport

/// All that happens to a shop in some nights, as values that were drawn from a seed. A part of it can be left out, and the rest stays
/// as it was.
struct World {
    let seed: UInt64
    var hosts: [Host]
    var pictures: [Picture]
    var nights: [Night]
    var options: Options

    var draw: Draw { Draw(seed: seed) }
}

/// A host of pictures, and how it usually is.
struct Host {
    enum Validators: CaseIterable { case none, strong, weak, date }

    let number: Int
    /// Milliseconds.
    var latency: Int
    var jitter: Int
    var servesRanges: Bool
    var validators: Validators
    var keepsConnections: Bool
    var limit: Limit?
    /// Whether it is asked over TLS, where its certificate is no longer valid.
    var isExpired: Bool
    /// The beginning of the paths that its robots.txt forbids.
    var forbidden: String?
    /// Of an object store, which is asked with keys that are lent.
    var keys: LentKeys?

    /// How many seconds keys live, as they say themselves and for the store.
    struct LentKeys {
        let life: Int64
        let realLife: Int64
    }

    /// The requests that the host answers in a second. It answers others with 429.
    struct Limit {
        let perSecond: Int
        /// Seconds; nil if the host does not say how long to wait.
        let retryAfter: Int?
    }

    var name: String { "h\(number).example" }
    var origin: String { isExpired ? "https://\(name)" : "http://\(name)" }
    /// The address, in the order of this machine's bytes.
    var address: UInt32 { 0x5DB8_0001 + UInt32(number) }
}

struct Picture {
    let number: Int
    /// nil of a file on the machine of the shop.
    let host: Int?
    /// The bytes before its frame header.
    let metadata: Int
    /// The host to which it has moved for good or for the moment, from the first night on.
    var move: (host: Int, isPermanent: Bool)?
}

/// A night of the shop, and the day before it.
struct Night {
    /// Seconds since the last night.
    var gap: Int64
    var rows: [Row]
    /// Pictures that are replaced: before the night, or so many milliseconds after it has begun.
    var changes: [Change]
    var gone: Set<Int>
    var weather: [Int: Weather]
    var fault: Fault?
    /// Whether everything is well, and must be so.
    var isHealed = false

    struct Change {
        let picture: Int
        let time: Int64?
    }
}

enum Row: Equatable {
    case picture(Int)
    /// A name that is no URL that can be asked.
    case misnamed(Int)
    /// A row without a picture.
    case broken
}

/// How a host is in one night.
enum Weather {
    /// It is away between two milliseconds.
    case outage(from: Int64, to: Int64, Outage)
    /// So many of a hundred pictures need more than one request.
    case faulty(Int)
    /// So many of a hundred pictures are error pages, or the status 500.
    case wrong(Int)
    /// It answers so many milliseconds later than usual.
    case slow(Int)

    enum Outage: CaseIterable { case refuses, silent, breaks, errors, nameless }
}

/// Something that happens once, at the call of the disk or the request with a number. A negative number counts the calls from the
/// first rename on, which give the new manifest its name.
enum Fault {
    case full(call: Int, code: Int32)
    case powerCut(call: Int)
    case kill(call: Int)
    /// The power goes when the run is over.
    case powerCutAtEnd
    case signal(call: Int)
    case signalAtRequest(Int)
    case clockStep(request: Int, seconds: Int64)
    /// A row is added to the catalogue, or the last one is cut, while the run reads from servers.
    case catalogueChange(request: Int)
}

/// The options of all runs.
struct Options {
    var maxAge: Int64
    /// nil allows any share.
    var maxFailures: Int?
    var maxRemoved: Int?
    var omits: Bool
    var isPaged: Bool
    var perHost: Int?
    var rate: Int?
    var hasMirror: Bool
    var obeysRobots: Bool
    /// Seconds.
    var maxTime: Int?
    /// Whether each row has a long text, so that the catalogue is read in many parts.
    var hasLongRows: Bool

    var words: [String] {
        var words = [
            "ingest", "disk/c.csv", "--with=status", "-q", "--report=disk/r.json", "--metrics=disk/m.prom", "--max-age=\(maxAge)s",
        ]
        words += isPaged ? ["-o", "disk/m", "--page-size=5", "--page-names=hash"] : ["-o", "disk/m.json"]
        words += ["--max-failures=\(maxFailures ?? 100)%", "--max-removed=\(maxRemoved ?? 100)%"]
        if omits { words.append("--on-failure=omit") }
        if let perHost { words.append("--per-host=\(perHost)") }
        if let rate { words.append("--rate=\(rate)") }
        if hasMirror { words += ["--with=sha256", "--mirror=disk/mirror"] }
        if obeysRobots { words.append("--robots") }
        if let maxTime { words.append("--max-time=\(maxTime)s") }
        return words
    }
}

extension World {
    /// Draws a world. The last two nights are healed.
    init(seed: UInt64, nights count: Int) {
        self.seed = seed
        var source = Source(Draw(seed: seed)(.world))
        var hosts = (0..<source.number(1...4)).map { Host(drawn: $0, from: &source) }
        let numbers = 0..<source.number(3...24)
        var store = Source(Draw(seed: seed)(.store))
        if store.percent(12) { hosts[0].becomeStore(from: &store) }
        self.hosts = hosts
        pictures = numbers.map { number in
            let host = source.percent(12) ? nil : source.number(0...hosts.count - 1)
            var picture = Picture(number: number, host: host, metadata: source.percent(20) ? source.number(4...60_000) : 0)
            let target = source.number(0...hosts.count - 1)
            if source.percent(10), let host, target != host, !hosts[target].isExpired { picture.move = (target, source.percent(50)) }
            return picture
        }
        if hosts[0].keys != nil { for number in numbers where pictures[number].host == 0 { pictures[number].move = nil } }
        options = Options(
            maxAge: source.one(of: [0, 0, 20 * 3600, 3 * 86_400]), maxFailures: source.percent(60) ? nil : source.one(of: [5, 20, 50]),
            maxRemoved: source.percent(60) ? nil : source.one(of: [5, 20]), omits: source.percent(20), isPaged: source.percent(30),
            perHost: source.percent(20) ? source.number(1...4) : nil, rate: source.percent(15) ? source.number(1...6) : nil,
            hasMirror: source.percent(20), obeysRobots: source.percent(15), maxTime: source.percent(10) ? source.number(1...20) : nil,
            hasLongRows: Draw(seed: seed)(.options) % 20 == 0)
        nights = []
        var rows = numbers.prefix(source.number(1...numbers.count)).map { Row.picture($0) }
        for number in 0..<count - 2 { nights.append(Night(drawn: number, after: nights.last, &rows, hosts, numbers, &source)) }
        for number in 0..<2 {
            // All rests of pictures that have failed are over after eight days.
            nights.append(
                Night(
                    gap: number == 0 ? 8 * 86_400 : 86_400, rows: rows.filter { $0.isPicture }, changes: [], gone: [], weather: [:],
                    isHealed: true))
        }
    }
}

extension Row {
    var isPicture: Bool { if case .picture = self { true } else { false } }
}

extension Host {
    fileprivate init(drawn number: Int, from source: inout Source) {
        self.number = number
        latency = source.one(of: [2, 10, 40, 150])
        jitter = source.number(0...latency)
        servesRanges = source.percent(80)
        validators = source.one(of: Validators.allCases)
        keepsConnections = source.percent(85)
        limit =
            source.percent(20) ? Limit(perSecond: source.number(1...6), retryAfter: source.percent(50) ? source.number(1...5) : nil) : nil
        isExpired = source.percent(6)
        forbidden = source.percent(50) ? "/\(source.number(0...9))" : nil
    }

    /// Some stores take keys for less time than the keys say.
    fileprivate mutating func becomeStore(from source: inout Source) {
        let life = Int64(source.number(4...60))
        keys = LentKeys(life: life, realLife: source.percent(50) ? life : max(3, life / 2))
        (isExpired, forbidden) = (false, nil)
    }
}

extension Night {
    fileprivate init(
        drawn number: Int, after last: Night?, _ rows: inout [Row], _ hosts: [Host], _ pictures: Range<Int>, _ source: inout Source
    ) {
        gap = source.one(of: [6, 12, 24, 24, 24, 48]) * 3600
        // The catalogue grows, shrinks, and changes its order.
        for _ in 0..<source.number(0...3) where number > 0 {
            switch source.number(0...5) {
            case 0: rows.append(.picture(source.number(0...pictures.count - 1)))
            case 1: if rows.count > 1 { rows.remove(at: source.number(0...rows.count - 1)) }
            case 2: if let row = rows.randomElement(using: &source) { rows.append(row) }
            case 3: rows.shuffle(using: &source)
            case 4: rows.insert(source.percent(50) ? .broken : .misnamed(number), at: source.number(0...rows.count - 1))
            default: rows.removeAll { !$0.isPicture }
            }
            if rows.isEmpty { rows = [.picture(0)] }
        }
        self.rows = rows
        changes = pictures.filter { _ in source.percent(8) }.map { picture in
            Change(picture: picture, time: source.percent(30) ? Int64(source.number(0...2000)) : nil)
        }
        // Pictures that are gone and hosts that are out are often still so in the next night.
        gone = Set(pictures.filter { source.percent(last?.gone.contains($0) ?? false ? 60 : 3) })
        weather = [:]
        for host in hosts {
            if let weather = last?.weather[host.number], source.percent(40) {
                self.weather[host.number] = weather
            } else if source.percent(30) {
                weather[host.number] = Weather(drawnFrom: &source)
            }
        }
        fault = source.percent(40) ? Fault(drawnFrom: &source) : nil
    }
}

extension Weather {
    fileprivate init(drawnFrom source: inout Source) {
        switch source.number(0...4) {
        case 0:
            let from = source.percent(40) ? 0 : Int64(source.number(0...400))
            self = .outage(
                from: from, to: from + Int64(source.one(of: [300, 1500, 4000, 40_000, 1_000_000])), source.one(of: Outage.allCases))
        case 1, 2: self = .faulty(source.one(of: [5, 20, 60]))
        case 3: self = .wrong(source.one(of: [5, 30, 100]))
        default: self = .slow(source.one(of: [50, 400, 3000]))
        }
    }
}

extension Fault {
    fileprivate init(drawnFrom source: inout Source) {
        let call = source.number(source.one(of: [0...40, 0...160, -30 ... -1]))
        switch source.number(0...8) {
        case 0, 1: self = .full(call: call, code: source.one(of: [ENOSPC, ENOSPC, EIO, EDQUOT]))
        case 2, 3: self = .powerCut(call: call)
        case 4: self = .kill(call: call)
        case 5: self = .powerCutAtEnd
        case 6: self = source.percent(50) ? .signal(call: call) : .signalAtRequest(source.number(0...20))
        case 7:
            self = .clockStep(
                request: source.number(0...10), seconds: Int64(source.one(of: [-400 * 86_400, -86_400, -3600, 3600, 86_400])))
        default: self = .catalogueChange(request: source.number(0...10))
        }
    }
}
