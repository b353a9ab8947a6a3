import Glibc

/// Decides which addresses may be connected to. Others write the catalogue, so its URLs must not lead to hosts of the
/// user's own network.
///
/// The address of the connection is checked, not the name: a name may resolve to another address a moment later.
package struct AddressRules: Equatable, Sendable {
    /// Whether connections to hosts of the user's network are allowed.
    package var allowsPrivateHosts = false
    /// Hosts and networks that are allowed whatever the kind of their addresses.
    package var allowedHosts: [AllowedHost] = []

    /// The kind of a forbidden address; nil if a connection to the address is allowed. `host` is the name in the URL.
    func objection(to address: InternetAddress, of host: String) -> AddressKind? {
        guard let kind = AddressRules.kind(of: address), !(allowsPrivateHosts && kind.isPrivateHost) else { return nil }
        return allowedHosts.contains { $0.contains(address, of: host) } ? nil : kind
    }

    /// The special purpose of an address; nil if it can be reached from everywhere.
    static func kind(of address: InternetAddress) -> AddressKind? {
        switch address {
        case .v4(let bits): kind(of: bits)
        case .v6(let bits): kind(of: bits)
        }
    }

    private static func kind(of address: UInt32) -> AddressKind? {
        specialIPv4.first { $0.prefix.contains(address) }?.kind
    }

    private static func kind(of address: UInt128) -> AddressKind? {
        if let special = specialIPv6.first(where: { $0.prefix.contains(address) }) { return special.kind }
        if let rule = embedding.first(where: { $0.prefix.contains(address) }) {
            return kind(of: UInt32(truncatingIfNeeded: address >> UInt128(rule.bitsBehind)))
        }
        guard globalUnicast.contains(address) else { return .reserved }
        // ISATAP (RFC 5214, 6.1): any prefix, then 0:5EFE or 200:5EFE, then an IPv4 address.
        let interface = UInt32(truncatingIfNeeded: address >> 32)
        return interface & ~0x0200_0000 == 0x5EFE ? kind(of: UInt32(truncatingIfNeeded: address)) : nil
    }
}

/// IANA, IPv4 Special-Purpose Address Registry, and the multicast and reserved blocks of the
/// IPv4 Address Space Registry. The first prefix that fits counts. Special blocks that can be
/// reached from everywhere (AS112, AMT) are left out.
private let specialIPv4: [(prefix: AddressPrefix<UInt32>, kind: AddressKind)] = [
    (.init(0, 0, 0, 0, length: 8), .unspecified),  // RFC 791, 3.2: this network
    (.init(10, 0, 0, 0, length: 8), .privateUse),  // RFC 1918
    (.init(100, 100, 100, 200, length: 32), .metadata),  // Alibaba Cloud
    (.init(100, 64, 0, 0, length: 10), .sharedByCarrier),  // RFC 6598
    (.init(127, 0, 0, 0, length: 8), .loopback),  // RFC 1122, 3.2.1.3
    (.init(168, 63, 129, 16, length: 32), .metadata),  // Azure, inside a block that is reached from everywhere
    (.init(169, 254, 169, 254, length: 32), .metadata),  // most clouds
    (.init(169, 254, 170, 2, length: 32), .metadata),  // AWS: credentials of containers
    (.init(169, 254, 170, 23, length: 32), .metadata),  // AWS: credentials of pods
    (.init(169, 254, 0, 0, length: 16), .linkLocal),  // RFC 3927
    (.init(172, 16, 0, 0, length: 12), .privateUse),  // RFC 1918
    (.init(192, 0, 0, 0, length: 24), .reserved),  // RFC 6890: protocol assignments
    (.init(192, 0, 2, 0, length: 24), .documentation),  // RFC 5737
    (.init(192, 88, 99, 0, length: 24), .reserved),  // RFC 7526: the former 6to4 relay
    (.init(192, 168, 0, 0, length: 16), .privateUse),  // RFC 1918
    (.init(198, 18, 0, 0, length: 15), .benchmarking),  // RFC 2544
    (.init(198, 51, 100, 0, length: 24), .documentation),  // RFC 5737
    (.init(203, 0, 113, 0, length: 24), .documentation),  // RFC 5737
    (.init(224, 0, 0, 0, length: 4), .multicast),  // RFC 5771
    (.init(255, 255, 255, 255, length: 32), .broadcast),  // RFC 919
    (.init(240, 0, 0, 0, length: 4), .reserved),  // RFC 1112, 4
]

