import Measuring
import WeirBase
import WeirSystem

/// Serves a preview and its pictures to browsers on this machine, and reports to them when the manifest has changed.
final class PreviewServer: Sendable {
    private let source: PreviewSource
    private let signals: TerminationSignals
    private let root: PictureRoot
    private let state: Locked<State>
    /// Connections that are answered at the same time; others are refused.
    private static let mostConnections = 32
    /// Pages that listen for changes at the same time.
    private static let mostListeners = 64
    /// How often files are looked at, in seconds.
    private static let interval = 0.25

    private struct State {
        var page: [UInt8]
        /// The number of the page, by which one that a browser has is known to be old.
        var number: Int
        var stamps: [FileChange?]
        /// The baseline that the configuration names.
        var baseline: [UInt8]?
        var connections = 0
        var listeners: [LoopbackConnection] = []
    }

    init(_ source: PreviewSource, _ signals: TerminationSignals) throws(MachineFailure) {
        self.source = source
        self.signals = signals
        root = try PictureRoot(source.root)
        let stamps = Self.stamps(of: source.files)
        // The time distinguishes pages of this server from those of one that has ended, whose browsers may come here.
        let number = Int(unixSeconds()) << 16
        let (page, baseline) = try Self.page(source, number, signals)
        let all = stamps + Self.stamps(of: [baseline].compactMap { $0 })
        state = Locked(State(page: page, number: number, stamps: all, baseline: baseline))
    }

    private static func stamps(of files: [[UInt8]]) -> [FileChange?] { files.map(FileChange.init) }

    private static func page(
        _ source: PreviewSource, _ number: Int, _ signals: TerminationSignals
    ) throws(MachineFailure) -> (page: [UInt8], baseline: [UInt8]?) {
        var page: [UInt8] = []
        let baseline = try source.write(pictures: "/picture?path=", number: number, signals) { buffer throws(MachineFailure) in
            buffer.withBytes { page += $0 }
            buffer.removeAll()
        }
        return (page, baseline)
    }

    /// Returns when a signal has come.
    func run(port: Int?, opens: Bool) throws(MachineFailure) {
        let socket = try LoopbackSocket(port: port ?? 0, until: signals)
        let address = "http://127.0.0.1:\(socket.port)/"
        try StandardStream.output.write("\(address)\n")
        if opens { openInBrowser(Array(address.utf8)) }
        let ticker = Ticker(every: Self.interval) { self.follow() }
        defer { ticker.stop() }
        while true {
            do throws(MachineFailure) {
                if let connection = try socket.accept() { take(connection, port: socket.port) }
            } catch {
                guard case .interrupted = error.kind else { throw error }
                return
            }
        }
    }

    /// Makes the page anew if a file has changed. A manifest that cannot be read leaves the page as it is.
    private func follow() {
        let files = source.files
        guard
            state.change({ state in
                let stamps = Self.stamps(of: files + [state.baseline].compactMap { $0 })
                defer { state.stamps = stamps }
                return state.stamps != stamps
            })
        else { return }
        do throws(MachineFailure) {
            let number = state.read { $0.number } + 1
            let (page, baseline) = try Self.page(source, number, signals)
            let listeners = state.change { state in
                if state.baseline != baseline { state.stamps = Self.stamps(of: files + [baseline].compactMap { $0 }) }
                (state.page, state.number, state.baseline) = (page, number, baseline)
                return state.listeners
            }
            let reached = listeners.filter { $0.send(Self.change) }
            state.change { state in
                state.listeners.removeAll { one in listeners.contains { $0 === one } && !reached.contains { $0 === one } }
            }
        } catch {
            StandardStream.error.report("weir: \(error.message)")
        }
    }

    private func take(_ connection: LoopbackConnection, port: Int) {
        let isFree = state.change { state in
            guard state.connections < Self.mostConnections else { return false }
            state.connections += 1
            return true
        }
        guard isFree,
            Thread({ [self] in
                answer(connection, port: port)
                state.change { $0.connections -= 1 }
            }) != nil
        else {
            if isFree { state.change { $0.connections -= 1 } }
            _ = connection.send(PreviewAnswer(503, "the server answers too many requests").bytes)
            return
        }
    }

    private func answer(_ connection: LoopbackConnection, port: Int) {
        guard let head = connection.readHead() else { return }
        let request: PreviewRequest? = if case .whole(let head) = head { PreviewRequest(head: head) } else { nil }
        if let request, request.names(port: port), request.method == "GET", request.path == "/changes" {
            return listen(connection, page: request.page)
        }
        let answer = answer(to: request, isTooLong: head == .tooLong, port: port)
        if connection.send(request?.method == "HEAD" ? answer.head : answer.bytes) { connection.finish() }
    }

