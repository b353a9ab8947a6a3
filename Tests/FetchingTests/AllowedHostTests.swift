import Testing

@testable import Fetching

/// The hosts that `--allow-host` names.
@Suite struct AllowedHostTests {
    /// The option, a host of a URL, the address that it stands for, and whether a connection is allowed.
    @Test(arguments: [
        ("cam.example", "cam.example", "10.0.0.1", true), ("CAM.example", "cam.example", "127.0.0.1", true),
        ("b\u{FC}ro.example", "xn--bro-hoa.example", "10.0.0.1", true), ("cam.example", "169.254.169.254", "169.254.169.254", false),
        ("cam.example", "a.cam.example", "10.0.0.1", false), ("cam.example", "cam.example.test", "10.0.0.1", false),
        ("metadata.example", "metadata.example", "169.254.169.254", true),
        ("10.1.2.3", "any.example", "10.1.2.3", true), ("10.1.2.3", "any.example", "10.1.2.4", false),
        ("10.1.0.0/16", "any.example", "10.1.255.255", true), ("10.1.0.0/16", "any.example", "10.2.0.0", false),
        ("10.1.77.1/16", "any.example", "10.1.0.0", true), ("0.0.0.0/0", "any.example", "10.2.0.0", true),
        ("0.0.0.0/0", "any.example", "::1", false), ("169.254.169.254/32", "any.example", "169.254.169.254", true),
        ("fd00::/8", "any.example", "fd12::1", true), ("fd00::/8", "any.example", "fc00::1", false),
        ("[::1]", "any.example", "::1", true), ("::1", "any.example", "::ffff:127.0.0.1", false),
        ("127.0.0.1", "any.example", "::ffff:127.0.0.1", false), ("224.0.0.1", "any.example", "224.0.0.1", true),
    ])
    func allowed(option: String, host: String, address: String, isAllowed: Bool) throws {
        let rules = AddressRules(allowedHosts: [try #require(AllowedHost(option))])
        #expect((rules.objection(to: try #require(InternetAddress(text: address)), of: host) == nil) == isAllowed)
    }

    @Test(arguments: [
        "", "/", "10.1.0.0/33", "10.1.0.0/", "10.1.0.0/-1", "10.1.0.0/8/8", "::/129", "cam.example/8", "cam.example:80",
        "http://cam.example",
        "user@cam.example", "a b", "cam.example#x", "cam.example?x", "[::1", "[::1]:80", "a\\b",
    ])
    func refused(option: String) { #expect(AllowedHost(option) == nil) }
}
