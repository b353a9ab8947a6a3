import Foundation

/// A night that is judged.
struct Judged {
    let world: World
    let outcome: NightOutcome
    /// The knowledge before the night.
    let knowledge: Knowledge

    var night: Night { world.nights[outcome.number] }

    /// The pictures of the rows, each once.
    var pictures: [Int] {
        var seen: Set<Int> = []
        return night.rows.compactMap { row in
            guard case .picture(let number) = row, seen.insert(number).inserted else { return nil }
            return number
        }
    }

    /// The rows as the run must have read them, or nil if the catalogue changed while it was read.
    var isCatalogueCertain: Bool { if case .catalogueChange? = night.fault { !outcome.wasDisturbed } else { true } }

    func answers(of picture: Int) -> [Request] { outcome.requests.filter { $0.picture == picture } }

    /// The weather of the hosts that a picture comes from.
    func weather(of picture: Int) -> [Weather] {
        let picture = world.pictures[picture]
        return [picture.host, picture.move?.host].compactMap { $0.flatMap { night.weather[$0] } }
    }

    func hosts(of picture: Int) -> [Host] {
        let picture = world.pictures[picture]
        return [picture.host, picture.move?.host].compactMap { $0.map { world.hosts[$0] } }
    }
}

/// A promise that must hold after each night.
struct Rule: Sendable {
    let name: String
    let sentence: String
    /// A text for each fault; empty if the rule holds.
    let violations: @Sendable (Judged) -> [String]

    static let all: [Rule] = [
        whole, durable, kept, ending, rows, sizes, stale, patience, pauses, concurrency, report, attempts, metrics, news, mail, gates,
        needless, due, conditions, moves, robots, mirror, leftovers, healed,
    ]
}

extension Rule {
    static let whole = Rule(name: "whole", sentence: "The manifest is whole, and is the previous one or that of this night.") { judged in
        let outcome = judged.outcome
        if let damage = outcome.damage { return ["the manifest cannot be read: \(damage)"] }
        if outcome.before != nil, outcome.after == nil { return ["the manifest is gone"] }
        if outcome.status != nil, outcome.report != nil, !outcome.isNew, outcome.after != outcome.before {
            return ["the run says that the manifest stays, and it is another"]
        }
        if outcome.status == 0, outcome.after == nil { return ["status 0, and there is no manifest"] }
        guard outcome.after != outcome.before, let after = outcome.after, judged.isCatalogueCertain else { return [] }
        let expected = judged.expectedEntries
        let listed = after.map { "\($0.img) \($0.price)" }
        if judged.world.options.omits {
            var rest = expected[...]
            for entry in listed {
                guard let index = rest.firstIndex(of: entry) else { return ["\(entry) is no row, or in the wrong order"] }
                rest = rest[(index + 1)...]
            }
            return []
        }
        return listed == expected ? [] : ["the entries are \(listed), and the rows \(expected)"]
    }

    static let durable = Rule(name: "durable", sentence: "A manifest that a run has written survives a power cut behind the run.") {
        judged in
        guard case .powerCutAtEnd? = judged.night.fault, judged.outcome.status == 0, judged.isCatalogueCertain else { return [] }
        guard let after = judged.outcome.after else { return ["status 0, and no manifest is left"] }
        let rows = Set(judged.expectedEntries)
        let strangers = after.filter { !rows.contains("\($0.img) \($0.price)") }
        return strangers.isEmpty && (judged.world.options.omits || after.count == rows.count)
            ? [] : ["status 0, and the manifest has \(after.count) entries of \(rows.count) rows"]
    }

    static let kept = Rule(name: "kept", sentence: "A client that has just read the previous index still finds its pages.") { judged in
        judged.outcome.lostPages.map { "\($0) is gone" }
    }

    /// Seconds.
    private static let longestRun: Int64 = 1800

