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
