/// The reason why a test's server could not start.
public struct ServerFailure: Error, CustomStringConvertible {
    public let description: String

    init(_ description: String) { self.description = description }
}
