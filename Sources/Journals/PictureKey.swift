import WeirBase

/// The name of a picture in a journal.
public struct PictureKey: Hashable, Sendable {
    /// The text of a URL, or the bytes of an absolute path. A path begins with a slash and a URL does not,
    /// so they never collide.
    public let name: [UInt8]
    /// The state in which a file was measured; nil for a URL without a version. Lookups ignore the stamp, since the last size
    /// of a changed file is still useful.
    public let stamp: PictureStamp?

    /// A picture on the network. The URL has no fragment and no credentials; runs put `#user-` and the first 8 digits of their
    /// SHA-256 in place of credentials that it had. A URL of a bucket stays as it is.
    public static func url(_ text: [UInt8]) -> PictureKey { url(text, version: 0) }

    /// The same, of which a catalogue or a listing states the version, as `PictureStamp.version`; 0 if it states none.
    package static func url(_ text: [UInt8], version: Int64) -> PictureKey {
        PictureKey(name: text, stamp: version == 0 ? nil : .version(version))
    }

    /// A picture on this machine.
    public static func file(_ path: [UInt8], _ stamp: FileStamp) -> PictureKey { PictureKey(name: path, stamp: .file(stamp)) }

    private init(name: [UInt8], stamp: PictureStamp?) {
        self.name = name
        self.stamp = stamp
    }

    /// The part of a key that a lookup needs. A run makes a million of these, and copies no name for them.
    package typealias Lookup = (name: NameHash, stamp: PictureStamp?)

    var hash: NameHash { name.withUnsafeBytes { NameHash(of: $0) } }
}

/// The state of a picture that was measured. Journals keep its fingerprint only.
public enum PictureStamp: Hashable, Sendable {
    /// That of a file.
    case file(FileStamp)
    /// The text that a catalogue or a listing states of a picture of the network, as `version(of:)`.
    case version(Int64)

    package var fingerprint: Int64 {
        switch self {
        case .file(let stamp): stamp.fingerprint
        case .version(let number): number
        }
    }

    /// Stands for a stated version that is not proven, since the bytes came from a cache or the request failed.
    package static func unproven(_ version: Int64) -> Int64 { version & ~1 }

    /// A hash in eight bytes, an odd number, of the text that changes when a picture does; 0 for a blank text. Texts collide with a
    /// probability of 2^-63.
    package static func version(of text: UnsafeBufferPointer<UInt8>) -> Int64 {
        guard !text.allSatisfy(isBlank) else { return 0 }
        var sum = UInt64(text.count)
        var word: UInt64 = 0
        for (index, byte) in text.enumerated() {
            word = word << 8 | UInt64(byte)
            guard index % 8 == 7 else { continue }
            sum.mix(word)
            word = 0
        }
        sum.mix(word)
        return Int64(bitPattern: sum | 1)
    }
}
