/// The error for a requirement of a test that is missing.
public struct UnmetNeed: Error, CustomStringConvertible {
    public let description: String

    init(_ description: String) { self.description = description }
}
