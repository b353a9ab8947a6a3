import Foundation
import TestSupport
import WeirBase

/// An entry of a manifest, as a client reads it.
struct Entry: Equatable {
    let size: Size
    let img: String
    let price: String
    let status: String
    /// The hash of its bytes in the mirror.
    var sha256: String?
}

/// The result of a night.
struct NightOutcome {
    /// The number of the night, from 0 on.
    let number: Int
    /// Unix seconds at which it began, and how many milliseconds it took.
    let start: Int64
    /// The version of each picture before it.
    let versions: [Int]
    var milliseconds = 0.0
    var requests: [Request] = []
    /// Connections that were begun, and those that were refused.
    var connections = 0
    var refusedConnections = 0
    /// nil if the power was cut, or the program killed.
    var status: Int32?
    var mail = ""
    /// nil if there is none.
    var before: [Entry]?
    var after: [Entry]?
    /// The fault of the manifest's files; nil if they are whole.
    var damage: String?
    var report: [String: Any]?
    var metrics: [String: Double] = [:]
    /// The calls that change the disk.
    var calls = 0
    /// The hashes of the pictures in the mirror, and those files whose bytes have another one.
    var mirrored: Set<String> = []
    var damagedPictures: [String] = []
    /// The pages of the manifest before the night that are gone.
    var lostPages: [String] = []
    /// Hidden files beside the manifest.
    var leftovers: [String] = []
    /// Whether the fault of the night has come.
    var wasDisturbed = false
    /// Whether weir waited for nothing that would ever come.
    var stoodStill = false
    var story: [String] = []
}

/// The shop's machine: its disk, its clock, and what the pictures are.
final class Shop {
    let world: World
    let folder: TemporaryFolder
    private let socket: KernelSocket
    /// Unix seconds.
    private(set) var now: Int64 = 1_800_000_000
    private(set) var versions: [Int]
    private(set) var simulatedSeconds = 0.0
    /// The seconds of all runs.
    private(set) var runSeconds = 0.0
    private var boots = 0

    init(_ world: World) throws {
        self.world = world
        folder = try TemporaryFolder()
        try folder.addFolder("disk")
        try folder.addFolder("disk/files")
        socket = try KernelSocket(in: folder.path)
        versions = Array(repeating: 0, count: world.pictures.count)
    }

    private var disk: String { folder.path + "/disk" }

    /// Lives through the day and the night.
    func live(through number: Int, keepsStory: Bool) throws -> NightOutcome {
        let night = world.nights[number]
        now += night.gap
        try folder.add("disk/c.csv", catalogue(night.rows))
        try placeFiles(of: night)
        // After a power cut the machine has started anew.
        try folder.add("boot", Bytes("boot \(boots)\n"))
        var outcome = NightOutcome(number: number, start: now, versions: versions)
        outcome.before = try? entries()
        let pages = outcome.before == nil ? [] : try pages()
        for name in ["r.json", "m.prom"] { unlink("\(disk)/\(name)") }
        let run = NightRun(world, number, disk, now, versions, keepsStory: keepsStory)
        let program = try Program.weir.start(
            world.options.words.map { Bytes($0) },
            environment: [
                "LD_PRELOAD": Kernel.library, "WEIR_NIGHT": socket.path, "WEIR_NIGHT_DISK": disk, "SWIFT_DETERMINISTIC_HASHING": "1",
                "HOME": disk,
                "AWS_ENDPOINT_URL": world.hosts[0].origin, "AWS_CONTAINER_CREDENTIALS_RELATIVE_URI": "/keys",
            ],
            in: folder)
        try socket.accept()
        while let question = socket.next() { socket.answer(run.answer(question)) }
        // Signals are simulated, and only this one is not.
        if socket.isSilent { program.send(signal: SIGKILL) }
        let ended = try program.waitUntilItEnds()
        run.end(&outcome)
        outcome.mail = ended.messages
        if case .exited(let status) = ended.status, status != 99 { outcome.status = status }
        if case .exited(99) = ended.status, !outcome.wasDisturbed { outcome.stoodStill = true }
        if outcome.status == nil || outcome.wasDisturbed { boots += 1 }
        lookIntoMirror(&outcome)
        now += Int64(outcome.milliseconds / 1000) + 1
        runSeconds += outcome.milliseconds / 1000
        simulatedSeconds += Double(night.gap) + outcome.milliseconds / 1000
        for change in night.changes { versions[change.picture] += 1 }
        do { outcome.after = try entries() } catch { outcome.damage = "\(error)" }
        outcome.report = try? JSONSerialization.jsonObject(with: Data(contentsOf: URL(fileURLWithPath: "\(disk)/r.json"))) as? [String: Any]
        outcome.metrics = metrics()
        outcome.lostPages = pages.filter { access("\(disk)/m/\($0.file)", F_OK) != 0 }.map(\.file)
        outcome.leftovers = ["", "/m"].flatMap { (try? FileManager.default.contentsOfDirectory(atPath: disk + $0)) ?? [] }.filter {
            $0.contains(".weir-") && !$0.hasPrefix(".weir-")
        }
        return outcome
    }

