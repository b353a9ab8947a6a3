import Base

/// What identifies a picture during a run.
package struct PictureName: Sendable {
    let hash: NameHash
    let isURL: Bool

    package init(_ img: UnsafeBufferPointer<UInt8>) {
        hash = PictureReference.hash(of: img)
        isURL = PictureReference.isURL(img)
    }
    /// A picture of which the caller tells something. The journal does not know it by this name.
    package init(_ img: some Sequence<UInt8>, told: some Sequence<UInt8>) {
        hash = (Array(img) + [0] + told).withUnsafeBytes { NameHash(of: $0) }
        isURL = false
    }
}
