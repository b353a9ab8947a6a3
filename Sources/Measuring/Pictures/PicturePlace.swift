import Base
import Journals

/// Where a picture is, as its name says.
enum PicturePlace: Sendable {
    case url
    /// A path below the root; in a run without a root the path as it is named.
    case file([UInt8])
    /// The picture's own bytes.
    case inline([UInt8])
    case nowhere(Failure)

    init(of name: UnsafeBufferPointer<UInt8>, below root: PictureRoot?) {
        switch PictureReference.parse(name) {
        case .failure(let failure): self = .nowhere(failure)
        case .success(.remote): self = .url
        case .success(.inline(let content)): self = .inline(content)
        case .success(.local(let path)):
            guard let root else { self = .file(path); return }
            // The journal has one record of a picture, however its path is spelled.
            let plain = path.withUnsafeBufferPointer { withoutEmptyNames($0) } ?? path
            let relative = plain.withUnsafeBufferPointer { root.relative($0) }
            self = relative.map { .file(Array($0)) } ?? .nowhere(Failure(.outsideRoot))
        }
    }

    var isURL: Bool { if case .url = self { true } else { false } }

    /// Whether journals have rows of such pictures.
    var isRecorded: Bool {
        switch self {
        case .url, .file: true
        case .inline, .nowhere: false
        }
    }
}

/// A picture of a run: its slot, its name and where it is.
package struct RunPicture: Sendable {
    package let number: Int32
    package let name: [UInt8]
    let place: PicturePlace

    init(_ number: Int32, _ name: UnsafeBufferPointer<UInt8>, below root: PictureRoot?) {
        (self.number, self.name) = (number, Array(name))
        place = PicturePlace(of: name, below: root)
    }

    /// A picture of the network.
    init(_ number: Int32, url: [UInt8]) { (self.number, name, place) = (number, url, .url) }
}