    static let ending = Rule(name: "ending", sentence: "A run ends in time, with a status of docs/operations.md that fits its manifest.") {
        judged in
        let outcome = judged.outcome
        if outcome.stoodStill { return ["all threads wait for nothing"] }
        if outcome.milliseconds / 1000 > Double(longestRun) { return ["the run took \(Int(outcome.milliseconds / 1000)) s"] }
        guard let status = outcome.status else { return outcome.wasDisturbed ? [] : ["the run has ended without a status"] }
        var wrong: [String] = []
        let may: [Int32]
        switch judged.night.fault {
        case _ where !outcome.wasDisturbed: may = [0, 1]
        case .full?: may = [0, 1, 3]
        case .signal?, .signalAtRequest?: may = [0, 1, 143]
        case .catalogueChange?: may = [0, 1, 2]
        // A clock that has stepped ahead takes all keys for expired.
        case .clockStep(_, let seconds)? where seconds > 0 && judged.world.hosts[0].keys != nil: may = [0, 1, 2]
        default: may = [0, 1]
        }
        if !may.contains(status) { wrong.append("status \(status), and \(may) are possible: \(outcome.mail)") }
        if let report = outcome.report {
            if report["status"] as? Int != Int(status), !outcome.wasDisturbed {
                wrong.append("status \(status), and the report has \(report["status"] ?? "none")")
            }
            if outcome.isNew != (status == 0), !outcome.wasDisturbed {
                wrong.append("status \(status), and the manifest is \(outcome.isNew ? "new" : "the previous one")")
            }
        } else if !outcome.wasDisturbed {
            wrong.append("there is no report")
        }
        if status != 0, outcome.mail.isEmpty { wrong.append("status \(status) without a word") }
        let isCutAtEnd = if case .powerCutAtEnd? = judged.night.fault { true } else { false }
        if status == 0, !isCutAtEnd, outcome.report == nil || outcome.metrics.isEmpty {
            wrong.append("status 0, and the report or the metrics are missing")
        }
        if status != 0, !isCutAtEnd, outcome.after != outcome.before,
            !["wrote", "is the new manifest already"].contains(where: { outcome.mail.contains($0) })
        {
            wrong.append("status \(status), and no line says that the manifest is new: \(outcome.mail)")
        }
        return wrong
    }

    static let rows = Rule(name: "rows", sentence: "Every row is an entry or a named failure, and is counted once.") { judged in
        let outcome = judged.outcome
        guard outcome.isOrderly, judged.isCatalogueCertain else { return [] }
        var wrong: [String] = []
        let counted = ["ok", "stale", "placeholder", "omitted", "broken", "cancelled"].map { outcome.count($0) }.reduce(0, +)
        if outcome.count("rows") != judged.night.rows.count { wrong.append("\(outcome.count("rows")) rows of \(judged.night.rows.count)") }
        if counted != judged.night.rows.count { wrong.append("\(counted) rows are counted, of \(judged.night.rows.count)") }
        let failed = Set(outcome.allFailures.map(\.failure.row))
        if outcome.count("ok") + failed.count != judged.night.rows.count {
            wrong.append("\(outcome.count("ok")) rows are ok, and \(failed.count) have failures")
        }
        guard outcome.isNew, let after = outcome.after else { return wrong }
        let listed = Set(after.map(\.price))
        for index in judged.night.rows.indices where !listed.contains("\(index)") && !failed.contains(index + 1) {
            wrong.append("row \(index + 1) is neither an entry nor a failure")
        }
        for entry in after where entry.status != "ok" && !failed.contains((Int(entry.price) ?? -1) + 1) {
            wrong.append("\(entry) has no failure in the report")
        }
        return wrong
    }

    static let sizes = Rule(
        name: "sizes",
        sentence: "A size that is ok is that of bytes that the host served in the night, or the recorded one if it was not asked."
    ) { judged in
        guard judged.outcome.isNew, let after = judged.outcome.after else { return [] }
        return judged.pictures.flatMap { number -> [String] in
            let url = judged.world.url(of: number)
            let served = judged.served(number)
            let isAsked = !judged.answers(of: number).isEmpty
            return after.filter { $0.img == url && $0.status == "ok" }.compactMap { entry in
                if served.contains(entry.size) { return nil }
                if !isAsked, judged.knowledge[url].sizes.contains(entry.size) { return nil }
                return "\(url) is \(entry.size), served \(served), recorded \(judged.knowledge[url].sizes)"
            }
        }
    }

