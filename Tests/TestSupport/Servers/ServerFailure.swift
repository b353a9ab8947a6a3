/// Why a server that a test needs is not there.
public struct ServerFailure: Error, CustomStringConvertible {
    public let description: String

    init(_ description: String) { self.description = description }
}
