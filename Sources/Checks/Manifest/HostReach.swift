/// Why a phone in the street cannot connect to a host.
enum HostReach {
    /// nil if it can, as far as the name tells.
    static func obstacle(_ host: AddressHost) -> String? {
        if let address = host.ipv4 { return obstacle(ipv4: address) }
        if let parts = host.ipv6 { return obstacle(ipv6: parts) }
        guard let last = host.labels.last.map({ String(decoding: $0, as: UTF8.self).lowercased() }), !last.isEmpty else { return nil }
        if last == "localhost" { return "this is the phone itself" }
        let name = String(decoding: host.name, as: UTF8.self).lowercased()
        if host.labels.count == 1 { return "a name without a dot is known in its own network only" }
        let domain = name.hasSuffix(".home.arpa") ? "home.arpa" : last
        if localDomains.contains(domain) { return "names in .\(domain) are known in their own network only" }
        return reservedDomains.contains(last) ? "there are no names in .\(last) (RFC 2606)" : nil
    }

    private static func obstacle(ipv4 address: [UInt8]) -> String? {
        switch (address[0], address[1]) {
        case (127, _): "this is the phone itself"
        case (0, _): "no host has this address"
        case (10, _), (172, 16...31), (192, 168): "this address is private (RFC 1918)"
        case (169, 254): "this address is of one network link only"
        case (100, 64...127): "this address is shared inside of providers (RFC 6598)"
        case (192, 0) where address[2] == 2, (198, 51) where address[2] == 100, (203, 0) where address[2] == 113:
            "this address is for documents only (RFC 5737)"
        case (224...239, _): "this address is of a multicast group"
        case (240..., _): "no host has this address"
        default: nil
        }
    }

    private static func obstacle(ipv6 parts: [UInt16]) -> String? {
        // An IPv4 address in IPv6 (RFC 4291, 2.5.5.2).
        if parts[..<5].allSatisfy({ $0 == 0 }), parts[5] == 0xFFFF {
            return obstacle(ipv4: parts[6...].flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] })
        }
        if parts[..<7].allSatisfy({ $0 == 0 }) {
            return parts[7] == 1 ? "this is the phone itself" : parts[7] == 0 ? "no host has this address" : nil
        }
        if parts[0] & 0xFE00 == 0xFC00 { return "this address is private (RFC 4193)" }
        if parts[0] == 0x2001, parts[1] == 0x0DB8 { return "this address is for documents only (RFC 3849)" }
        if parts[0] & 0xFF00 == 0xFF00 { return "this address is of a multicast group" }
        return parts[0] & 0xFFC0 == 0xFE80 ? "this address is of one network link only" : nil
    }

    /// Domains of local networks: RFC 6762, RFC 8375 for `home.arpa`, and those that routers and offices use.
    private static let localDomains: Set<String> = ["local", "internal", "intranet", "lan", "localdomain", "corp", "home", "home.arpa"]
    /// `example` is not among them: samples and tests use it.
    private static let reservedDomains: Set<String> = ["test", "invalid"]
}
