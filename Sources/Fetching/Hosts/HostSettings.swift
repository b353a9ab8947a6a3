/// The options of fetching from some hosts, which replace those for all hosts.
package struct HostSettings: Equatable, Sendable {
    package var perHost: PerHost?
    package var rate: Double?
    /// Lines such as `Name: value`, besides those for all hosts with other names.
    package var lines: [String] = []

    package init() {}
}

extension FetchSettings {
    /// The settings of a host by its name or address: those of the most exact pattern alone.
    func settings(of host: String) -> HostSettings {
        hosts.isEmpty ? HostSettings() : HostPattern.all(matching: host).lazy.compactMap { hosts[$0] }.first ?? HostSettings()
    }

    /// The largest number of connections to any host.
    var mostConnectionsPerHost: Int {
        hosts.values.compactMap { $0.perHost?.mostConnections }.reduce(perHost.mostConnections, max)
    }
}
