/// Something about a layout that can be set by name.
public struct LayoutParameter: Equatable, Sendable {
    public enum Kind: Equatable, Sendable {
        case length, count, insets, size
        case choice([String])
    }

    public enum Value: Equatable, Sendable {
        case length(Double)
        case count(Int)
        case insets(Insets)
        case size(Size)
        case choice(String)
    }

    public let name: String
    public let kind: Kind
    /// The value when none is set; nil where it depends on others, as `standardText` says.
    public let standard: Value?
    /// The default as it is printed.
    public let standardText: String
    /// What it is for; a phrase.
    public let about: String

    init(_ name: String, _ kind: Kind, standard: Value, _ about: String) {
        self.init(name, kind, standard: standard, text: standard.text, about)
    }

    init(_ name: String, _ kind: Kind, insteadOf text: String, _ about: String) {
        self.init(name, kind, standard: nil, text: text, about)
    }

    private init(_ name: String, _ kind: Kind, standard: Value?, text: String, _ about: String) {
        self.name = name
        self.kind = kind
        self.standard = standard
        standardText = text
        self.about = about
    }
}

extension LayoutParameter.Value {
    /// As it is written on a command line.
    public var text: String {
        switch self {
        case .length(let length): figure(length)
        case .count(let count): String(count)
        case .insets(let inset): [inset.top, inset.left, inset.bottom, inset.right].map(figure).joined(separator: ",")
        case .size(let size): "\(figure(size.width))x\(figure(size.height))"
        case .choice(let word): word
        }
    }
}

extension LayoutParameter {
    /// Reads a value; whether it suits the layout is asked when the layout is made.
    func value(of text: String) throws(LayoutError) -> Value {
        switch kind {
        case .length:
            if let length = Double(text) { return .length(length) }
            throw LayoutError(name, "\"\(text)\" is not a number of points")
        case .count:
            if let count = Int(text) { return .count(count) }
            throw LayoutError(name, "\"\(text)\" is not a whole number")
        case .insets:
            let numbers = text.split(separator: ",", omittingEmptySubsequences: false).compactMap { Double($0) }
            let isWhole = numbers.count == text.count { $0 == "," } + 1
            if isWhole, numbers.count == 1 { return .insets(Insets(numbers[0])) }
            if isWhole, numbers.count == 4 {
                return .insets(Insets(top: numbers[0], left: numbers[1], bottom: numbers[2], right: numbers[3]))
            }
            throw LayoutError(name, "\"\(text)\" is neither one number of points nor top,left,bottom,right")
        case .size:
            let numbers = text.split(separator: "x", omittingEmptySubsequences: false).map { Double($0) }
            if numbers.count == 2, let width = numbers[0], let height = numbers[1] {
                return .size(Size(width: width, height: height))
            }
            throw LayoutError(name, "\"\(text)\" is not a size such as 160x90")
        case .choice(let words):
            if words.contains(text) { return .choice(text) }
            throw LayoutError(name, "\"\(text)\" is none of \(words.joined(separator: ", "))")
        }
    }
}
