import Base
import Journals

/// Where a picture is looked for.
enum PictureLocation {
    case remote
    /// A path below the root.
    case file(ArraySlice<UInt8>)
    case nowhere(Failure)
}

/// A picture of a batch as a row names it, and what the journal knows of it.
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
        case .success(.local(let name)):
            let relative = name.withUnsafeBufferPointer { root.relative($0) }
            location = relative.map { .file($0) } ?? .nowhere(Failure(.outsideRoot))
        }
    }

    var isRemote: Bool { if case .remote = location { true } else { false } }
}
