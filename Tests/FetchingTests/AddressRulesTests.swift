import Foundation
import TestSupport
import Testing

@testable import Fetching

/// The rules at both ends of every block of addresses.
@Suite struct AddressRulesTests {
    @Test(
        arguments: [
            ("0.0.0.0", .unspecified), ("0.255.255.255", .unspecified), ("1.0.0.0", nil),
            ("9.255.255.255", nil), ("10.0.0.0", .privateUse), ("10.255.255.255", .privateUse), ("11.0.0.0", nil),
            ("100.63.255.255", nil), ("100.64.0.0", .sharedByCarrier), ("100.127.255.255", .sharedByCarrier),
            ("100.128.0.0", nil), ("126.255.255.255", nil), ("127.0.0.1", .loopback), ("127.255.255.255", .loopback),
            ("128.0.0.0", nil), ("169.253.255.255", nil), ("169.254.0.0", .linkLocal),
            ("169.254.169.253", .linkLocal), ("169.254.169.254", .metadata), ("169.254.170.2", .metadata), ("169.254.170.23", .metadata),
            ("100.100.100.199", .sharedByCarrier), ("100.100.100.200", .metadata), ("168.63.129.16", .metadata), ("168.63.129.17", nil),
            ("169.255.0.0", nil), ("172.15.255.255", nil), ("172.16.0.0", .privateUse),
            ("172.31.255.255", .privateUse), ("172.32.0.0", nil), ("192.0.0.8", .reserved), ("192.0.1.0", nil),
            ("192.0.2.1", .documentation), ("192.0.3.0", nil), ("192.88.99.1", .reserved), ("192.167.255.255", nil),
            ("192.168.0.1", .privateUse), ("192.169.0.0", nil), ("198.17.255.255", nil), ("198.18.0.0", .benchmarking),
            ("198.19.255.255", .benchmarking), ("198.20.0.0", nil), ("198.51.100.7", .documentation),
            ("203.0.113.7", .documentation), ("203.0.114.0", nil), ("223.255.255.255", nil), ("224.0.0.1", .multicast),
            ("239.255.255.255", .multicast), ("240.0.0.0", .reserved), ("255.255.255.254", .reserved),
            ("255.255.255.255", .broadcast), ("8.8.8.8", nil), ("151.101.1.140", nil),
        ] as [(String, AddressKind?)])
    func ipv4(_ text: String, _ kind: AddressKind?) throws {
        #expect(AddressRules.kind(of: try address(text)) == kind)
    }

    @Test(
        arguments: [
            ("::", .unspecified), ("::1", .loopback), ("::2", .unspecified), ("::7f00:1", .loopback), ("::8.8.8.8", nil),
            ("::ffff:10.0.0.1", .privateUse), ("::ffff:169.254.169.254", .metadata), ("64:ff9b::100.100.100.200", .metadata),
            ("::ffff:8.8.8.8", nil),
            ("::ffff:0:127.0.0.1", .loopback), ("::ffff:0:8.8.8.8", nil), ("::1:0:0", .reserved),
            ("64:ff9b::127.0.0.1", .loopback), ("64:ff9b::8.8.8.8", nil), ("64:ff9b::1:8.8.8.8", .reserved),
            ("64:ff9b:1::8.8.8.8", .privateUse), ("100::1", .discard), ("100:0:0:1::1", .reserved),
            ("2001::1", .tunnel), ("2001:0:4136:e378:8000:63bf:3fff:fdd2", .tunnel), ("2001:1::1", .reserved),
            ("2001:2::1", .benchmarking), ("2001:2:1::1", .reserved), ("2001:10::1", .identifier),
            ("2001:2f:ffff::1", .identifier), ("2001:3f::1", .identifier), ("2001:1ff:ffff::1", .reserved),
            ("2001:200::1", nil), ("2001:db7:ffff::1", nil), ("2001:db8::1", .documentation), ("2001:db9::1", nil),
            ("2002:7f00:1::1", .loopback), ("2002:c0a8:101::", .privateUse), ("2002:808:808::1", nil), ("2003::1", nil),
            ("2606:4700::1111", nil), ("2a00:1450:4001::200e", nil), ("3ffe::1", nil), ("3fff::1", .documentation),
            ("3fff:fff:ffff::1", .documentation), ("3fff:1000::1", nil), ("4000::1", .reserved),
            ("5f00::1", .identifier), ("fbff::1", .reserved), ("fc00::1", .privateUse), ("fd12:3456::1", .privateUse),
            ("fd00:ec2::253", .privateUse),
            ("fd00:ec2::23", .metadata), ("fd00:ec2::254", .metadata), ("fd20:ce::254", .metadata),
            ("fe00::1", .reserved), ("fe80::1", .linkLocal), ("febf::1", .linkLocal), ("fec0::1", .privateUse),
            ("feff::1", .privateUse), ("ff02::1", .multicast), ("2a00::5efe:10.0.0.1", .privateUse),
            ("2a00::200:5efe:127.0.0.1", .loopback), ("2a00::5efe:8.8.8.8", nil), ("2a00::100:5efe:127.0.0.1", nil),
            ("fe80::5efe:8.8.8.8", .linkLocal),
        ] as [(String, AddressKind?)])
    func ipv6(_ text: String, _ kind: AddressKind?) throws {
        #expect(AddressRules.kind(of: try address(text)) == kind)
    }