    static let stale = Rule(
        name: "stale",
        sentence: "A picture that fails keeps its recorded size and is stale, and has a placeholder only if no size is recorded."
    ) { judged in
        guard judged.outcome.isNew, let after = judged.outcome.after else { return [] }
        return judged.pictures.flatMap { number -> [String] in
            let url = judged.world.url(of: number)
            let recorded = judged.knowledge[url].sizes
            return after.filter { $0.img == url }.compactMap { entry in
                switch entry.status {
                case "stale": recorded.contains(entry.size) ? nil : "\(url) is stale with \(entry.size), recorded \(recorded)"
                case "placeholder":
                    recorded.contains(nil) && entry.size == Size(width: 300, height: 300)
                        ? nil : "\(url) has a placeholder \(entry.size), recorded \(recorded)"
                default: nil
                }
            }
        }
    }

    static let patience = Rule(name: "patience", sentence: "Every picture that a patient client would have got is got.") { judged in
        guard judged.outcome.isOrderly else { return [] }
        let failures = judged.outcome.failures
        return judged.pictures.compactMap { number in
            let url = judged.world.url(of: number)
            guard let failure = failures[url], judged.isObtainable(number), judged.knowledge[url].isWell || judged.isDue(url) else {
                return nil
            }
            return "\(url) could be had, and failed: \(failure.code): \(failure.message)"
        }
    }

    static let pauses = Rule(name: "pauses", sentence: "A host that asks with 429 to be left alone for a time is left alone.") { judged in
        var wrong: [String] = []
        for refusal in judged.outcome.requests where refusal.status == 429 {
            guard let wait = refusal.retryAfter else { continue }
            // The clock of requests has milliseconds, and the server's seconds may have begun a moment before.
            let late = judged.outcome.requests.filter {
                $0.host == refusal.host && $0.begun > refusal.answered + 1 && $0.begun < refusal.answered + Double(wait) * 1000 - 2
            }
            if let first = late.first {
                wrong.append(
                    "\(judged.world.hosts[refusal.host].name) was asked at \(seconds(first.time)), and had asked at \(seconds(refusal.answered)) for \(wait) s"
                )
            }
        }
        return Array(wrong.prefix(1))
    }

    static let concurrency = Rule(
        name: "limits", sentence: "No host is asked for more at once, or more often, than --per-host and --rate say."
    ) { judged in
        var wrong: [String] = []
        for host in judged.world.hosts {
            let requests = judged.outcome.requests.filter { $0.host == host.number }
            if let most = judged.world.options.perHost, case nil = judged.night.weather[host.number] {
                for request in requests {
                    // A trial may go beyond the count.
                    let open = requests.count { $0.time <= request.time && $0.answered > request.time }
                    if open > most {
                        wrong.append("\(host.name) has \(open) requests at \(seconds(request.time)), and --per-host is \(most)")
                        break
                    }
                }
            }
            if let rate = judged.world.options.rate {
                for request in requests {
                    let count = requests.count { $0.time >= request.time && $0.time < request.time + 999 }
                    if count > rate + 1 {
                        wrong.append("\(host.name) has \(count) requests in a second from \(seconds(request.time)), and --rate is \(rate)")
                        break
                    }
                }
            }
        }
        return wrong
    }

