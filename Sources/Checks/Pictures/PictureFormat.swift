import ImageHeaders

/// Pictures of another format than the manifest or their names say.
enum PictureFormat: PictureRule {
    static let rule = Rule(
        "picture-format", .pictures, .warning, "the picture's format is what its entry and its name say",
        explanation: """
            Most apps look at the content and show it all the same. A server that names the type by the end of the file's \
            name does not, nor does an app that chooses its decoder by it.
            """,
        example: #"{"w":200,"h":275,"img":"a.png","price":"¥169"}, and a.png is a JPEG"#,
        remedy: "Give the file the name of its format, or store it in the format of its name.")

    static func objection(to sight: PictureSight) -> PictureObjection? {
        guard case .success(let facts) = sight.found else { return nil }
        let format = facts.format.rawValue
        if let declared = sight.declaredFormat, declared != format {
            return PictureObjection(field: "format", message: "the entry says \(declared), and the picture is a \(format)")
        }
        guard let ending = ending(of: sight.img), let named = formats[ending], !named.contains(facts.format) else { return nil }
        return PictureObjection(field: "img", message: "the name ends in .\(ending), and the picture is a \(format)")
    }

    /// What the ends of names stand for. HEIC and AVIF share their container and are mixed up for no harm.
    private static let formats: [String: Set<ImageFormat>] = [
        "jpg": [.jpeg], "jpeg": [.jpeg], "jpe": [.jpeg], "png": [.png], "apng": [.png], "webp": [.webp], "gif": [.gif],
        "bmp": [.bmp], "tif": [.tiff], "tiff": [.tiff], "avif": [.avif, .heic], "heic": [.avif, .heic], "heif": [.avif, .heic],
    ]

    /// The letters behind the last dot of a path, small; a URL's query and fragment are no part of it.
    private static func ending(of img: String) -> String? {
        var path = img.utf8.prefix { ![UInt8(ascii: "?"), UInt8(ascii: "#")].contains($0) }
        if let slash = path.lastIndex(of: UInt8(ascii: "/")) { path = path[path.index(after: slash)...] }
        guard let dot = path.lastIndex(of: UInt8(ascii: ".")) else { return nil }
        return String(Substring(path[path.index(after: dot)...])).lowercased()
    }
}
