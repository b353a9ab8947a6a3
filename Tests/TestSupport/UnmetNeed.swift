/// What a test lacks.
public struct UnmetNeed: Error, CustomStringConvertible {
    public let description: String

    init(_ description: String) { self.description = description }
}
