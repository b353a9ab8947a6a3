/// Takes the bodies of a picture's answers, whichever transfers bring them.
protocol BodySink: AnyObject {
    func begin(_ place: BodyPlace)
    /// Takes the next bytes of the body.
    func push(_ piece: UnsafeRawBufferPointer) -> BodyReading
    /// The body is over; `isComplete` tells whether it came to its proper end.
    func end(isComplete: Bool) -> BodyReading
}