    static let report = Rule(name: "report", sentence: "The report says what the hosts have seen and what the manifest has.") { judged in
        let outcome = judged.outcome
        guard outcome.isOrderly, judged.isCatalogueCertain else { return [] }
        var wrong: [String] = []
        // A request that is lost with its connection is counted, and no host has seen it.
        let isNetCertain =
            judged.night.weather.values.allSatisfy { if case .slow = $0 { true } else if case .wrong = $0 { true } else { false } }
            && judged.world.hosts.allSatisfy { !$0.isExpired && $0.keepsConnections }
        if outcome.count("requests") < outcome.requests.count {
            wrong.append("\(outcome.count("requests")) requests, and the hosts have seen \(outcome.requests.count)")
        }
        if isNetCertain, outcome.count("requests") != outcome.requests.count {
            wrong.append("\(outcome.count("requests")) requests, and the hosts have seen \(outcome.requests.count)")
        }
        if isNetCertain, outcome.count("connections") != outcome.connections {
            wrong.append("\(outcome.count("connections")) connections, and the hosts have seen \(outcome.connections)")
        }
        if outcome.count("pictures") != judged.pictures.count
            + Set(judged.night.rows.map { judged.world.url(of: $0) }.filter { $0.hasPrefix("ftp:") }).count
        {
            wrong.append("\(outcome.count("pictures")) pictures, and there are \(judged.pictures.count)")
        }
        guard outcome.isNew, let after = outcome.after else { return wrong }
        for status in ["ok", "stale", "placeholder"] {
            let listed = after.count { $0.status == status }
            if outcome.count(status) != listed { wrong.append("\(outcome.count(status)) rows are \(status), and \(listed) entries") }
        }
        if let before = outcome.before, let change = outcome.report?["change"] as? [String: Int] {
            let removed = judged.removed(from: before, to: after)
            if change["removed"] != removed { wrong.append("\(change["removed"] ?? -1) entries are removed, and really \(removed)") }
        }
        return wrong
    }

    static let attempts = Rule(name: "attempts", sentence: "A failure names as many attempts as the hosts have seen of its picture.") {
        judged in
        guard judged.outcome.isOrderly else { return [] }
        let failures = judged.outcome.failures
        return judged.pictures.compactMap { number in
            let url = judged.world.url(of: number)
            guard let failure = failures[url], failure.code == "http-status" || failure.code == "not-an-image" else { return nil }
            guard !failure.message.contains("is left alone until") else { return nil }
            let seen = judged.answers(of: number).count
            guard judged.hosts(of: number).allSatisfy({ $0.keepsConnections && !$0.isExpired }),
                !judged.outcome.requests.contains(where: { $0.status == 0 }),
                !judged.weather(of: number).contains(where: { if case .outage = $0 { true } else { false } })
            else { return nil }
            // A request that was decided on, and not sent because its host was given up, is counted.
            return (seen...seen + 1).contains(failure.attempts) ? nil : "\(url) has \(failure.attempts) attempts, and \(seen) requests"
        }
    }

    static let metrics = Rule(name: "metrics", sentence: "The metrics have the numbers of the report.") { judged in
        let outcome = judged.outcome
        guard outcome.status != nil, !outcome.wasDisturbed, outcome.report != nil else { return [] }
        guard !outcome.metrics.isEmpty else { return ["there are no metrics"] }
        var wrong: [String] = []
        let names = [
            "rows": "weir_rows", "pictures": "weir_pictures", "requests": "weir_requests", "connections": "weir_connections",
            "bytesReceived": "weir_received_bytes",
        ]
        let results = ["ok", "stale", "placeholder", "omitted", "broken", "cancelled"].map { ($0, "weir_rows_by_result:\($0)") }
        for (name, metric) in Array(names) + results where outcome.metrics[metric] != Double(outcome.count(name)) {
            wrong.append("\(metric) is \(outcome.metrics[metric] ?? -1), and \(name) in the report \(outcome.count(name))")
        }
        if outcome.metrics["weir_success"] != (outcome.isNew ? 1 : 0) {
            wrong.append("weir_success is \(outcome.metrics["weir_success"] ?? -1)")
        }
        return wrong
    }