/// IANA, IPv6 Special-Purpose Address Registry, and deprecated blocks.
private let specialIPv6: [(prefix: AddressPrefix<UInt128>, kind: AddressKind)] = [
    (.init(length: 128), .unspecified),  // RFC 4291, 2.5.2
    (.init(0, 0, 0, 0, 0, 0, 0, 1, length: 128), .loopback),  // RFC 4291, 2.5.3
    (.init(0x64, 0xFF9B, 1, length: 48), .privateUse),  // RFC 8215: translation of a network's own
    (.init(0x100, length: 64), .discard),  // RFC 6666
    (.init(0x2001, 0, length: 32), .tunnel),  // RFC 4380: Teredo
    (.init(0x2001, 2, 0, length: 48), .benchmarking),  // RFC 5180
    (.init(0x2001, 0x10, length: 28), .identifier),  // RFC 4843: ORCHID
    (.init(0x2001, 0x20, length: 28), .identifier),  // RFC 7343: ORCHIDv2
    (.init(0x2001, 0x30, length: 28), .identifier),  // RFC 9374: drones
    (.init(0x2001, 0, length: 23), .reserved),  // RFC 2928: protocol assignments
    (.init(0x2001, 0xDB8, length: 32), .documentation),  // RFC 3849
    (.init(0x3FFF, length: 20), .documentation),  // RFC 9637
    (.init(0x5F00, length: 16), .identifier),  // RFC 9602: segment routing
    (.init(0xFD00, 0xEC2, 0, 0, 0, 0, 0, 0x23, length: 128), .metadata),  // AWS: credentials of pods
    (.init(0xFD00, 0xEC2, 0, 0, 0, 0, 0, 0x254, length: 128), .metadata),  // AWS
    (.init(0xFD20, 0xCE, 0, 0, 0, 0, 0, 0x254, length: 128), .metadata),  // Google Cloud
    (.init(0xFC00, length: 7), .privateUse),  // RFC 4193: unique local
    (.init(0xFE80, length: 10), .linkLocal),  // RFC 4291, 2.5.6
    (.init(0xFEC0, length: 10), .privateUse),  // RFC 3879: site-local
    (.init(0xFF00, length: 8), .multicast),  // RFC 4291, 2.7
]

/// Prefixes of IPv6 addresses that contain an IPv4 address, and the number of bits behind the IPv4 address. The rules
/// for the IPv4 address apply.
private let embedding: [(prefix: AddressPrefix<UInt128>, bitsBehind: Int)] = [
    (.init(length: 96), 0),  // RFC 4291, 2.5.5.1: IPv4-compatible
    (.init(0, 0, 0, 0, 0, 0xFFFF, length: 96), 0),  // RFC 4291, 2.5.5.2: IPv4-mapped
    (.init(0, 0, 0, 0, 0xFFFF, 0, length: 96), 0),  // RFC 2765, 2.1: IPv4-translated
    (.init(0x64, 0xFF9B, length: 96), 0),  // RFC 6052, 2.1: NAT64
    (.init(0x2002, length: 16), 80),  // RFC 3056, 2: 6to4
]

/// All addresses that can be reached from everywhere (RFC 4291, 2.4).
private let globalUnicast = AddressPrefix<UInt128>(0x2000, length: 3)

/// The special purpose of an address that cannot be reached from everywhere.
enum AddressKind: Equatable, Sendable, CaseIterable {
    case loopback, linkLocal, privateUse, sharedByCarrier, benchmarking
    case unspecified, multicast, broadcast, documentation, reserved, discard, identifier, tunnel, metadata

