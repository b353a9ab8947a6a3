import Fetching

/// The settings of a command that fetches pictures.
protocol FetchingSettings: Sendable {
    var fetching: FetchSettings { get set }
    /// The files of header lines, which are read while the arguments are.
    var headerFiles: [[UInt8]] { get set }
    /// Whether the command has a journal and a mirror, of which the texts of options then speak.
    static var keepsPictures: Bool { get }
}

extension FetchSettings {
    /// The defaults of every command.
    static var defaults: FetchSettings { FetchSettings(userAgent: "weir/\(Version.number)") }
}

extension Flag where Settings: FetchingSettings {
    /// The options of every command that fetches.
    static var fetching: [Flag] { politeness + trust + buckets + transferLimits }

    private static var politeness: [Flag] {
        [
            .value(
                "concurrency", .count("N", atLeast: 1, atMost: 10_000), in: .network, default: "512",
                help: "Run at most N transfers at once."
            ) { $0.fetching.concurrency = $1 },
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
            .value(
                "user-agent", .line("TEXT"), in: .network, default: "weir/\(Version.number)",
                help: "Tell servers that this is TEXT."
            ) { $0.fetching.userAgent = $1 },
            .toggle(
                "robots", in: .network,
                help: """
                    Obey the robots.txt of each host (RFC 9309), and fail pictures that it forbids for the user \
                    agent.\(Settings.keepsPictures ? " A journal keeps it for a day." : "")
                    """
            ) { $0.fetching.obeysRobots = $1 },
            .value(
                "header", .headers("LINE|@FILE"), in: .network, isRepeatable: true,
                help: """
                    Send LINE, such as 'Accept-Language: de', with each request to a host that the URL of a picture names. \
                    Redirects to other hosts do not get it. @FILE stands for the lines of FILE, which other users of the \
                    machine cannot see in the list of processes. May be given more than once.
                    """
            ) {
                $0.fetching.lines += $1.lines
                if let file = $1.file { $0.headerFiles.append(file) }
            },
        ]
    }

    private static var trust: [Flag] {
        [
            .toggle(
                "allow-private-hosts", in: .network,
                help: "Connect to loopback, link-local and private addresses too, but not to those of a cloud's metadata."
            ) { $0.fetching.allowsPrivateHosts = $1 },
            .value(
                "allow-host", .host("NAME|ADDRESS|CIDR"), in: .network, isRepeatable: true,
                help: """
                    Connect to hosts of this name, or with this address or an address in this network, even if the address is \
                    private or that of a cloud's metadata. May be given more than once.
                    """
            ) { $0.fetching.allowedHosts.append($1) },
            .toggle("insecure", in: .network, help: "Take any certificate of a TLS server.") { $0.fetching.isInsecure = $1 },
            .value(
                "cacert", .certificates("FILE"), in: .network,
                help: "Trust the certificates in FILE, and not those of the system."
            ) { $0.fetching.certificates = $1 },
            .value(
                "proxy", .proxy("URL"), in: .network,
                help: """
                    Fetch through the proxy URL. It resolves the names of hosts, so their addresses cannot be \
                    judged here. Without this option no proxy is used.
                    """
            ) { $0.fetching.proxy = $1 },
        ]
    }

    private static var buckets: [Flag] {
        [
            .value(
                "s3-endpoint", .endpoint("URL"), in: .network,
                help: """
                    Ask the server URL for the pictures of s3://BUCKET/KEY. Without this option it is the one that \
                    AWS_ENDPOINT_URL names, or Amazon's.
                    """
            ) { $0.fetching.s3Endpoint = $1 },
            .toggle(
                "s3-unsigned", in: .network, help: "Ask for what everybody may read in the buckets of s3: URLs; no keys are needed."
            ) { $0.fetching.isS3Unsigned = $1 },
        ]
    }

    private static var transferLimits: [Flag] {
        [
            .value(
                "connect-timeout", .duration("T"), in: .limits, default: "10s",
                help: "Give a connection up that does not stand after T: 500ms, 15s, 10m, 24h."
            ) { $0.fetching.connectTimeout = $1 },
            .value("timeout", .duration("T"), in: .limits, default: "60s", help: "Give a transfer up after T.") {
                $0.fetching.timeout = $1
            },
            .value(
                "stall-timeout", .duration("T"), in: .limits, default: "15s",
                help: "Give a transfer up that brings nothing for T."
            ) { $0.fetching.stallTimeout = $1 },
            .value(
                "max-bytes", .bytes("SIZE"), in: .limits, default: "64MiB",
                help: """
                    Fail a picture whose size is not known after SIZE bytes: 64KiB, \
                    10MB.\(Settings.keepsPictures ? " With --mirror, a picture that is larger." : "")
                    """
            ) { $0.fetching.limits.maxBytes = UInt64($1) },
            .value(
                "max-redirects", .count("N", atLeast: 0, atMost: 100), in: .limits, default: "5",
                help: "Follow at most N redirects for each picture."
            ) { $0.fetching.limits.maxRedirects = $1 },
        ]
    }
}
