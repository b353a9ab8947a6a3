/// The kind of picture, guessed from the path of a URL. The kind decides only how many bytes are requested first,
/// since a PNG needs fewer than a photograph. The format is read from the bytes.
enum PictureKind: Equatable, Sendable {
    /// A format that often has a camera's metadata before the size.
    case photograph
    /// A format with the size at its start.
    case other

    /// Judges by the extension: `/a/b.webp?x=1` is no photograph. A path without an extension counts as one.
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
