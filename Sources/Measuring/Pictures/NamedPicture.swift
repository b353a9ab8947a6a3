import Base
import Journals

/// The place of a picture.
enum PictureLocation {
    case remote
    /// A path below the root.
    case file(ArraySlice<UInt8>)
    /// The picture's own bytes.
    case inline([UInt8])
    case nowhere(Failure)
}

/// A picture as a row of a batch names it, and the journal's record of it.
struct NamedPicture {
    let img: UnsafeBufferPointer<UInt8>
    let location: PictureLocation
    var known: KnownPicture?

    init(_ img: UnsafeBufferPointer<UInt8>, known: KnownPicture?, below root: PictureRoot) {
        self.img = img
        self.known = known
        switch PictureReference.parse(img) {
        case .failure(let failure): location = .nowhere(failure)
        case .success(.remote): location = .remote
        case .success(.inline(let content)): location = .inline(content)
        case .success(.local(let name)):
            // The journal has one record of a picture, however its path is spelled.
            let plain = name.withUnsafeBufferPointer { withoutEmptyNames($0) } ?? name
            let relative = plain.withUnsafeBufferPointer { root.relative($0) }
            location = relative.map { .file($0) } ?? .nowhere(Failure(.outsideRoot))
        }
    }

    var isRemote: Bool { if case .remote = location { true } else { false } }
}
