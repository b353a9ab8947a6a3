/// A parameter of a layout, which is set by name.
public struct LayoutParameter: Equatable, Sendable {
    /// As it is set, such as `row-spacing`.
    public let name: String
    package let kind: LayoutValueKind
    /// The default; nil if it depends on other things, which `defaultText` describes.
    package let defaultValue: LayoutValue?
    /// The default as help and lists print it.
    public let defaultText: String
    /// A phrase that describes the parameter.
    public let about: String

    init(_ name: String, _ kind: LayoutValueKind, default value: LayoutValue, _ about: String) {
        self.init(name, kind, value, value.text, about)
    }

    init(_ name: String, _ kind: LayoutValueKind, defaultText text: String, _ about: String) {
        self.init(name, kind, nil, text, about)
    }

    /// The switch of a layout whose published code has a defect.
    static func asWritten(_ defect: String) -> LayoutParameter {
        LayoutParameter("as-written", .truth, default: .truth(false), "keep the defect: \(defect)")
    }

    private init(_ name: String, _ kind: LayoutValueKind, _ value: LayoutValue?, _ text: String, _ about: String) {
        self.name = name
        self.kind = kind
        defaultValue = value
        defaultText = text
        self.about = about
    }
}

/// The type of a parameter's value.
package enum LayoutValueKind: Equatable, Sendable {
    case length, count, insets, size
    case choice([String])
    case truth
}

/// A parameter's value.
package enum LayoutValue: Equatable, Sendable {
    case length(Double)
    case count(Int)
    case insets(Insets)
    case size(Size)
    case choice(String)
    case truth(Bool)

    /// The value as it is written on a command line.
    package var text: String {
        switch self {
        case .length(let length): numberText(length)
        case .count(let count): String(count)
        case .insets(let inset): [inset.top, inset.left, inset.bottom, inset.right].map(numberText).joined(separator: ",")
        case .size(let size): "\(numberText(size.width))x\(numberText(size.height))"
        case .choice(let word): word
        case .truth(let isTrue): isTrue ? "true" : "false"
        }
    }
}

extension LayoutParameter {
    /// Parses a value. Its range is checked later, when the layout is made.
    func value(of text: String) throws(LayoutError) -> LayoutValue {
        switch kind {
        case .length:
            if let length = Double(text) { return .length(length) }
            throw LayoutError(name, "\"\(text)\" is not a number of points")
        case .count:
            if let count = Int(text) { return .count(count) }
            throw LayoutError(name, "\"\(text)\" is not a whole number")
        case .insets:
            if let insets = Insets(text) { return .insets(insets) }
            throw LayoutError(name, "\"\(text)\" is neither one number of points nor top,left,bottom,right")
        case .size:
            if let size = Size(text) { return .size(size) }
            throw LayoutError(name, "\"\(text)\" is not a size such as 160x90")
        case .choice(let words):
            if words.contains(text) { return .choice(text) }
            throw LayoutError(name, "\"\(text)\" is none of \(words.joined(separator: ", "))")
        case .truth:
            if let isTrue = Bool(text) { return .truth(isTrue) }
            throw LayoutError(name, "\"\(text)\" is neither true nor false")
        }
    }
}
