/// What a picture is remembered by.
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

    init(name: [UInt8], stamp: FileStamp?) {
        self.name = name
        self.stamp = stamp
    }
}
