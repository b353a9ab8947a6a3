import Fetching
import WeirBase

// The options of single hosts, in the member `hosts` of a JSON file such as weir.json. The same table of flags as for
// options reads their values.

/// The options of a host, and the files that its header lines were read from.
struct HostOptions: Sendable {
    var limits = HostLimits()
    var headerFiles: [[UInt8]] = []
}

/// The keys of a host. The command line has none of them.
let hostGrammar = Grammar(
    defaults: HostOptions(),
    flags: [
        .value("per-host", .perHost("auto[:N]|N"), in: .network, help: "As --per-host, for this host.") { $0.limits.perHost = $1 },
        .value("rate", .rate("N"), in: .network, help: "As --rate, for this host.") { $0.limits.rate = $1 },
        .value(
            "headers", .headers("LINE|@FILE"), in: .network, isRepeatable: true,
            help: "Header lines as those of --header, for this host only. One replaces a line of --header with the same name."
        ) {
            $0.limits.lines += $1.lines
            if let file = $1.file { $0.headerFiles.append(file) }
        },
    ],
    operand: { _, _ in })

let hostsName = "hosts"

/// The hosts in the member `hosts`, and their options before the values are read.
private func namedHosts(
    in document: JSONValue
) throws(UsageError) -> [(pattern: HostPattern, options: [GivenOption<HostOptions>])] {
    guard let value = document[hostsName] else { return [] }
    guard case .object(let members) = value else { throw UsageError("\(hostsName): this must be an object of hosts") }
    var hosts: [(pattern: HostPattern, options: [GivenOption<HostOptions>])] = []
    for member in members {
        guard member.name != "$comment" else {
            guard member.value.string != nil else { throw UsageError("\(hostsName).$comment: this must be text") }
            continue
        }
        let key = "\(hostsName).\(Argument(member.name).shown)"
        guard let pattern = HostPattern(member.name) else {
            throw UsageError("\(key): this is not a host's name or address, nor *. and a name")
        }
        guard !hosts.contains(where: { $0.pattern == pattern }) else { throw UsageError("\(key): this host is named twice") }
        hosts.append((pattern, try hostGrammar.options(in: member.value, called: key)))
    }
    return hosts
}

/// Refuses names that are no hosts, and unknown keys. The values are judged by the command that uses them, since they may
/// name files.
func checkHosts(of document: JSONValue) throws(UsageError) { _ = try namedHosts(in: document) }

extension FetchingOptions {
    mutating func takeHosts(of document: JSONValue) throws(UsageError) {
        for host in try namedHosts(in: document) {
            var options = HostOptions()
            for option in host.options { try option.apply(to: &options) }
            fetching.hosts[host.pattern] = options.limits
            headerFiles += options.headerFiles
        }
    }
}
