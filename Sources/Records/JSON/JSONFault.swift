/// The reason why a text is not JSON (RFC 8259), and the place of the error.
struct JSONFault: Error, Equatable {
    enum Kind: String {
        /// The text is correct so far but incomplete.
        case unfinished = "the document ends too early"
        case missingValue = "a value is missing"
        case missingKey = "a key is missing"
        case missingColon = "a colon is missing behind the key"
        case missingCommaInObject = "a comma or } is missing"
        case missingCommaInArray = "a comma or ] is missing"
        case nothingBehindComma = "nothing follows the comma"
        case missingDigit = "a digit is missing in the number"
        case openText = "the text does not end on its line"
        case controlCharacter = "a control character stands in the text"
        case encoding = "the text is not UTF-8"
        case escape = "the escape means nothing"
        case halfSurrogate = "half of a surrogate pair stands alone"
        case textBehindDocument = "something follows the document"
        case depth = "objects and arrays nest deeper than 64"
    }

    let kind: Kind
    let place: Int

    @inline(__always)
    init(_ kind: Kind, at place: Int) {
        self.kind = kind
        self.place = place
    }

    /// One sentence without a full stop.
    var message: String { kind.rawValue }
}
