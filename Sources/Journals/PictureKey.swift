import Base

/// The name by which a journal knows a picture.
public struct PictureKey: Hashable, Sendable {
    /// The text of a URL, or the bytes of an absolute path. A path begins with a slash and a URL
    /// does not, so the two are never one.
    public let name: [UInt8]
    /// Of a file, the state in which it was measured. It is not part of what is looked for: a
    /// file that changed is the same picture, whose last size is still of use.
    public let stamp: FileStamp?

    /// A picture of the network; the URL is without credentials and without fragment.
    public static func url(_ text: [UInt8]) -> PictureKey { PictureKey(name: text, stamp: nil) }

    /// A picture of this machine.
    public static func file(_ path: [UInt8], _ stamp: FileStamp) -> PictureKey { PictureKey(name: path, stamp: stamp) }

    private init(name: [UInt8], stamp: FileStamp?) {
        self.name = name
        self.stamp = stamp
    }

    var hash: NameHash { name.withUnsafeBytes { NameHash(of: $0) } }
}

/// A picture's key as far as a lookup needs it. A run makes a million of them, so the name is not copied.
public struct LookupKey: Sendable {
    let name: NameHash
    let stamp: FileStamp?

    public init(url: UnsafeBufferPointer<UInt8>) {
        name = NameHash(of: UnsafeRawBufferPointer(url))
        stamp = nil
    }

    public init(file path: UnsafeBufferPointer<UInt8>, _ stamp: FileStamp) {
        name = NameHash(of: UnsafeRawBufferPointer(path))
        self.stamp = stamp
    }

    public init(_ key: PictureKey) {
        name = key.hash
        stamp = key.stamp
    }
}