    /// Writes, replaces and removes the pictures on this machine.
    private func placeFiles(of night: Night) throws {
        for picture in world.pictures where picture.host == nil {
            let name = "files/\(picture.number).jpg"
            if night.gone.contains(picture.number) {
                unlink("\(disk)/\(name)")
                continue
            }
            let version = versions[picture.number] + night.changes.count { $0.picture == picture.number }
            let content = Bytes(Servers.content(Servers.size(world, of: picture.number, version: version), metadata: picture.metadata))
            if (try? Data(contentsOf: URL(fileURLWithPath: "\(disk)/\(name)"))).map({ Array($0) }) == content.all { continue }
            try folder.add(Bytes("disk/\(name)"), content)
            var times = [timeval(tv_sec: Int(now) - 3600, tv_usec: 0), timeval(tv_sec: Int(now) - 3600, tv_usec: 0)]
            utimes("\(disk)/\(name)", &times)
        }
    }

    private func lookIntoMirror(_ outcome: inout NightOutcome) {
        guard world.options.hasMirror else { return }
        for folder in (try? FileManager.default.contentsOfDirectory(atPath: "\(disk)/mirror")) ?? [] where folder.utf8.count == 2 {
            for name in (try? FileManager.default.contentsOfDirectory(atPath: "\(disk)/mirror/\(folder)")) ?? [] {
                let hash = folder + name.prefix { $0 != "." }
                let bytes = (try? Data(contentsOf: URL(fileURLWithPath: "\(disk)/mirror/\(folder)/\(name)"))).map { Array($0) } ?? []
                let isWhole = bytes.withUnsafeBytes { SHA256.hexDigest(of: $0) } == hash
                if isWhole { outcome.mirrored.insert(hash) } else { outcome.damagedPictures.append("\(folder)/\(name)") }
            }
        }
    }

    private func catalogue(_ rows: [Row]) -> Bytes {
        let more = world.options.hasLongRows ? String(repeating: "x", count: 1 << 15) : ""
        var text = "img,price,text\n"
        for (index, row) in rows.enumerated() { text += "\(world.url(of: row)),\(index),\(more)\n" }
        return Bytes(text)
    }

    /// The entries as a client reads them; nil if there is no manifest.
    private func entries() throws -> [Entry]? {
        guard world.options.isPaged else { return access("\(disk)/m.json", F_OK) == 0 ? try list(read("m.json")) : nil }
        guard access("\(disk)/m/index.json", F_OK) == 0 else { return nil }
        return try pages().flatMap { page in
            let entries = try list(read("m/\(page.file)"))
            guard entries.count == page.count else { throw CocoaError(.fileReadCorruptFile) }
            return entries
        }
    }

