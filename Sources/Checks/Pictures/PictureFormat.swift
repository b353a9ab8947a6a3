import ImageHeaders

/// Pictures whose format differs from the manifest or from their names.
enum PictureFormat: PictureRule {
    static let rule = Rule(
        "picture-format", .pictures, .warning, "the picture has the format of its entry and its name",
        explanation: """
            A server that takes the media type from the file's name sends a wrong one, and some apps choose their \
            decoder by it.
            """,
        example: #"{"w":200,"h":275,"img":"a.png","price":"¥169"}, and a.png is a JPEG"#,
        remedy: "Rename the file, or convert the picture to that format.")

    static func problem(to picture: PictureComparison) -> PictureProblem? {
        guard case .success(let facts) = picture.found else { return nil }
        let format = facts.format.rawValue
        if let declared = picture.declaredFacts.format, declared != format {
            return PictureProblem(field: "format", message: "the entry says \(declared), and the picture is a \(format)")
        }
        guard let ending = ImageFormat.ending(of: picture.img.utf8), let named = ImageFormat(ending: ending),
            named != facts.format, !sharingContainer.isSuperset(of: [named, facts.format])
        else { return nil }
        return PictureProblem(
            field: "img",
            message: "the name ends in .\(Substring(ending).lowercased()), and the picture is a \(format)")
    }

    /// HEIC and AVIF share a container, so mixing them up does no harm.
    private static let sharingContainer: Set<ImageFormat> = [.avif, .heic]
}
