import Base
import Journals

/// A picture of a batch: where it is looked for, and what is remembered of it.
struct NamedPicture {
    let img: UnsafeBufferPointer<UInt8>
    let place: Place
    var known: KnownPicture?

    enum Place {
        case remote
        /// A path below the root.
        case file(ArraySlice<UInt8>)
        case nowhere(Failure)
    }

    init(_ img: UnsafeBufferPointer<UInt8>, known: KnownPicture?, below root: PictureRoot) {
        self.img = img
        self.known = known
        switch PictureReference.parse(img) {
        case .failure(let failure): place = .nowhere(failure)
        case .success(.remote): place = .remote
        case .success(.local(let name)):
            let relative = name.withUnsafeBufferPointer { root.relative($0) }
            place = relative.map { .file($0) } ?? .nowhere(Failure(.outsideRoot))
        }
    }

    var isRemote: Bool { if case .remote = place { true } else { false } }
}
