/// The contents that the journal can have after the nights so far, as the judge has seen them. After a night that was cut off, several things
/// can be.
struct Knowledge {
    struct Picture {
        /// The sizes that may be recorded; nil stands for none.
        var sizes: Set<Size?> = [nil]
        /// Whether it failed when it was last asked for.
        var mayFail = false
        var mayBeWell = true
        /// The failures in a row, and when the picture was asked for last, if that is certain.
        var failures: Int? = 0
        var asked: Int64?
        /// The first second at which it may be asked for again after its failure.
        var restsUntil: Int64?
        /// The second from which it must be asked for again.
        var mayRest: Int64?
        /// The validator of the last answer; nil if there was none, or if it is not certain.
        var tag: String?

        var isFailing: Bool { mayFail && !mayBeWell }
        var isWell: Bool { mayBeWell && !mayFail }
    }

    private(set) var pictures: [String: Picture] = [:]

    subscript(url: String) -> Picture { pictures[url] ?? Picture() }

    /// Takes in a night.
    mutating func learn(_ outcome: NightOutcome, _ world: World) {
        let night = world.nights[outcome.number]
        let failures = outcome.failures
        for case .picture(let number) in Set(night.rows.filter(\.isPicture).map(Hashed.init)).map(\.row) {
            let url = world.url(of: number)
            let before = self[url]
            var after = before
            let answers = outcome.requests.filter { $0.picture == number }
            let isFile = world.pictures[number].host == nil
            let seen = Set(Judged(world: world, outcome: outcome, knowledge: self).served(number).map { Optional($0) })
            // A tag is recorded with the picture that has it, and stays when the picture fails.
            let tags = Set(answers.filter { $0.size != nil }.map(\.tag))
            if outcome.isOrderly, let failure = failures[url] {
                if !failure.message.contains("is left alone until") {
                    (after.mayFail, after.mayBeWell) = (true, false)
                    after.failures = before.failures.map { $0 + 1 }
                    after.asked = outcome.start
                    let rest = after.failures.flatMap { Knowledge.rest(after: $0, failure, of: url) }
                    after.restsUntil = rest.map { outcome.start + $0 - $0 / 4 }
                    after.mayRest = after.failures.map { _ in outcome.start + Int64(outcome.milliseconds / 1000) + 1 + (rest ?? 0) }
                }
            } else if outcome.isOrderly {
                if !answers.isEmpty || isFile {
                    (after.mayFail, after.mayBeWell, after.failures, after.restsUntil) = (false, true, 0, nil)
                    after.mayRest = nil
                    after.asked = outcome.start
                    after.sizes = seen
                    after.tag = tags.count == 1 ? tags.first! : nil
                }
                if outcome.isNew, let entry = outcome.after?.first(where: { $0.img == url }), entry.status == "ok" {
                    after.sizes = [entry.size]
                }
            } else {
                after.sizes = before.sizes.union(seen)
                after = Picture(sizes: after.sizes, mayFail: true, mayBeWell: true, failures: nil)
            }
            if case .clockStep? = night.fault, outcome.wasDisturbed { (after.asked, after.restsUntil, after.mayRest) = (nil, nil, nil) }
            // The records of a night may be lost with the power behind it; those of earlier nights are not.
            if case .powerCutAtEnd? = night.fault, outcome.wasDisturbed {
                let sizes = before.sizes.union(after.sizes)
                after = Picture(sizes: sizes, mayFail: true, mayBeWell: true, failures: nil)
            }
            pictures[url] = after
        }
    }

    /// The seconds for which a picture is left alone at most, as docs/journal.md says; a quarter less at least.
    private static func rest(after count: Int, _ failure: ReportedFailure, of url: String) -> Int64? {
        let hour: Int64 = 3600
        let isOfKeys = url.hasPrefix("s3://") && ["301", "400", "401", "403"].contains { failure.message.contains("answered \($0)") }
        let passing =
            ["dns", "tls", "timeout", "stalled", "truncated", "content-mismatch"].contains(failure.code)
            || failure.code == "http-status"
                && ["408", "425", "429", "500", "502", "503", "504"].contains { failure.message.contains("answered \($0)") }
        guard !isOfKeys,
            ![
                "host-suspended", "connect", "cancelled", "proxy", "robots", "not-found", "unreadable", "outside-root", "bad-url",
                "forbidden-scheme",
                "forbidden-address",
            ].contains(failure.code)
        else { return nil }
        let pause = min((passing ? hour : 24 * hour) << Int64(min(count - 1, 20)), 7 * 24 * hour)
        return pause
    }
}

private struct Hashed: Hashable {
    let row: Row
    static func == (one: Hashed, other: Hashed) -> Bool { one.row == other.row }
    func hash(into hasher: inout Hasher) {
        if case .picture(let number) = row { hasher.combine(number) }
    }
}

/// A failure in the report.
struct ReportedFailure {
    let row: Int
    let code: String
    let message: String
    let attempts: Int
    let isStale: Bool
    let isNew: Bool?
}

extension NightOutcome {
    /// The failures of the report by the names of their pictures.
    var failures: [String: ReportedFailure] { Dictionary(allFailures.map { ($0.img, $0.failure) }) { one, _ in one } }

    var allFailures: [(img: String, failure: ReportedFailure)] {
        (report?["failures"] as? [[String: Any]] ?? []).map { failure in
            let reported = ReportedFailure(
                row: failure["row"] as? Int ?? 0, code: failure["code"] as? String ?? "", message: failure["message"] as? String ?? "",
                attempts: failure["attempts"] as? Int ?? 0, isStale: failure["stale"] as? Bool ?? false, isNew: failure["new"] as? Bool)
            return (failure["img"] as? String ?? "", reported)
        }
    }

    func count(_ name: String) -> Int { report?[name] as? Int ?? -1 }

    /// Whether all pictures have their results, and the journal knows them.
    var isOrderly: Bool {
        guard let report, status == 0 || status == 1 else { return false }
        return ["written", "gated"].contains(report["outcome"] as? String) && report["gate"] as? String != "max-time"
    }

    /// Whether the manifest is that of this night.
    var isNew: Bool { report?["written"] as? Bool ?? false }
}