    private func answer(to request: PreviewRequest?, isTooLong: Bool, port: Int) -> PreviewAnswer {
        guard !isTooLong else { return PreviewAnswer(431, "the head of the request is too long") }
        guard let request else { return PreviewAnswer(400, "this is no request") }
        guard request.names(port: port) else { return PreviewAnswer(421, "this server is known as 127.0.0.1 and localhost only") }
        guard request.method == "GET" || request.method == "HEAD" else { return PreviewAnswer(405, "only GET and HEAD are answered") }
        switch request.path {
        case "/": return PreviewAnswer(200, type: "text/html; charset=utf-8", state.read { $0.page })
        case "/picture":
            guard let picture = request.picture.flatMap({ root.content(of: $0) }) else {
                return PreviewAnswer(404, "there is no such picture below the root")
            }
            return PreviewAnswer(200, type: "\(picture.mime)", picture.bytes, isPicture: true)
        default: return PreviewAnswer(404, "there is a page at / and pictures at /picture")
        }
    }

    /// Reports changes to a page, and one that came after the page was sent.
    private func listen(_ connection: LoopbackConnection, page: Int?) {
        let head = PreviewAnswer(200, type: "text/event-stream", Array("retry: 1000\n\n".utf8), isEndless: true)
        guard connection.send(head.bytes) else { return }
        let isOld = state.change { state in
            guard page == state.number else { return true }
            // The oldest page is the likeliest to be closed.
            if state.listeners.count >= Self.mostListeners { state.listeners.removeFirst() }
            state.listeners.append(connection)
            return false
        }
        if isOld, connection.send(Self.change) { connection.finish() }
    }

    private static let change = Array("event: change\ndata: 1\n\n".utf8)
}

/// The stamp of a file, by which a change is seen.
private struct FileChange: Equatable {
    let seconds: Int
    let nanoseconds: Int
    let size: Int64
    let number: UInt64

    /// Nil for a file that is not there.
    init?(_ path: [UInt8]) {
        guard let status = fileStatus(path) else { return nil }
        (seconds, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
        (size, number) = (status.size, UInt64(status.st_ino))
    }
}

/// An answer of the server.
struct PreviewAnswer {
    let head: [UInt8]
    private let body: [UInt8]

    var bytes: [UInt8] { head + body }

    /// `isEndless` leaves the length open. A picture is opened by itself only without scripts: an SVG may have some.
    init(_ status: Int, type: String, _ body: [UInt8], isPicture: Bool = false, isEndless: Bool = false) {
        var lines = [
            "HTTP/1.1 \(status) \(Self.reasons[status] ?? "Refused")", "Content-Type: \(type)", "Connection: close",
            "Cache-Control: no-store", "X-Content-Type-Options: nosniff", "Referrer-Policy: no-referrer",
            "Cross-Origin-Resource-Policy: same-origin", "X-Frame-Options: DENY",
        ]
        if isPicture { lines.append("Content-Security-Policy: default-src 'none'; style-src 'unsafe-inline'; sandbox") }
        if !isEndless { lines.append("Content-Length: \(body.count)") }
        head = Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
        self.body = body
    }

    /// A refusal with a sentence for people.
    init(_ status: Int, _ sentence: String) {
        self.init(status, type: "text/plain; charset=utf-8", Array("\(sentence)\n".utf8))
    }

    private static let reasons = [
        200: "OK", 400: "Bad Request", 404: "Not Found", 405: "Method Not Allowed", 421: "Misdirected Request",
        431: "Request Header Fields Too Large", 503: "Service Unavailable",
    ]
}

/// A request of a browser, as far as the server of a preview understands it.
struct PreviewRequest {
    let method: String
    let path: String
    /// The decoded value of the parameter `path`; nil if there is none.
    let picture: [UInt8]?
    /// The number of the page that listens for changes; nil if there is none.
    let page: Int?
    let host: String

    /// Nil if the head is no request.
    init?(head: [UInt8]) {
        let lines = head.split(separator: UInt8(ascii: "\n")).compactMap { line -> String? in
            String(validating: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
        }.filter { !$0.isEmpty }
        let words = lines.first?.split(separator: " ") ?? []
        guard words.count == 3, words[2].hasPrefix("HTTP/1.") else { return nil }
        let hosts = lines.dropFirst().compactMap { line -> String? in
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2, parts[0].lowercased() == "host" else { return nil }
            return parts[1].trimming(while: \.isWhitespace).lowercased()
        }
        guard hosts.count == 1 else { return nil }
        host = hosts[0]
        method = String(words[0])
        let target = words[1].split(separator: "?", maxSplits: 1)
        path = target.first.map(String.init) ?? ""
        func parameter(_ name: String) -> Substring? {
            target.count == 2 && target[1].hasPrefix(name) ? target[1].dropFirst(name.count) : nil
        }
        picture = parameter("path=").flatMap { percentDecoded($0.utf8) }
        page = parameter("page=").flatMap { Int($0) }
    }

    /// Whether the client means this server by a name that only this machine gives to it. Any other name may be that of a
    /// web site that resolves to this machine.
    ///
    /// Browsers leave the port of http out (RFC 9110, 4.2.1).
    func names(port: Int) -> Bool {
        ["127.0.0.1", "localhost"].contains { host == "\($0):\(port)" || (port == 80 && host == $0) }
    }
}