    @Test(arguments: [
        ("127.0.0.1", true), ("169.254.1.1", true), ("10.1.1.1", true), ("100.64.0.1", true), ("0.0.0.0", true),
        ("::1", true), ("fe80::1", true), ("fd00::1", true), ("::ffff:192.168.1.1", true), ("8.8.8.8", true),
        ("224.0.0.1", false), ("255.255.255.255", false), ("240.0.0.1", false), ("192.0.2.1", false),
        ("ff02::1", false), ("2001:db8::1", false), ("2001::1", false), ("100::1", false), ("169.254.169.254", false),
        ("fd00:ec2::254", false), ("100.100.100.200", false), ("::ffff:169.254.169.254", false), ("2002:a9fe:a9fe::1", false),
    ])
    func privateHostsMayBeAllowed(_ text: String, _ isAllowed: Bool) throws {
        let objection = AddressRules(allowsPrivateHosts: true).objection(to: try address(text), of: "shop.example")
        #expect((objection == nil) == isAllowed)
    }

    /// An IPv4 address inside an IPv6 address has the same rule as alone.
    @Test func embeddedAddressesAreJudgedAsThemselves() {
        var seed = Seed.announced(for: "embedded addresses")
        for _ in 0..<20_000 {
            let plain = UInt32.random(in: .min ... .max, using: &seed)
            let kind = AddressRules.kind(of: .v4(plain))
            for prefix in [0xFFFF << 32, 0xFFFF << 48, 0x0064_FF9B << 96, 0x2A00 << 112 | 0x5EFE << 32] as [UInt128] {
                #expect(AddressRules.kind(of: .v6(prefix | UInt128(plain))) == kind, "\(plain) in \(prefix), \(seed)")
            }
            let tail = UInt128.random(in: 0..<1 << 80, using: &seed)
            #expect(AddressRules.kind(of: .v6(0x2002 << 112 | UInt128(plain) << 80 | tail)) == kind, "\(plain), \(seed)")
        }
    }

    @Test(arguments: [0, 3, 5, 15, 17])
    func otherLengthsAreNoAddress(_ count: Int) {
        [UInt8](repeating: 1, count: count).withUnsafeBytes { #expect(InternetAddress($0) == nil) }
    }

    @Test func everyKindHasWords() {
        #expect(Set(AddressKind.allCases.map { $0.words.description }).count == AddressKind.allCases.count)
    }

    private func address(_ text: String) throws -> InternetAddress { try #require(InternetAddress(text: text)) }
}