    static let news = Rule(
        name: "news", sentence: "A failure is new if the picture did not fail before, and a picture has recovered if it did."
    ) { judged in
        let outcome = judged.outcome
        guard outcome.isOrderly, judged.isCatalogueCertain else { return [] }
        let failures = outcome.failures
        let recovered = Set((outcome.report?["recovered"] as? [[String: Any]] ?? []).compactMap { $0["img"] as? String })
        return judged.pictures.flatMap { number -> [String] in
            let url = judged.world.url(of: number)
            let known = judged.knowledge[url]
            if let failure = failures[url] {
                if failure.isNew == true, known.isFailing { return ["\(url) fails as before, and is called new"] }
                if failure.isNew == false, known.isWell { return ["\(url) fails for the first time, and is not called new"] }
                return []
            }
            if known.isFailing != recovered.contains(url), known.isFailing || known.isWell {
                return ["\(url) \(known.isFailing ? "has recovered, and is not called so" : "is called recovered, and did not fail")"]
            }
            return []
        }
    }

    static let mail = Rule(name: "mail", sentence: "A night without news sends no mail, and a mail has at most 12 lines.") { judged in
        let outcome = judged.outcome
        guard outcome.status != nil, !outcome.wasDisturbed, let report = outcome.report else { return [] }
        let news =
            (report["newFailures"] as? [Any] ?? []).count + (report["recovered"] as? [Any] ?? []).count + max(0, outcome.count("broken"))
        let lines = outcome.mail.split(separator: "\n").count
        var wrong: [String] = []
        // A power cut may leave pages under hidden names that weir does not take for its own, and it names them each night.
        let isUsual = outcome.mail.contains(".weir-") && outcome.mail.contains("may be left from a killed run")
        if outcome.status == 0, news == 0, lines > 0, !isUsual, !outcome.allFailures.contains(where: { $0.img.hasPrefix("ftp:") }) {
            wrong.append("nothing is new, and the mail is \(outcome.mail)")
        }
        if news > 0, lines == 0 { wrong.append("\(news) news, and no mail") }
        if lines > 12 { wrong.append("the mail has \(lines) lines") }
        return wrong
    }

    static let gates = Rule(name: "gates", sentence: "A manifest is kept if and only if a gate says so.") { judged in
        let outcome = judged.outcome
        guard outcome.isOrderly, judged.isCatalogueCertain else { return [] }
        let rows = judged.night.rows.count
        let failed = outcome.count("placeholder") + outcome.count("omitted") + outcome.count("broken")
        var isGated = failed * 100 > (judged.world.options.maxFailures ?? 100) * rows
        let failures = outcome.failures
        let kept = judged.night.rows.filter { row in
            if row == .broken { return false }
            guard judged.world.options.omits, let failure = failures[judged.world.url(of: row)] else { return true }
            return failure.isStale
        }
        if kept.isEmpty, judged.world.options.maxRemoved != nil { isGated = true }
        if let before = outcome.before {
            let entries = kept.map { Entry(size: Size(width: 0, height: 0), img: judged.world.url(of: $0), price: "", status: "") }
            if judged.removed(from: before, to: entries) * 100 > (judged.world.options.maxRemoved ?? 100) * before.count { isGated = true }
        }
        if isGated == outcome.isNew {
            return ["\(failed) of \(rows) rows failed, and the manifest is \(outcome.isNew ? "new" : "kept"): \(outcome.mail)"]
        }
        return []
    }

    static let needless = Rule(
        name: "needless", sentence: "A run asks only for pictures that may have changed, and leaves alone those that failed lately."
    ) { judged in
        var wrong: [String] = []
        let end = judged.outcome.start + Int64(judged.outcome.milliseconds / 1000) + 1
        for number in judged.pictures {
            let url = judged.world.url(of: number)
            let known = judged.knowledge[url]
            let answers = judged.answers(of: number)
            if answers.isEmpty { continue }
            if !judged.world.options.hasMirror, known.isWell, known.sizes.count == 1, !known.sizes.contains(nil), let asked = known.asked,
                end - asked < judged.world.options.maxAge
            {
                wrong.append(
                    "\(url) was asked for \(judged.outcome.start - asked) s ago, and --max-age is \(judged.world.options.maxAge) s")
            }
            if known.isFailing, let rest = known.restsUntil, end < rest { wrong.append("\(url) has failed, and rests for \(rest - end) s") }
            if judged.weather(of: number).isEmpty, judged.hosts(of: number).allSatisfy({ $0.limit == nil }), answers.count > 6 {
                wrong.append("\(url) was asked for \(answers.count) times")
            }
            // Three retries, twice behind a redirect, and repetitions that an outage has cost.
            if answers.count > 20, judged.hosts(of: number).allSatisfy({ $0.limit == nil && $0.keepsConnections }) {
                wrong.append("\(url) was asked for \(answers.count) times")
            }
        }
        let asked = Set(judged.pictures)
        for request in judged.outcome.requests {
            if let picture = request.picture, !asked.contains(picture) { wrong.append("\(request.path) is in no row") }
        }
        return wrong
    }

