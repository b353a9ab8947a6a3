import WeirBase

/// The reason why reading stops before the end of a document.
public struct DocumentFailure: Error, Equatable, Sendable {
    /// Nil if the failure concerns the whole document.
    public let position: TextPosition?
    /// The offset of that position in bytes; nil if it is unknown.
    package let offset: Int?
    /// One sentence without a full stop.
    public let message: String
    /// The end of the message for a program that names settings.
    public let advice: Advice?

    /// A failure of the whole document, unless it has a position.
    public init(_ message: String, _ advice: Advice? = nil, at position: TextPosition? = nil) {
        (self.message, self.advice, self.position, offset) = (message, advice, position, nil)
    }

    init(_ message: String, _ advice: Advice? = nil, at position: RecordPosition) {
        (self.message, self.advice, self.position, offset) = (message, advice, position.textPosition, position.offset)
    }

    /// The offset says nothing that the position does not.
    public static func == (one: DocumentFailure, other: DocumentFailure) -> Bool {
        (one.message, one.advice, one.position) == (other.message, other.advice, other.position)
    }
}
