/// The user's ways out of a failure of a journal, in the words of the command that failed; each is a part of a sentence.
public struct JournalAdvice: Equatable, Sendable {
    /// How to give the journal another place.
    let elsewhere: String
    /// How to run without a journal.
    let withoutIt: String
    /// How to wait for another run; nil if the command cannot wait.
    let waiting: String?
    /// How to ask for a picture before its pause is over.
    public let withoutRest: String

    /// Without `waiting`, nothing is said of waiting.
    public init(elsewhere: String, withoutIt: String, waiting: String? = nil, withoutRest: String) {
        self.elsewhere = elsewhere
        self.withoutIt = withoutIt
        self.waiting = waiting
        self.withoutRest = withoutRest
    }
}
