import WeirBase

/// The host and the port of a URL (RFC 3986, 3.2.2 and 3.2.3).
struct AddressHost {
    /// Without the brackets of an IPv6 address and without a dot at the end.
    let name: [UInt8]
    /// The text behind the colon; nil if there is no colon.
    let port: [UInt8]?
    private let isBracketed: Bool
    private let isClosed: Bool
    private let hasTail: Bool

    /// Reads the host of an address whose authority begins at `start`.
    init(_ img: UnsafeBufferPointer<UInt8>, from start: Int) {
        let authority = img[start..<AddressForm.authorityEnd(of: img, from: start)]
        let behindUser = authority.lastIndex(of: UInt8(ascii: "@")).map { authority[($0 + 1)...] } ?? authority
        isBracketed = behindUser.first == UInt8(ascii: "[")
        let end = behindUser.firstIndex(of: UInt8(ascii: isBracketed ? "]" : ":"))
        isClosed = !isBracketed || end != nil
        let host = behindUser[..<(end ?? behindUser.endIndex)]
        var rest = behindUser[(end ?? behindUser.endIndex)...]
        if isBracketed { rest = rest.dropFirst() }
        port = rest.first == UInt8(ascii: ":") ? Array(rest.dropFirst()) : nil
        hasTail = port == nil && !rest.isEmpty
        let bare = Array(isBracketed ? host.dropFirst() : host)
        name = !isBracketed && bare.count > 1 && bare.last == UInt8(ascii: ".") ? bare.dropLast() : bare
    }

    var shown: String { name.withUnsafeBufferPointer { quoted($0) } }

    /// The address if the host is one of IPv4, in four decimal numbers.
    var ipv4: [UInt8]? { isBracketed ? nil : fourNumbers(name[...]) }

    /// The eight parts of the address if the host is one of IPv6.
    var ipv6: [UInt16]? { isBracketed && isClosed ? eightParts(name) : nil }

    var labels: [ArraySlice<UInt8>] { name.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false) }

    /// The reason why no host can have this name or this port; nil if there is none. Characters outside of ASCII are
    /// left to the check of the whole address.
    var fault: String? {
        if name.isEmpty, !isBracketed { return "img is a URL without a host" }
        if let reason = nameFault { return "img is a URL whose host \(shown) cannot exist: \(reason)" }
        if let port, !port.isEmpty, !isPort(port) {
            // Other text may be the beginning of a password with a slash in it.
            let isNumber = port.allSatisfy { isDigit($0) }
            return
                "img is a URL whose port is \(isNumber ? port.withUnsafeBufferPointer { quoted($0) } : "no number"), and ports are numbers from 1 to 65535"
        }
        return nil
    }

    private var nameFault: String? {
        if isBracketed {
            if !isClosed { return "the bracket of the IPv6 address is not closed" }
            return ipv6 == nil || hasTail ? "it is not an IPv6 address in brackets" : nil
        }
        let labels = labels
        if labels.contains(where: \.isEmpty) { return "a part between dots is empty" }
        if let odd = name.first(where: { $0 < 0x80 && !isHostCharacter($0) }) {
            return "names of hosts have no `\(String(Unicode.Scalar(odd)).visible)`"
        }
        let hyphen = UInt8(ascii: "-")
        if labels.contains(where: { $0.first == hyphen || $0.last == hyphen }) { return "a part of it begins or ends with a hyphen" }
        // RFC 1035, 2.3.4.
        if name.count > 253 || labels.contains(where: { $0.count > 63 }) {
            return "a name has at most 253 characters, and 63 between dots"
        }
        if labels.last.map(isNumber) == true, ipv4 == nil {
            return "an IPv4 address is four decimal numbers up to 255, which do not begin with 0"
        }
        return nil
    }
}

/// Names in use have underscores, although the rules for hosts have none.
private func isHostCharacter(_ byte: UInt8) -> Bool {
    let letter = byte | 0x20
    return letter >= UInt8(ascii: "a") && letter <= UInt8(ascii: "z") || isDigit(byte) || "-_.".utf8.contains(byte)
}

private func isPort(_ digits: [UInt8]) -> Bool {
    digits.allSatisfy(isDigit) && Int(String(decoding: digits, as: UTF8.self)).map { (1...65535).contains($0) } ?? false
}

/// Whether a part of a name is a decimal or a hexadecimal number. Programs read such names as addresses, each in its way.
private func isNumber(_ label: ArraySlice<UInt8>) -> Bool {
    let text = String(decoding: label, as: UTF8.self).lowercased()
    return text.hasPrefix("0x") ? text.dropFirst(2).allSatisfy(\.isHexDigit) : label.allSatisfy(isDigit)
}

private func fourNumbers(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    let parts = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    let numbers = parts.compactMap { part -> UInt8? in
        // Some programs read a number that begins with 0 as octal.
        guard part.allSatisfy(isDigit), part.count == 1 || part.first != UInt8(ascii: "0") else { return nil }
        return UInt8(String(decoding: part, as: UTF8.self))
    }
    return parts.count == 4 && numbers.count == 4 ? numbers : nil
}

