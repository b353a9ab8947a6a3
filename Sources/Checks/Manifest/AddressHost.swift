import Base

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
            let isNumber = port.allSatisfy { (0x30...0x39).contains($0) }
            return "img is a URL whose port is \(isNumber ? port.withUnsafeBufferPointer { quoted($0) } : "no number"), and ports are numbers from 1 to 65535"
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
