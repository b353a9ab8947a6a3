import Base

/// What identifies a picture during a run.
public struct PictureName: Sendable {
    let hash: NameHash
    let isURL: Bool

    public init(_ img: UnsafeBufferPointer<UInt8>) {
        hash = PictureReference.hash(of: img)
        isURL = PictureReference.isURL(img)
    }
}
