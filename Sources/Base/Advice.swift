/// A way out of a fault, as the end of its message. Where it speaks of a setting, the program names the option that sets it.
public struct Advice: Equatable, Sendable, ExpressibleByStringInterpolation {
    /// A setting of a user, or an action that options of a program offer.
    public enum Setting: Equatable, Sendable {
        /// The format of a document, the separator of its fields, and the array of its rows.
        case format, delimiter, rows
        /// A column of the rows.
        case column(ColumnRole)
        /// The separator of several pictures in one text.
        case imageSeparator
        /// An entry for each picture of a row.
        case eachImage
        /// How to give the journal another path, how to run without one, and how to ask for a picture before its pause is over.
        case otherJournal, noJournal, noPause
        /// How to wait for another run, as the end of a sentence; empty if the program cannot wait.
        case waiting
        /// The limit of removed entries.
        case maxRemoved
        /// How to keep whole pictures.
        case mirror
        /// Which files of a folder are read.
        case glob
    }

    fileprivate enum Part: Equatable, Sendable {
        case text(String)
        case setting(Setting)
    }

    fileprivate var parts: [Part]

    /// Advice without a setting.
    public init(stringLiteral text: String) { parts = [.text(text)] }

    /// Advice in which settings are interpolated.
    public init(stringInterpolation: StringInterpolation) { parts = stringInterpolation.parts }

    /// The advice in words. `name` names the option of a setting.
    public func words(_ name: (Setting) -> String) -> String {
        parts.map { part in
            switch part {
            case .text(let text): text
            case .setting(let setting): name(setting)
            }
        }.joined()
    }

    /// The one advice behind the other.
    public static func + (first: Advice, second: Advice) -> Advice {
        var sum = first
        sum.parts += second.parts
        return sum
    }

    /// The texts and settings of a literal.
    public struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var parts: [Part] = []

        /// Begins with no text.
        public init(literalCapacity: Int, interpolationCount: Int) {}

        /// The text between two interpolations.
        public mutating func appendLiteral(_ text: String) { parts.append(.text(text)) }

        /// A text that stands as it is.
        public mutating func appendInterpolation(_ text: String) { parts.append(.text(text)) }

        /// A setting, of which the program names the option.
        public mutating func appendInterpolation(_ setting: Setting) { parts.append(.setting(setting)) }
    }
}

/// The use of a column that a setting names.
public enum ColumnRole: Sendable {
    case img, price, kept, images, version
}
