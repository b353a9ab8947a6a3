/// A layout that cannot be made: the parameter at fault, and a sentence about it.
public struct LayoutError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The parameter's name on the command line.
    public let parameter: String
    /// A sentence without a full stop.
    public let message: String

    package init(_ parameter: String, _ message: String) {
        self.parameter = parameter
        self.message = message
    }

    public var description: String { "\(parameter): \(message)" }
}
