import Foundation

/// A rule that did not hold after a night.
struct Violation: CustomStringConvertible {
    let night: Int
    let rule: Rule
    let text: String

    var description: String { "night \(night + 1): \(rule.name): \(rule.sentence) \(text)" }
}

/// The nights of a world, one after the other, each judged.
struct Chain {
    let world: World
    private(set) var violations: [Violation] = []
    private(set) var nights = 0
    private(set) var simulatedSeconds = 0.0
    private(set) var runSeconds = 0.0
    private(set) var requests = 0
    private(set) var story: [String] = []

    /// Lives through the nights, up to the first one in which a rule does not hold.
    init(_ world: World, keepsStory: Bool = false) throws {
        self.world = world
        let shop = try Shop(world)
        var knowledge = Knowledge()
        for number in world.nights.indices where violations.isEmpty {
            let outcome = try shop.live(through: number, keepsStory: keepsStory)
            let judged = Judged(world: world, outcome: outcome, knowledge: knowledge)
            violations = Rule.all.flatMap { rule in rule.violations(judged).map { Violation(night: number, rule: rule, text: $0) } }
            knowledge.learn(outcome, world)
            nights += 1
            requests += outcome.requests.count
            if keepsStory { story += judged.story + violations.map { "  violated: \($0)" } }
        }
        (simulatedSeconds, runSeconds) = (shop.simulatedSeconds, shop.runSeconds)
    }
}

extension Judged {
    /// The night for people.
    fileprivate var story: [String] {
        let hosts = world.hosts.map { host in "\(host.name) \(night.weather[host.number].map { "\($0)" } ?? "fine")" }.joined(
            separator: ", ")
        let changes = night.changes.map { "\($0.picture)\($0.time.map { " at \($0) ms" } ?? "")" }.joined(separator: ", ")
        var lines = [
            "night \(outcome.number + 1): \(night.rows.count) rows, \(night.gap / 3600) h after the last; \(hosts)"
                + (changes.isEmpty ? "" : "; replaced: \(changes)") + (night.gone.isEmpty ? "" : "; gone: \(night.gone.sorted())")
                + (night.fault.map { "; \($0)" } ?? "")
        ]
        lines += outcome.story
        lines.append(
            "  \(seconds(outcome.milliseconds)) ends with \(outcome.status.map { "\($0)" } ?? "no status"): \(outcome.report?["message"] as? String ?? "no report")"
        )
        lines += outcome.mail.split(separator: "\n").map { "            mail: \($0)" }
        lines += (outcome.after ?? []).map { "            \($0.price) \($0.img) \($0.size) \($0.status)" }
        return lines
    }
}
