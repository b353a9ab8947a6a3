/// Takes the bodies of a picture's answers, from any transfer.
protocol BodySink: AnyObject {
    func begin(_ place: BodyPlace)
    /// Takes the next bytes of the body.
    func push(_ piece: UnsafeRawBufferPointer) -> BodyReading
    /// The number of bytes of the body up to the last one that was used.
    var used: UInt64 { get }
    /// Called at the end of the body. `isComplete` is false if the transfer failed.
    func end(isComplete: Bool) -> BodyReading
}
