/// What a URL's path lets one expect, so that the few bytes of a PNG are not made as many as a
/// photograph's. Only what is asked first hangs on it: what the picture is, its bytes tell.
enum PictureKind: Equatable, Sendable {
    /// Often with a camera's metadata before the size.
    case photograph
    /// The size stands at the start.
    case other

    /// Judges by the name's end: `/a/b.webp?x=1` is no photograph; without one it may be.
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
