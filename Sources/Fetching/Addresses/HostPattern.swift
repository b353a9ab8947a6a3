/// A host by its name or address, or with `*.` before it all hosts whose names end in `.` and the name.
package struct HostPattern: Hashable, Sendable {
    private let name: String
    private let coversSubdomains: Bool

    private init(_ name: String, coversSubdomains: Bool) { (self.name, self.coversSubdomains) = (name, coversSubdomains) }

    /// Takes `img.shop.example`, `*.shop.example` or an address; nil for any other text.
    package init?(_ text: String) {
        let coversSubdomains = text.hasPrefix("*.")
        let name = coversSubdomains ? String(text.dropFirst(2)) : text
        let isAlone = !name.contains { "/:@?#*".contains($0) } || name.hasPrefix("[") && name.hasSuffix("]")
        guard isAlone, let host = try? WebAddress(parsing: Array("http://\(name)/".utf8)).host else { return nil }
        self.init(host, coversSubdomains: coversSubdomains)
    }

    /// All patterns that match a host, the most exact one first.
    static func all(matching host: String) -> [HostPattern] {
        let dots = host.indices.filter { host[$0] == "." }
        return [HostPattern(host, coversSubdomains: false)]
            + dots.map { HostPattern(String(host[$0...].dropFirst()), coversSubdomains: true) }
    }
}

/// Hosts that may be asked even if their addresses are private: those of a name, or those in a network.
package enum AllowedHost: Equatable, Sendable {
    /// The name in the form in which it is resolved.
    case name(String)
    case ipv4(AddressPrefix<UInt32>)
    case ipv6(AddressPrefix<UInt128>)

    /// Takes a name, an address, or a network such as `10.1.0.0/16`; nil for any other text.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let length = parts.count == 2 ? Int(parts[1]) ?? -1 : nil
        switch InternetAddress(text: parts[0]) {
        case .v4(let first):
            guard let prefix = AddressPrefix(first, length) else { return nil }
            self = .ipv4(prefix)
        case .v6(let first):
            guard let prefix = AddressPrefix(first, length) else { return nil }
            self = .ipv6(prefix)
        case nil:
            guard let name = AllowedHost.name(text) else { return nil }
            self = .name(name)
        }
    }

    private static func name(_ text: String) -> String? {
        let isAlone = !text.contains { "/:@?#".contains($0) }
        return isAlone ? try? WebAddress(parsing: Array("http://\(text)/".utf8)).host : nil
    }

    /// `host` is the name in the URL that the address belongs to.
    func contains(_ address: InternetAddress, of host: String) -> Bool {
        switch (self, address) {
        case (.name(let name), _): name == host
        case (.ipv4(let prefix), .v4(let bits)): prefix.contains(bits)
        case (.ipv6(let prefix), .v6(let bits)): prefix.contains(bits)
        default: false
        }
    }
}
