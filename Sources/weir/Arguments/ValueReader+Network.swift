import Fetching
import System

/// Hosts that may be asked although their addresses are not public.
enum HostPermission: Sendable {
    case privateHosts
    case host(AllowedHost)
}

extension ValueReader where Value == HostPermission {
    static func permission(_ placeholder: String) -> ValueReader {
        ValueReader(spec: ValueSpec(placeholder: placeholder, completion: .words(["private"]))) { argument throws(UsageError) in
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
        ValueReader(spec: ValueSpec(placeholder: placeholder, completion: .nothing)) { argument throws(UsageError) in
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
        ValueReader(spec: ValueSpec(placeholder: placeholder, completion: .nothing)) { argument throws(UsageError) in
            let url = try argument.word()
            guard FetchSettings.isProxy(url) else {
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
        ValueReader(spec: ValueSpec(placeholder: placeholder, completion: .nothing)) { argument throws(UsageError) in
            Array(try argument.webURL(like: "https://img.example/shop").utf8)
        }
    }

    /// A file of certificates. It is read again when connections are made, so it is no pipe.
    static func certificates(_ placeholder: String) -> ValueReader {
        ValueReader(spec: ValueSpec(placeholder: placeholder, completion: .files)) { argument throws(UsageError) in
            let path = try argument.path()
            do throws(MachineFailure) {
                guard try InputFile(path).length != nil else { throw .input("\(argument.shown) is not a plain file") }
            } catch {
                throw UsageError(error.message)
            }
            guard FetchSettings.hasCertificates(path) else {
                throw UsageError("\(argument.shown): there is no certificate in it that can be read; PEM is expected")
            }
            return path
        }
    }
}
