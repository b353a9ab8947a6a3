import Fetching
import WeirSystem

/// The options of a command that fetches pictures.
protocol FetchingOptions: Sendable {
    var fetching: FetchOptions { get set }
    /// The files of header lines, which are read while the arguments are.
    var headerFiles: [[UInt8]] { get set }
    /// Whether the command has a journal and a mirror, of which the texts of options then speak.
    static var keepsPictures: Bool { get }
}

extension FetchOptions {
    /// The defaults of every command, and what the environment says of buckets.
    static var defaults: FetchOptions {
        var options = FetchOptions(userAgent: "weir/\(Version.number)")
        options.isS3Unsigned = ["1", "true", "yes"].contains(environment("AWS_NO_SIGN_REQUEST")?.lowercased())
        return options
    }
}

extension FetchingOptions {
    /// Adds header lines. The name of the program has a value of its own, since robots.txt is read by it too.
    mutating func add(_ header: HeaderLines) {
        for line in header.lines {
            let parts = line.split(separator: ":", maxSplits: 1)
            if parts.count == 2, parts[0].lowercased() == "user-agent" {
                fetching.userAgent = String(parts[1].drop { $0 == " " || $0 == "\t" })
            } else {
                fetching.lines.append(line)
            }
        }
        if let file = header.file { headerFiles.append(file) }
    }
}

extension Flag where Options: FetchingOptions {
    /// The options of every command that fetches.
    static var fetching: [Flag] { politeness + trust + transferLimits }

    private static var politeness: [Flag] {
        [
            .value(
                "per-host", .perHost("auto[:N]|N"), in: .network, default: "auto",
                help: """
                    Run N transfers at once for each host. With auto, begin with 8, and run more while answers come as fast as \
                    before, up to N, or 32 connections over HTTP/1.1 and 100 streams over HTTP/2. Run fewer when they come late \
                    or are refused.
                    """
            ) { $0.fetching.perHost = $1 },
            .value(
                "rate", .rate("N"), in: .network,
                help: "Send at most N requests a second to each host. Without this option, as many as it answers."
            ) { $0.fetching.rate = $1 },
            .value(
                "host-patience", .duration("T"), in: .network, default: "2m",
                help: """
                    Wait for a host that fails for T in all, and try it again and again. Then its pictures fail without a \
                    request.
                    """
            ) { $0.fetching.hostPatience = Int64($1) },
            .value(
                "retries", .count("N", atLeast: 0, atMost: 100), in: .network, default: "3",
                help: "Ask up to N times again for a picture whose failure may pass."
            ) { $0.fetching.limits.retries = $1 },
            .toggle(
                "robots", in: .network,
                help: """
                    Obey the robots.txt of each host (RFC 9309), and fail pictures that it forbids for the user \
                    agent.\(Options.keepsPictures ? " A journal keeps it for a day." : "")
                    """
            ) { $0.fetching.obeysRobots = $1 },
            .value(
                "header", .headers("LINE|@FILE"), in: .network, isRepeatable: true,
                help: """
                    Send LINE, such as 'Accept-Language: de', with each request to a host that the URL of a picture names. \
                    Redirects to other hosts do not get it. 'User-Agent: TEXT' is sent to all of them. @FILE stands for the lines of \
                    FILE, which other users of the machine cannot see in the list of processes. May be given more than once.
                    """
            ) { $0.add($1) },
        ]
    }

    private static var trust: [Flag] {
        [
            .value(
                "allow-host", .permission("private|NAME|ADDRESS|CIDR"), in: .trust, isRepeatable: true,
                help: """
                    Connect to hosts of this name, or with this address or an address in this network, even if the address is \
                    private or that of a cloud's metadata. private is all loopback, link-local and private addresses, but not \
                    metadata. May be given more than once.
                    """
            ) {
                switch $1 {
                case .privateHosts: $0.fetching.addresses.allowsPrivateHosts = true
                case .host(let host): $0.fetching.addresses.allowedHosts.append(host)
                }
            },
            .value(
                "cacert", .certificates("FILE"), in: .trust,
                help: "Trust the certificates in FILE, and not those of the system."
            ) { $0.fetching.certificates = $1 },
            .value(
                "proxy", .proxy("URL"), in: .trust,
                help: """
                    Fetch through the proxy URL. It resolves the names of hosts, so their addresses cannot be \
                    judged here. Without this option no proxy is used.
                    """
            ) { $0.fetching.proxy = $1 },
        ]
    }

    private static var transferLimits: [Flag] {
        [
            .value(
                "timeout", .duration("T"), in: .limits, default: "60s",
                help: """
                    Give a transfer up after T: 500ms, 15s, 10m, 24h; a connection that does not stand after a sixth of T, and a \
                    transfer that brings nothing for a quarter of it.
                    """
            ) { ($0.fetching.timeout, $0.fetching.connectTimeout, $0.fetching.stallTimeout) = ($1, max(1, $1 / 6), max(1, $1 / 4)) },
            .value(
                "max-bytes", .bytes("SIZE"), in: .limits, default: "64MiB",
                help: """
                    Fail a picture whose size is not known after SIZE bytes: 64KiB, \
                    10MB.\(Options.keepsPictures ? " With --mirror, a picture that is larger." : "")
                    """
            ) { $0.fetching.limits.maxBytes = UInt64($1) },
        ]
    }
}
