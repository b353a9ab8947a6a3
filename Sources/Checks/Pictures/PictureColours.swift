/// Pictures in the colours of printers.
enum PictureColours: PictureRule {
    static let rule = Rule(
        "picture-colours", .pictures, .warning, "the picture has colours for screens",
        explanation: """
            CMYK has the inks of printers, and screens have red, green and blue. Each phone and browser converts such a JPEG \
            in its own way: the colours are pale or wrong, some show a negative, and others do not show the picture at all. \
            A picture that is known from the journal (--journal) is not read again, so its colours are not known.
            """,
        example: #"{"w":200,"h":275,"img":"a.jpg","price":"¥169"}, and a.jpg is a JPEG in CMYK"#,
        remedy: "Store the picture in sRGB; `magick a.jpg -colorspace sRGB b.jpg` converts it.")

    static func problem(to picture: PictureComparison) -> PictureProblem? {
        guard case .success(let found) = picture.found, found.colours == .cmyk else { return nil }
        return PictureProblem(
            field: "img",
            message: "the picture has the colours of printers (CMYK), which phones and browsers show wrong or not at all")
    }
}