    /// The kind in words, as the end of a sentence: "the host's address is …".
    var words: StaticString {
        switch self {
        case .loopback: "a loopback address"
        case .linkLocal: "a link-local address"
        case .privateUse: "a private address"
        case .sharedByCarrier: "an address inside a carrier's network"
        case .benchmarking: "an address for benchmarks"
        case .unspecified: "the unspecified address"
        case .multicast: "a multicast address"
        case .broadcast: "the broadcast address"
        case .documentation: "an address for documentation"
        case .reserved: "a reserved address"
        case .discard: "an address whose traffic is discarded"
        case .identifier: "an identifier that is no address"
        case .tunnel: "the address of a tunnel"
        case .metadata: "the address of a cloud's metadata"
        }
    }

    /// Why such an address is not asked; nil if nothing can allow it.
    var refusal: String? {
        isPrivateHost ? "private hosts are not allowed" : self == .metadata ? "it is not allowed by its name" : nil
    }

    /// Whether a machine of the user's network can have such an address, so that it can be allowed as private.
    /// The other kinds lead nowhere, or to more than one machine.
    var isPrivateHost: Bool {
        switch self {
        case .loopback, .linkLocal, .privateUse, .sharedByCarrier, .benchmarking, .unspecified: true
        case .multicast, .broadcast, .documentation, .reserved, .discard, .identifier, .tunnel, .metadata: false
        }
    }
}

/// An IP address as bits.
enum InternetAddress: Hashable, Sendable {
    case v4(UInt32)
    case v6(UInt128)

    /// Takes 4 or 16 bytes in network order; nil for any other number of bytes.
    init?(_ bytes: UnsafeRawBufferPointer) {
        switch bytes.count {
        case 4: self = .v4(UInt32(bigEndian: bytes.loadUnaligned(as: UInt32.self)))
        case 16: self = .v6(UInt128(bigEndian: bytes.loadUnaligned(as: UInt128.self)))
        default: return nil
        }
    }

    /// Takes `127.0.0.1`, `::1` or `[::1]`; nil for any other text.
    init?(text: String) {
        let isBracketed = text.hasPrefix("[") && text.hasSuffix("]")
        let bare = isBracketed ? String(text.dropFirst().dropLast()) : text
        var bytes = [UInt8](repeating: 0, count: bare.contains(":") ? 16 : 4)
        guard inet_pton(bytes.count == 16 ? AF_INET6 : AF_INET, bare, &bytes) == 1 else { return nil }
        guard let address = bytes.withUnsafeBytes({ InternetAddress($0) }) else { return nil }
        self = address
    }

    /// Takes the host of a URL that is written as an address, also as browsers and libcurl read `127.1` and `0x7f.1`; nil for a name.
    init?(host: String) {
        var number = in_addr()
        if let address = InternetAddress(text: host) {
            self = address
        } else if inet_aton(host.hasSuffix(".") ? String(host.dropLast()) : host, &number) != 0 {
            self = .v4(UInt32(bigEndian: number.s_addr))
        } else {
            return nil
        }
    }
}

/// A block of addresses that begin with the same bits.
package struct AddressPrefix<Bits: FixedWidthInteger & UnsignedInteger & Sendable>: Equatable, Sendable {
    let first: Bits
    let length: Int

    /// Takes all bits if no length is given; nil if there are not so many bits.
    init?(_ first: Bits, _ length: Int?) {
        guard (0...Bits.bitWidth).contains(length ?? Bits.bitWidth) else { return nil }
        (self.first, self.length) = (first, length ?? Bits.bitWidth)
    }

    func contains(_ address: Bits) -> Bool { (address ^ first) >> (Bits.bitWidth - length) == 0 }
}

extension AddressPrefix<UInt32> {
    init(_ a: UInt8, _ b: UInt8, _ c: UInt8, _ d: UInt8, length: Int) {
        first = UInt32(a) << 24 | UInt32(b) << 16 | UInt32(c) << 8 | UInt32(d)
        self.length = length
    }
}

extension AddressPrefix<UInt128> {
    /// Takes the groups from the left. Missing groups are 0.
    init(_ groups: UInt16..., length: Int) {
        first = groups.enumerated().reduce(0) { $0 | UInt128($1.element) << UInt128(112 - 16 * $1.offset) }
        self.length = length
    }
}