    static let due = Rule(
        name: "due", sentence: "A run asks for each picture whose record is older than --max-age, and for each that has failed and rested."
    ) { judged in
        let outcome = judged.outcome
        guard outcome.isOrderly else { return [] }
        let failures = outcome.failures
        return judged.pictures.compactMap { number in
            let url = judged.world.url(of: number)
            let known = judged.knowledge[url]
            guard judged.world.pictures[number].host != nil, judged.answers(of: number).isEmpty else { return nil }
            if let failure = failures[url] {
                guard failure.message.contains("is left alone until"), judged.isDue(url) else { return nil }
                return "\(url) has rested, and is left alone: \(failure.message)"
            }
            // The record may be younger than its night by as long as a run may take.
            guard known.isWell, let asked = known.asked, outcome.start - asked >= judged.world.options.maxAge + Rule.longestRun else {
                return nil
            }
            return "\(url) was asked for \(outcome.start - asked) s ago, and --max-age is \(judged.world.options.maxAge) s"
        }
    }

    static let conditions = Rule(
        name: "conditions", sentence: "The address that has sent the recorded validator is asked whether the picture has changed."
    ) { judged in
        judged.pictures.compactMap { number in
            let (url, picture) = (judged.world.url(of: number), judged.world.pictures[number])
            let host = picture.move?.host ?? picture.host
            let known = judged.knowledge[url]
            guard !judged.world.options.hasMirror, let tag = known.tag, !known.sizes.contains(nil),
                let first = judged.answers(of: number).first(where: { $0.host == host }), first.condition != tag
            else { return nil }
            return "\(url) was asked for with \(first.condition ?? "no validator"), and \(tag) is recorded"
        }
    }

    static let moves = Rule(name: "moves", sentence: "A picture that has moved for the moment is asked for at its own host first.") {
        judged in
        judged.pictures.compactMap { number in
            let picture = judged.world.pictures[number]
            guard let move = picture.move, !move.isPermanent, let first = judged.answers(of: number).first, first.host != picture.host
            else { return nil }
            return "\(judged.world.url(of: number)) was asked for at \(judged.world.hosts[first.host].name) first"
        }
    }

    static let robots = Rule(name: "robots", sentence: "With --robots no picture is asked for that robots.txt forbids.") { judged in
        guard judged.world.options.obeysRobots else { return [] }
        return judged.outcome.requests.compactMap { request in
            guard let forbidden = judged.world.hosts[request.host].forbidden, request.path.hasPrefix(forbidden) else { return nil }
            return "\(judged.world.hosts[request.host].name) was asked for \(request.path), and forbids \(forbidden)"
        }
    }

    static let mirror = Rule(
        name: "mirror", sentence: "Each file of the mirror has the bytes that its name says, and each entry's hash is there."
    ) { judged in
        var wrong = judged.outcome.damagedPictures.map { "\($0) has other bytes" }
        guard judged.outcome.isNew, judged.outcome.status == 0, judged.world.options.hasMirror, let after = judged.outcome.after else {
            return wrong
        }
        for entry in after {
            guard let hash = entry.sha256 else { continue }
            if !judged.outcome.mirrored.contains(hash) { wrong.append("\(entry.img) is not in the mirror") }
        }
        return wrong
    }

