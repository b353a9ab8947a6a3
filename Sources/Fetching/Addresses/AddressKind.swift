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

    /// The option that permits such an address; nil if none is worth naming.
    var permission: String? { isPrivateHost ? "--allow-host private" : self == .metadata ? "--allow-host" : nil }

    /// Whether a machine of the user's network can have such an address, so that `--allow-private-hosts` permits it.
    /// The other kinds lead nowhere, or to more than one machine.
    var isPrivateHost: Bool {
        switch self {
        case .loopback, .linkLocal, .privateUse, .sharedByCarrier, .benchmarking, .unspecified: true
        case .multicast, .broadcast, .documentation, .reserved, .discard, .identifier, .tunnel, .metadata: false
        }
    }
}
