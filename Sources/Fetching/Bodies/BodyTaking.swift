/// What takes the bodies of a picture's answers.
protocol BodyTaking: AnyObject {
    /// Opens a body; `tag` is the picture's strong entity tag, if it has one.
    func begin(_ place: BodyPlace, tag: String?)
    /// Takes the next bytes of the body.
    func push(_ piece: UnsafeRawBufferPointer) -> BodyReading
    /// Tells that the body is over, and whether it came to its proper end.
    func end(isComplete: Bool) -> BodyReading
}
