import Fetching
import WeirSystem

/// Hosts that may be asked although their addresses are not public.
enum HostPermission: Sendable {
    case privateHosts
    case host(AllowedHost)
}

extension ValueReader where Value == HostPermission {
    static func permission(_ placeholder: String) -> ValueReader {
        ValueReader(placeholder, .words(["private"])) { argument throws(UsageError) in
            if argument.text == "private" { return .privateHosts }
            guard let host = AllowedHost(try argument.word()) else {
                throw UsageError("\(argument.shown) is not a host's name, an address, or a network such as 10.1.0.0/16")
            }
            return .host(host)
        }
    }
}

extension ValueReader where Value == PerHost {
    static func perHost(_ placeholder: String) -> ValueReader {
        ValueReader(placeholder) { argument throws(UsageError) in
            let auto = Array("auto".utf8)
            if argument.bytes == auto { return .automatic(most: nil) }
            let isCeiling = argument.bytes.starts(with: auto + ":".utf8)
            let number = Argument(argument.bytes.dropFirst(isCeiling ? auto.count + 1 : 0))
            guard let count = try? number.count(atLeast: 1, atMost: 10_000) else {
                throw UsageError("\(argument.shown) is neither auto nor a number from 1 to 10000 nor auto:N with one")
            }
            return isCeiling ? .automatic(most: count) : .fixed(count)
        }
    }
}

extension ValueReader where Value == String {
    /// The URL of a proxy. It may have a password, so no message has it.
    static func proxy(_ placeholder: String) -> ValueReader {
        ValueReader(placeholder) { argument throws(UsageError) in
            let url = try argument.word()
            guard FetchOptions.isProxy(url) else {
                throw UsageError(
                    "this is not the URL of a proxy, such as http://proxy.example:3128; the schemes are http, https, socks4, socks4a, "
                        + "socks5 and socks5h")
            }
            return url
        }
    }
}

extension Argument {
    /// A URL of http or https, such as the example.
    fileprivate func webURL(like example: String) throws(UsageError) -> String {
        let url = try word()
        let behindScheme = ["http://", "https://"].first(where: url.lowercased().hasPrefix).map { url.dropFirst($0.count) }
        guard let host = behindScheme?.first, host != "/" else {
            throw UsageError("\(shown) is not a URL of http or https, such as \(example)")
        }
        return url
    }
}

extension ValueReader where Value == [UInt8] {
    /// The beginning of the URLs of pictures.
    static func baseURL(_ placeholder: String) -> ValueReader {
        ValueReader(placeholder) { argument throws(UsageError) in
            let url = try argument.webURL(like: "https://img.example/shop")
            guard !url.contains(where: { "?# \t".contains($0) }) else {
                throw UsageError("\(argument.shown) has a query, a fragment or a blank, and names of pictures are put behind it")
            }
            return Array(url.utf8)
        }
    }

    /// A file of certificates. It is read again when connections are made, so it is no pipe.
    static func certificates(_ placeholder: String) -> ValueReader {
        ValueReader(placeholder, .files) { argument throws(UsageError) in
            let path = try argument.path()
            do throws(MachineFailure) {
                guard try InputFile(path).length != nil else { throw .input("\(argument.shown) is not a plain file") }
            } catch {
                throw UsageError(error.message)
            }
            guard FetchOptions.hasCertificates(path) else {
                throw UsageError("\(argument.shown): there is no certificate in it that can be read; PEM is expected")
            }
            return path
        }
    }
}

/// Header lines of a request, and the file that they were read from, if there is one.
struct HeaderLines {
    let lines: [String]
    var file: [UInt8]?
}

extension ValueReader where Value == HeaderLines {
    /// A header line of a request, or `@` and the file that has such lines.
    static func headers(_ placeholder: String) -> ValueReader {
        ValueReader(placeholder) { argument throws(UsageError) in
            guard argument.bytes.first == UInt8(ascii: "@") else { return HeaderLines(lines: [try argument.header()]) }
            let file = Array(argument.bytes.dropFirst())
            return HeaderLines(lines: try headerLines(in: file), file: file)
        }
    }

    /// The lines of a file, without empty ones. Messages name the line by its number, since it may be a secret.
    private static func headerLines(in path: [UInt8]) throws(UsageError) -> [String] {
        let name = Argument(path).shown
        guard !path.isEmpty else { throw UsageError("the name of a file is missing behind the @") }
        var lines: [String] = []
        let content = try headerFile(path)
        for (index, line) in content.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
            let text = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
            guard !text.isEmpty else { continue }
            do throws(UsageError) { lines.append(try Argument(text).header()) } catch {
                throw UsageError("\(name):\(index + 1): \(error.message)")
            }
        }
        guard !lines.isEmpty else { throw UsageError("\(name): there is no header line in it") }
        return lines
    }

    private static func headerFile(_ path: [UInt8]) throws(UsageError) -> [UInt8] {
        do throws(MachineFailure) {
            let file = try InputFile(path)
            var content: [UInt8] = []
            while true {
                let piece = try file.read(upTo: largestFile)
                if piece.isEmpty { return content }
                content += piece
                // The lines are sent with every request, and servers refuse more.
                guard content.count <= largestFile else { throw .input("\(file.name): it has more than \(largestFile >> 10) KiB") }
            }
        } catch {
            throw UsageError(error.message)
        }
    }

    private static var largestFile: Int { 1 << 16 }
}
