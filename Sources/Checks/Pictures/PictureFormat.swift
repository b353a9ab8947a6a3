import ImageHeaders

/// Pictures whose format differs from the manifest or from their names.
enum PictureFormat: PictureRule {
    static let rule = Rule(
        "picture-format", .pictures, .warning, "the picture's format is what its entry and its name say",
        explanation: """
            Most apps look at the content and show it all the same. A server that names the type by the end of the file's \
            name does not, nor does an app that chooses its decoder by it.
            """,
        example: #"{"w":200,"h":275,"img":"a.png","price":"¥169"}, and a.png is a JPEG"#,
        remedy: "Give the file the name of its format, or store it in the format of its name.")

    static func problem(to picture: PictureComparison) -> PictureProblem? {
        guard case .success(let facts) = picture.found else { return nil }
        let format = facts.format.rawValue
        if let declared = picture.declaredFormat, declared != format {
            return PictureProblem(field: "format", message: "the entry says \(declared), and the picture is a \(format)")
        }
        guard let ending = ending(of: picture.img), let named = formats[ending], !named.contains(facts.format) else { return nil }
        return PictureProblem(field: "img", message: "the name ends in .\(ending), and the picture is a \(format)")
    }

    /// The formats of file extensions. HEIC and AVIF share a container, so mixing them up does no harm.
    private static let formats: [String: Set<ImageFormat>] = [
        "jpg": [.jpeg], "jpeg": [.jpeg], "jpe": [.jpeg], "png": [.png], "apng": [.png], "webp": [.webp], "gif": [.gif],
        "bmp": [.bmp], "tif": [.tiff], "tiff": [.tiff], "avif": [.avif, .heic], "heic": [.avif, .heic], "heif": [.avif, .heic],
    ]

    /// The file extension in lower case, without a URL's query and fragment.
    private static func ending(of img: String) -> String? {
        var path = img.utf8.prefix { ![UInt8(ascii: "?"), UInt8(ascii: "#")].contains($0) }
        if let slash = path.lastIndex(of: UInt8(ascii: "/")) { path = path[path.index(after: slash)...] }
        guard let dot = path.lastIndex(of: UInt8(ascii: ".")) else { return nil }
        return String(Substring(path[path.index(after: dot)...])).lowercased()
    }
}
