/// A guess from the path of a URL. It decides only how many bytes are asked for first, so that for a PNG not as many are asked
/// for as for a photograph. The format is read from the bytes.
enum PictureKind: Equatable, Sendable {
    /// Often with a camera's metadata before the size.
    case photograph
    /// The size stands at the start.
    case other

    /// Judges by the ending: `/a/b.webp?x=1` is no photograph; a path without one may be.
    init(path: UnsafeRawBufferPointer) {
        let end = min(place(of: "?", in: path) ?? path.count, place(of: "#", in: path) ?? path.count)
        let isOther = plainEndings.contains { ending in
            let length = ending.utf8CodeUnitCount
            return end > length && equalsIgnoringCase(UnsafeRawBufferPointer(rebasing: path[(end - length)..<end]), ending)
        }
        self = isOther ? .other : .photograph
    }
}

private let plainEndings: [StaticString] = [".png", ".gif", ".webp", ".bmp", ".avif"]
