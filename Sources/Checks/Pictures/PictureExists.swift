import Base

/// Pictures that do not exist at their address.
enum PictureExists: PictureRule {
    static let rule = Rule(
        "picture-exists", .pictures, .error, "the picture is where img says",
        explanation: """
            A phone that asks for this address gets no picture, today and tomorrow: there is no such file, or the server \
            says that it has none, or the address is one that nobody can ask for.
            """,
        example: #"{"w":200,"h":275,"img":"https://img.example/gone.jpg","price":"¥169"}, and the server answers 404"#,
        remedy: "Mend the address, upload the picture, or take the entry out of the catalogue, and write the manifest again.")

    static let failuresLookedAt: Set<PictureComparison.FailureKind> = [.absent, .unsound]

    static func problem(to picture: PictureComparison) -> PictureProblem? {
        guard case .failure(let failure) = picture.found, picture.failureKind == .absent else { return nil }
        let what = failure.code == .forbiddenAddress ? "was not asked for" : "is not there"
        return PictureProblem(field: "img", message: "the picture \(what): \(failure.code.rawValue): \(failure.message)")
    }
}
