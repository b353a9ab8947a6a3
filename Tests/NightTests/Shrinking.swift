/// Makes a world that breaks a rule smaller, as long as it breaks the same one.
struct Shrinking {
    private(set) var world: World
    private let rule: String
    private(set) var tries = 0
    private static let mostTries = 150

    init(_ world: World, breaking rule: Rule) throws {
        self.world = world
        self.rule = rule.name
        var isSmaller = true
        while isSmaller, tries < Shrinking.mostTries {
            isSmaller = false
            for candidate in candidates() where tries < Shrinking.mostTries {
                tries += 1
                guard try Chain(candidate).violations.contains(where: { $0.rule.name == self.rule }) else { continue }
                self.world = candidate
                isSmaller = true
                break
            }
        }
    }

    /// Worlds with a little less, those with much less first.
    private func candidates() -> [World] {
        var smaller: [World] = []
        func add(_ change: (inout World) -> Void) {
            var copy = world
            change(&copy)
            smaller.append(copy)
        }
        for night in world.nights.indices.reversed() where world.nights.count > 1 { add { $0.nights.remove(at: night) } }
        for night in world.nights.indices {
            if world.nights[night].fault != nil { add { $0.nights[night].fault = nil } }
            if !world.nights[night].gone.isEmpty { add { $0.nights[night].gone = [] } }
            if !world.nights[night].changes.isEmpty { add { $0.nights[night].changes = [] } }
            for host in world.nights[night].weather.keys.sorted() { add { $0.nights[night].weather[host] = nil } }
        }
        // A picture leaves the rows of all nights.
        let rows = Set(world.nights.flatMap { $0.rows.map { world.url(of: $0) } }).sorted()
        if rows.count > 3 {
            for half in [Set(rows.prefix(rows.count / 2)), Set(rows.suffix(rows.count / 2))] {
                add { world in world.leaveOut { half.contains($0) } }
            }
        }
        if rows.count > 1 { for row in rows { add { world in world.leaveOut { $0 == row } } } }
        for host in world.hosts.indices {
            if world.hosts[host].limit != nil { add { $0.hosts[host].limit = nil } }
            if world.hosts[host].jitter > 0 { add { $0.hosts[host].jitter = 0 } }
        }
        for picture in world.pictures.indices where world.pictures[picture].move != nil { add { $0.pictures[picture].move = nil } }
        if world.options.isPaged { add { $0.options.isPaged = false } }
        if world.options.omits { add { $0.options.omits = false } }
        if world.options.hasLongRows { add { $0.options.hasLongRows = false } }
        if world.options.hasMirror { add { $0.options.hasMirror = false } }
        if world.options.obeysRobots { add { $0.options.obeysRobots = false } }
        if world.options.maxTime != nil { add { $0.options.maxTime = nil } }
        if world.options.perHost != nil { add { $0.options.perHost = nil } }
        if world.options.rate != nil { add { $0.options.rate = nil } }
        if world.options.maxFailures != nil { add { $0.options.maxFailures = nil } }
        if world.options.maxRemoved != nil { add { $0.options.maxRemoved = nil } }
        return smaller
    }
}

extension World {
    fileprivate mutating func leaveOut(_ isLeftOut: (String) -> Bool) {
        for night in nights.indices {
            let rows = nights[night].rows.filter { !isLeftOut(url(of: $0)) }
            if !rows.isEmpty { nights[night].rows = rows }
        }
    }
}
