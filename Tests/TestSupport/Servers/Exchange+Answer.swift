/// One action of the server on the connection.
enum WireAct: Sendable {
    case send([UInt8])
    /// Sends the bytes repeatedly, up to the limit; then the connection is closed.
    case flood([UInt8], limit: Int)
    case pause(Int)
    case hold
    case stall
    case reset
    case close
}

extension Exchange {
    /// The actions for a request. The connection is kept open after the last action unless that action closes it.
    func answer(to request: ReceivedRequest) -> [WireAct] {
        let steps = steps.flatMap { $0.expanded(for: request) }
        var head = AnswerHead(steps)
        if request.wantsClose { head.isLast = true }
        let hasBody = request.method != "HEAD"
        var acts: [WireAct] = []
        var headIsSent = false
        var headIsBegun = false

        func sendHead() {
            if !headIsSent { acts.append(.send(head.bytes)) }
            headIsSent = true
        }
        for step in steps {
            switch step {
            case .status, .header, .headers: headIsBegun = true
            case .pause, .hold, .stall, .reset, .close: if headIsBegun { sendHead() }
            case .raw, .endlessHeaders: headIsSent = true
            default: sendHead()
            }
            if hasBody || !step.isBody { acts += step.acts(head) }
        }
        sendHead()
        if head.isLast { acts.append(.close) }
        return acts.filter { !$0.isIdle }
    }
}

extension WireAct {
    fileprivate var isIdle: Bool { if case .send([]) = self { true } else { false } }
}

extension Exchange.Step {
    fileprivate var isBody: Bool {
        switch self {
        case .body, .chunked, .drip, .endlessBody: true
        default: false
        }
    }

    fileprivate func acts(_ head: AnswerHead) -> [WireAct] {
        switch self {
        case .body(let bytes), .raw(let bytes): [.send(bytes.all)]
        case .chunked(let chunks): (chunks + [[]]).map { .send(chunk($0)) }
        case .drip(let bytes, let count, let milliseconds):
            stride(from: 0, to: bytes.count, by: count).flatMap { start -> [WireAct] in
                [.pause(milliseconds), .send(Array(bytes.all[start...].prefix(count)))]
            }
        case .endlessBody: [.flood([UInt8](repeating: 0, count: 1 << 14), limit: 64 << 20)]
        case .endlessHeaders:
            [
                .send(head.unended),
                .flood(Array("X-Padding: \(String(repeating: "x", count: 1000))\r\n".utf8), limit: 8 << 20),
            ]
        case .pause(let milliseconds): [.pause(milliseconds)]
        case .hold: [.hold]
        case .stall: [.stall]
        case .reset: [.reset]
        case .close: [.close]
        default: []
        }
    }
}

/// A chunk (RFC 9112, 7.1); an empty one is the last.
private func chunk(_ bytes: Bytes) -> [UInt8] {
    (Bytes("\(String(bytes.count, radix: 16))\r\n") + bytes + "\r\n").all
}
