import WeirBase

/// The name of a picture in a journal.
public struct PictureKey: Hashable, Sendable {
    /// The text of a URL, or the bytes of an absolute path. A path begins with a slash and a URL does not,
    /// so they never collide.
    public let name: [UInt8]
    /// The state in which a file was measured; nil for a URL. Lookups ignore the stamp, since the last size
    /// of a changed file is still useful.
    public let stamp: FileStamp?

    /// A picture on the network. The URL has no fragment and no credentials; runs put `#user-` and the first 8 digits of their
    /// SHA-256 in place of credentials that it had. A URL of a bucket stays as it is.
    public static func url(_ text: [UInt8]) -> PictureKey { PictureKey(name: text, stamp: nil) }

    /// A picture on this machine.
    public static func file(_ path: [UInt8], _ stamp: FileStamp) -> PictureKey { PictureKey(name: path, stamp: stamp) }

    private init(name: [UInt8], stamp: FileStamp?) {
        self.name = name
        self.stamp = stamp
    }

    /// The part of a key that a lookup needs. A run makes a million of these, and copies no name for them.
    package typealias Lookup = (name: NameHash, stamp: FileStamp?)

    var hash: NameHash { name.withUnsafeBytes { NameHash(of: $0) } }
}
