import ImageHeaders
import WeirBase

/// How a picture was generated, by its own metadata.
package struct DigitalSource: Equatable, Sendable {
    /// A term of IPTC's vocabulary of digital source types, without the terms of photographs and other works of people.
    package enum Term: String, CaseIterable, Sendable {
        case trainedAlgorithmicMedia, compositeWithTrainedAlgorithmicMedia, compositeSynthetic, algorithmicMedia
    }

    package let term: Term
    /// Whether C2PA alone states it. Sales channels ask for XMP.
    package let isOnlyInC2PA: Bool

    /// The term; behind `c2pa:` one of C2PA alone.
    package var text: String { (isOnlyInC2PA ? Self.prefix : "") + term.rawValue }

    private static let prefix = "c2pa:"

    /// Nil unless it is the text of a source.
    package init?(_ text: String) {
        isOnlyInC2PA = text.hasPrefix(Self.prefix)
        guard let term = Term(rawValue: String(isOnlyInC2PA ? text.dropFirst(Self.prefix.count) : text[...])) else { return nil }
        self.term = term
    }

    /// Reads the XMP, and C2PA if that states none.
    init?(of picture: some PictureBytes, _ format: ImageFormat) throws(Failure) {
        var term = try Term(statedByXMPOf: picture)
        isOnlyInC2PA = term == nil
        if term == nil { term = try Term(statedByC2PAOf: picture, format) }
        guard let term else { return nil }
        self.term = term
    }
}

extension DigitalSource.Term {
    /// Nil for other terms.
    init?(lowercased term: String) {
        guard let found = Self.allCases.first(where: { $0.rawValue.lowercased() == term }) else { return nil }
        self = found
    }

    /// Searches the XMP for `Iptc4xmpExt:DigitalSourceType`. XMP is plain text in all formats, so it is found without knowing the
    /// format (XMP, part 3, packet scanning). It stands near the start, in WebP and some PNGs at the end.
    fileprivate init?(statedByXMPOf picture: some PictureBytes) throws(Failure) {
        let most = UInt64(Self.most)
        var starts: [UInt64] = [0]
        if picture.count > most { starts.append(picture.count - most) }
        for start in starts {
            let bytes = try picture.bytes(at: start, Int(min(most, picture.count - start)))
            if let term = bytes.withUnsafeBufferPointer(Self.stated) {
                self = term
                return
            }
        }
        return nil
    }

    /// How many bytes are searched at the start and at the end; readers of headers read no more metadata either.
    private static let most = 1 << 20
    /// The property, behind the prefix of its namespace.
    private static let name = Array(":DigitalSourceType".utf8)
    /// Enough for the property's name and the address of a term.
    private static let mostStatement = 256

    /// The source that a text states first; nil if it states none of these.
    private static func stated(in bytes: UnsafeBufferPointer<UInt8>) -> Self? {
        var position = 0
        while position + name.count <= bytes.count {
            guard bytes[position] == name[0], bytes[position..<position + name.count].elementsEqual(name) else {
                position += 1
                continue
            }
            position += name.count
            let text = bytes[position..<min(bytes.count, position + mostStatement)]
            if let term = term(in: text).flatMap({ Self(lowercased: $0) }) { return term }
        }
        return nil
    }

    /// The last part of the address behind a property's name, in small letters: in an attribute of its own, in rdf:resource, or
    /// between tags.
    private static func term(in text: Slice<UnsafeBufferPointer<UInt8>>) -> String? {
        func isQuote(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") }
        guard let start = text.firstIndex(where: { isQuote($0) || $0 == UInt8(ascii: ">") }) else { return nil }
        let value = text[(start + 1)...].prefix { !isQuote($0) && $0 != UInt8(ascii: "<") }
        let address = value.split { $0 <= UInt8(ascii: " ") }.last ?? value[value.endIndex...]
        return String(decoding: address.split(separator: UInt8(ascii: "/")).last ?? address, as: UTF8.self).lowercased()
    }
}