/// An IPv6 address (RFC 4291, 2.2), whose last two parts may be an IPv4 address.
private func eightParts(_ text: [UInt8]) -> [UInt16]? {
    let halves = String(decoding: text, as: UTF8.self).split(separator: "::", omittingEmptySubsequences: false)
    guard (1...2).contains(halves.count) else { return nil }
    var parts: [[UInt16]] = []
    for half in halves {
        guard let read = half.isEmpty ? [] : hexParts(half) else { return nil }
        parts.append(read)
    }
    let count = parts.reduce(0) { $0 + $1.count }
    if halves.count == 1 { return count == 8 ? parts[0] : nil }
    return count < 8 ? parts[0] + Array(repeating: 0, count: 8 - count) + parts[1] : nil
}

private func hexParts(_ text: Substring) -> [UInt16]? {
    let pieces = text.split(separator: ":", omittingEmptySubsequences: false)
    var parts: [UInt16] = []
    for (index, piece) in pieces.enumerated() {
        if index == pieces.count - 1, let last = fourNumbers(Array(piece.utf8)[...]) {
            parts += [UInt16(last[0]) << 8 | UInt16(last[1]), UInt16(last[2]) << 8 | UInt16(last[3])]
        } else {
            guard (1...4).contains(piece.utf8.count), piece.first?.isHexDigit == true, let part = UInt16(piece, radix: 16)
            else { return nil }
            parts.append(part)
        }
    }
    return parts
}

/// The form of a picture's address. The number is the length of the scheme, with `://` or without it.
enum AddressForm: Equatable {
    case http(Int)
    case https(Int)
    /// `https:` or `http:` without two slashes behind it.
    case slashless(Int)
    /// `//host/path`, which takes the scheme of the web page that contains it.
    case schemeless
    /// Another scheme and its length, without `://`.
    case foreign(Int)
    case path

    @inline(__always)
    init(_ img: UnsafeBufferPointer<UInt8>) {
        // Schemes are case-insensitive (RFC 3986, 3.1).
        if hasScheme(img, "https://") {
            self = .https(8)
        } else if hasScheme(img, "http://") {
            self = .http(7)
        } else {
            self.init(rare: img)
        }
    }

    private init(rare img: UnsafeBufferPointer<UInt8>) {
        if img.starts(with: "//".utf8) {
            self = .schemeless
            return
        }
        let end = img.firstIndex { !isPartOfScheme($0) } ?? img.count
        // A colon alone does not make a scheme: `3:4.jpg` is a path, and so is `C:\a.jpg` except on Windows.
        let isHierarchic = img[end...].starts(with: "://".utf8)
        let isOpaque = img[end...].first == UInt8(ascii: ":") && opaqueSchemes.contains { hasScheme(img, $0) }
        if hasScheme(img, "https:") || hasScheme(img, "http:") {
            self = .slashless(end + 1)
        } else {
            self = end > 0 && (isHierarchic || isOpaque) ? .foreign(end) : .path
        }
    }

    /// The index of the authority of a URL of http or https. Other addresses are not looked at any closer.
    @inline(__always)
    static func webAuthority(of img: UnsafeBufferPointer<UInt8>) -> Int? {
        hasScheme(img, "https://") ? 8 : hasScheme(img, "http://") ? 7 : nil
    }

    /// The scheme, the authority and the slash of a URL of http or https; empty if another character ends the authority.
    static func start(of img: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
        guard let start = webAuthority(of: img) else { return UnsafeBufferPointer(rebasing: img[..<0]) }
        let end = authorityEnd(of: img, from: start)
        let hasPath = end < img.count && img[end] == UInt8(ascii: "/")
        return UnsafeBufferPointer(rebasing: img[..<(hasPath ? end + 1 : 0)])
    }

    /// Where an authority ends that begins at `start`. Programs take a backslash for a slash.
    @inline(__always)
    static func authorityEnd(of img: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        img[start...].firstIndex { "/?#\\".utf8.contains($0) } ?? img.count
    }
}

private let opaqueSchemes: [StaticString] = ["data:", "blob:", "javascript:", "file:", "cid:"]

@inline(__always)
private func hasScheme(_ img: UnsafeBufferPointer<UInt8>, _ scheme: StaticString) -> Bool {
    guard img.count >= scheme.utf8CodeUnitCount else { return false }
    for index in 0..<scheme.utf8CodeUnitCount where img[index] | 0x20 != scheme.utf8Start[index] | 0x20 { return false }
    return true
}

private func isPartOfScheme(_ byte: UInt8) -> Bool {
    let letter = byte | 0x20
    return letter >= UInt8(ascii: "a") && letter <= UInt8(ascii: "z") || byte &- UInt8(ascii: "0") < 10
        || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
}

/// Why a phone in the street cannot connect to a host.
enum HostReach {
    /// nil if it can, as far as the name shows.
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