    static let leftovers = Rule(name: "leftovers", sentence: "A run removes the hidden files that killed runs have left.") { judged in
        let hadPowerCut = judged.world.nights.prefix(judged.outcome.number + 1).contains { night in
            switch night.fault {
            case .powerCut?, .powerCutAtEnd?: true
            default: false
            }
        }
        // After a power cut such a file may not be known for weir's.
        guard judged.outcome.isOrderly, !judged.outcome.wasDisturbed, !hadPowerCut else { return [] }
        return judged.outcome.leftovers.map { "\($0) is left" }
    }

    static let healed = Rule(name: "healed", sentence: "When the world has healed, the second night is perfect.") { judged in
        guard judged.night.isHealed, judged.outcome.number == judged.world.nights.count - 1, judged.world.options.maxTime == nil else {
            return []
        }
        let outcome = judged.outcome
        let rows = judged.night.rows.filter { row in
            guard case .picture(let number) = row else { return false }
            return judged.isObtainable(number)
        }
        var wrong: [String] = []
        if rows.count == judged.night.rows.count {
            if outcome.status != 0, judged.world.options.maxRemoved == nil {
                wrong.append("status \(outcome.status ?? -1): \(outcome.mail)")
            }
            if outcome.count("ok") != rows.count { wrong.append("\(outcome.count("ok")) of \(rows.count) rows are ok: \(outcome.mail)") }
        }
        return wrong
    }
}

extension Judged {
    /// The names and prices of all entries, if no row is left out.
    var expectedEntries: [String] {
        night.rows.enumerated().compactMap { index, row in row == .broken ? nil : "\(world.url(of: row)) \(index)" }
    }

    /// The entries of one manifest that another does not have, by their names.
    func removed(from before: [Entry], to after: [Entry]) -> Int {
        var left: [String: Int] = [:]
        for entry in after { left[entry.img, default: 0] += 1 }
        return before.count { entry in
            guard left[entry.img, default: 0] > 0 else { return true }
            left[entry.img]! -= 1
            return false
        }
    }

    /// Whether a client with three retries and two minutes of patience gets the picture.
    func isObtainable(_ number: Int) -> Bool {
        guard !night.gone.contains(number), !isForbidden(number), hosts(of: number).allSatisfy({ !$0.isExpired }) else { return false }
        guard !night.changes.contains(where: { $0.picture == number && $0.time != nil }) else { return false }
        // An answer that never comes takes longer to fail than a host without new pictures may be out.
        let hosts = Set(hosts(of: number).map(\.number))
        guard !outcome.requests.contains(where: { hosts.contains($0.host) && $0.note == "silent" }) else { return false }
        return weather(of: number).allSatisfy { weather in
            switch weather {
            // A host that has not answered yet may be none.
            case .outage(let from, let to, let outage):
                outage != .silent && to - from <= 4000
                    && hosts.allSatisfy { host in
                        outcome.requests.contains { $0.host == host && $0.size != nil && $0.answered <= Double(from) }
                    }
            // Beside its faults, the answers of a host that is asked too much cost retries too.
            case .faulty: self.hosts(of: number).allSatisfy { $0.limit == nil }
            case .slow: true
            case .wrong: false
            }
        }
    }

    /// The sizes of a picture that were there to be seen in the night.
    func served(_ number: Int) -> Set<Size> {
        guard world.pictures[number].host == nil else { return Set(answers(of: number).compactMap(\.size)) }
        let version = outcome.versions[number] + night.changes.count { $0.picture == number }
        return night.gone.contains(number) ? [] : [Servers.size(world, of: number, version: version)]
    }

    /// Whether robots.txt forbids a picture, or may not be there to be read.
    private func isForbidden(_ number: Int) -> Bool {
        guard world.options.obeysRobots, let home = world.pictures[number].host else { return false }
        let paths =
            [(world.hosts[home], "/\(number).jpg")]
            + (world.pictures[number].move.map { [(world.hosts[$0.host], "/moved/\(number).jpg")] } ?? [])
        return paths.contains { host, path in host.limit != nil || host.forbidden.map { path.hasPrefix($0) } ?? false }
    }

    /// Whether a picture that failed before may be asked for tonight.
    func isDue(_ url: String) -> Bool { knowledge[url].mayRest.map { $0 <= outcome.start } ?? false }
}