    /// The pages of the index; none of a single manifest.
    private func pages() throws -> [(file: String, count: Int?)] {
        guard world.options.isPaged else { return [] }
        let pages = (try read("m/index.json") as? [String: Any])?["pages"] as? [[String: Any]] ?? []
        return pages.map { ($0["file"] as? String ?? "", $0["count"] as? Int) }
    }

    private func read(_ path: String) throws -> Any {
        try JSONSerialization.jsonObject(with: Data(contentsOf: URL(fileURLWithPath: "\(disk)/\(path)")))
    }

    private func list(_ json: Any) throws -> [Entry] {
        guard let list = json as? [[String: Any]] else { throw CocoaError(.fileReadCorruptFile) }
        return try list.map { entry in
            guard let width = entry["w"] as? Int, let height = entry["h"] as? Int, let img = entry["img"] as? String,
                let price = entry["price"] as? String
            else { throw CocoaError(.fileReadCorruptFile) }
            return Entry(
                size: Size(width: width, height: height), img: img, price: price, status: entry["status"] as? String ?? "",
                sha256: entry["sha256"] as? String)
        }
    }

    private func metrics() -> [String: Double] {
        let page = (try? String(contentsOfFile: "\(disk)/m.prom", encoding: .utf8)) ?? ""
        var metrics: [String: Double] = [:]
        for line in page.split(separator: "\n") where !line.hasPrefix("#") {
            let words = line.split(separator: " ")
            guard words.count == 2 else { continue }
            let name = words[0].split(separator: "{")[0]
            let label = words[0].split(separator: ",").dropFirst().first.map { ":" + $0.split(separator: "\"")[1] } ?? ""
            metrics[name + label] = Double(words[1])
        }
        return metrics
    }
}

extension World {
    /// The name of a row's picture.
    func url(of row: Row) -> String {
        switch row {
        case .picture(let number): url(of: number)
        case .misnamed(let number): "ftp://h0.example/\(number).jpg"
        case .broken: ""
        }
    }

    func url(of picture: Int) -> String {
        guard let host = pictures[picture].host else { return "files/\(picture).jpg" }
        return "\(hosts[host].keys == nil ? hosts[host].origin : "s3://shop")/\(picture).jpg"
    }
}

/// The answers of the world during one night.
final class NightRun {
    private let world: World
    private let number: Int
    private let path: String
    private let start: Int64
    private let servers: Servers
    private let disk: Disk
    private var process: Int64 = 0
    /// The calls that change the disk, and minus the number of those from the first rename on.
    private var (calls, naming) = (0, Int.min)
    private var lastTime = begin
    private var wasDisturbed = false
    private var stoodStill = false
    private let keepsStory: Bool
    private var story: [String] = []

    /// Microseconds of the monotonic clock.
    private static let begin: Int64 = 1_000_000_000

    init(_ world: World, _ number: Int, _ path: String, _ start: Int64, _ versions: [Int], keepsStory: Bool) {
        (self.world, self.number, self.path, self.start) = (world, number, path, start)
        self.keepsStory = keepsStory
        servers = Servers(world, number, versions: versions, begin: NightRun.begin, start: start)
        disk = Disk(path)
    }

    private var fault: Fault? { world.nights[number].fault }

    func answer(_ question: Question) -> Answer {
        lastTime = max(lastTime, question.time)
        switch question.kind {
        case .begins:
            process = question.number
            let day = start * 1_000_000 - NightRun.begin
            return Answer(events: [
                Event(
                    kind: .names, time: NightRun.begin, number: Int64(bitPattern: world.draw(.chance, number)),
                    bytes: withUnsafeBytes(of: day) { Array($0) })
            ])
        case .standsStill:
            stoodStill = true
            return Answer()
        case .resolves, .connects, .sends, .leaves:
            let before = servers.requests.count
            var answer = servers.answer(question)
            if servers.requests.count > before {
                disturb(atRequest: before, question, &answer)
                record(servers.requests[before])
            }
            return answer
        default: return answer(toCall: question)
        }
    }

