import Base

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
            return String(parts[1]).trimmingSpaces.lowercased()
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

extension String {
    fileprivate var trimmingSpaces: String {
        String(drop { $0 == " " || $0 == "\t" }.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
    }
}
