import Base
import Measuring
import System

/// Serves a preview and its pictures to browsers on this machine, and tells them when the manifest has changed.
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
        var page: [UInt8] = []
        var stamps: [FileChange?] = []
        var connections = 0
        var listeners: [LoopbackConnection] = []
    }

    init(_ source: PreviewSource, _ signals: TerminationSignals) throws(MachineFailure) {
        self.source = source
        self.signals = signals
        root = try PictureRoot(source.root)
        let stamps = source.files.map(FileChange.init)
        state = Locked(State(page: try Self.page(source, signals), stamps: stamps))
    }

    private static func page(_ source: PreviewSource, _ signals: TerminationSignals) throws(MachineFailure) -> [UInt8] {
        var page: [UInt8] = []
        try source.write(pictures: "/picture?path=", isServed: true, signals) { buffer throws(MachineFailure) in
            buffer.withBytes { page += $0 }
            buffer.removeAll()
        }
        return page
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
        let stamps = source.files.map(FileChange.init)
        guard state.change({ state in
            defer { state.stamps = stamps }
            return state.stamps != stamps
        }) else { return }
        do throws(MachineFailure) {
            let page = try Self.page(source, signals)
            let listeners = state.change { state in
                state.page = page
                return state.listeners
            }
            let told = listeners.filter { $0.send(Array("event: change\ndata: 1\n\n".utf8)) }
            state.change { state in state.listeners.removeAll { one in listeners.contains { $0 === one } && !told.contains { $0 === one } } }
        } catch {
            StandardStream.error.tell("weir: \(error.message)")
        }
    }

    private func take(_ connection: LoopbackConnection, port: Int) {
        let isFree = state.change { state in
            guard state.connections < Self.mostConnections else { return false }
            state.connections += 1
            return true
        }
        guard isFree, Thread({ [self] in
            answer(connection, port: port)
            state.change { $0.connections -= 1 }
        }) != nil else {
            if isFree { state.change { $0.connections -= 1 } }
            _ = connection.send(PreviewAnswer(503, "the server answers too many requests").bytes)
            return
        }
    }

    private func answer(_ connection: LoopbackConnection, port: Int) {
        guard let head = connection.readHead() else { return }
        guard let request = PreviewRequest(head: head) else {
            _ = connection.send(PreviewAnswer(400, "this is no request").bytes)
            return
        }
        guard request.names(port: port) else {
            _ = connection.send(PreviewAnswer(421, "this server is known as 127.0.0.1 and localhost only").bytes)
            return
        }
        guard request.method == "GET" || request.method == "HEAD" else {
            _ = connection.send(PreviewAnswer(405, "only GET and HEAD are answered").bytes)
            return
        }
        if request.path == "/changes", request.method == "GET" { return listen(connection) }
        let answer = answer(to: request)
        _ = connection.send(request.method == "HEAD" ? answer.head : answer.bytes)
    }

    private func answer(to request: PreviewRequest) -> PreviewAnswer {
        switch request.path {
        case "/": return PreviewAnswer(200, type: "text/html; charset=utf-8", state.read { $0.page })
        case "/picture":
            guard let picture = request.picture.flatMap({ WholePicture($0, below: root) }) else {
                return PreviewAnswer(404, "there is no such picture below the root")
            }
            return PreviewAnswer(200, type: "\(picture.mime)", picture.bytes, isPicture: true)
        default: return PreviewAnswer(404, "there is a page at / and pictures at /picture")
        }
    }

    private func listen(_ connection: LoopbackConnection) {
        let head = PreviewAnswer(200, type: "text/event-stream", Array("retry: 1000\n\n".utf8), isEndless: true)
        guard connection.send(head.bytes) else { return }
        state.change { state in
            // The oldest page is the likeliest to be closed.
            if state.listeners.count >= Self.mostListeners { state.listeners.removeFirst() }
            state.listeners.append(connection)
        }
    }
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