    private func answer(toCall question: Question) -> Answer {
        var answer = Answer()
        if question.kind.isOfDisk {
            if naming != .min || question.kind == .renames { naming = naming == .min ? -1 : naming - 1 }
            switch fault {
            case .full(calls, let code)?, .full(naming, let code)?:
                disturb(question, "the call fails: \(String(cString: strerror(code)))")
                answer.code = code
            case .powerCut(calls)?, .powerCut(naming)?:
                disturb(question, "the power goes")
                disk.cutPower(world.draw, night: number)
                answer.code = -1
            case .kill(calls)?, .kill(naming)?:
                disturb(question, "weir is killed")
                answer.code = -1
            case .signal(calls)?, .signal(naming)?:
                disturb(question, "SIGTERM")
                answer.events.append(Event(kind: .interrupts, time: question.time, value: SIGTERM))
            default: break
            }
            calls += 1
        }
        if answer.code == 0 { disk.note(question, process: process) }
        return answer
    }

    private func disturb(_ question: Question, _ text: String) {
        wasDisturbed = true
        record(question.time, "call \(calls) (\(question.kind) \(question.text.replacing("\n", with: " to "))): \(text)")
    }

    private func disturb(atRequest index: Int, _ question: Question, _ answer: inout Answer) {
        switch fault {
        case .signalAtRequest(index)?:
            wasDisturbed = true
            answer.events.append(Event(kind: .interrupts, time: question.time, value: SIGTERM))
            record(question.time, "SIGTERM")
        case .clockStep(index, let seconds)?:
            wasDisturbed = true
            answer.events.append(Event(kind: .stepsClock, time: question.time, number: seconds * 1_000_000))
            record(question.time, "the clock steps by \(seconds) s")
        case .catalogueChange(index)?:
            wasDisturbed = true
            if let file = FileHandle(forWritingAtPath: path + "/c.csv") {
                _ = try? file.seekToEnd()
                try? file.write(contentsOf: Data("\(world.url(of: 0)),late\n".utf8))
                try? file.close()
            }
            record(question.time, "a row is added to the catalogue")
        default: break
        }
    }

    func end(_ outcome: inout NightOutcome) {
        if case .powerCutAtEnd? = fault {
            wasDisturbed = true
            disk.cutPower(world.draw, night: number)
            record(lastTime, "the power goes after the run")
        }
        outcome.milliseconds = Double(lastTime - NightRun.begin) / 1000
        outcome.requests = servers.requests
        (outcome.connections, outcome.refusedConnections) = (servers.connections, servers.refusedConnections)
        (outcome.calls, outcome.wasDisturbed, outcome.stoodStill) = (calls, wasDisturbed, stoodStill)
        outcome.story = story
    }

    private func record(_ time: Int64, _ text: String) {
        if keepsStory { story.append("  \(seconds(Double(time - NightRun.begin) / 1000)) \(text)") }
    }

    private func record(_ request: Request) {
        guard keepsStory else { return }
        let range = request.range.map { " bytes \($0.lowerBound)-\($0.upperBound)" } ?? ""
        let condition = request.condition.map { " unless \($0)" } ?? ""
        let answer = request.status == 0 ? "" : "\(request.status)"
        let facts = [
            answer, request.size?.description ?? "", request.tag ?? "", request.retryAfter.map { "wait \($0) s" } ?? "", request.note,
        ]
        story.append(
            "  \(seconds(request.time)) \(world.hosts[request.host].name) \(request.path)\(range)\(condition): "
                + facts.filter { !$0.isEmpty }.joined(separator: ", ")
                + (request.answered.isFinite ? " at \(seconds(request.answered))" : ""))
    }
}

/// Seconds with milliseconds.
func seconds(_ milliseconds: Double) -> String { String(format: "%9.3f", milliseconds / 1000) }
