/// The kind of a value, in any format.
package enum ValueKind: Sendable {
    case text
    /// A number of JSON, or an integer of a property list.
    case number
    case flag, null, array, object
    /// Kinds that only property lists have.
    case real, set, dictionary, date, data, uid

    /// The name of the kind in messages.
    package var name: String {
        switch self {
        case .text: "text"
        case .number, .real: "a number"
        case .flag: "true or false"
        case .null: "null"
        case .array: "an array"
        case .object: "an object"
        case .set: "a set"
        case .dictionary: "a dictionary"
        case .date: "a date"
        case .data: "data"
        case .uid: "a reference of an archive (UID)"
        }
    }

    var isNumber: Bool { self == .number || self == .real }

    /// Whether the value has a text that a manifest can hold.
    var hasText: Bool {
        switch self {
        case .text, .number, .real, .flag, .date: true
        case .null, .array, .object, .set, .dictionary, .data, .uid: false
        }
    }
}
