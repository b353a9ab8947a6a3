/// Takes the bodies of a picture's answers, from any transfer.
protocol BodySink: AnyObject {
    func begin(_ place: BodyPlace)
    /// Takes the next bytes of the body.
    func push(_ piece: UnsafeRawBufferPointer) -> BodyReading
    /// Called at the end of the body. `isComplete` is false if the transfer failed.
    func end(isComplete: Bool) -> BodyReading
}
