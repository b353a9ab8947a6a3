import ImageHeaders
import WeirBase

/// The demands of a sales channel on pictures: limits, each with its source. A profile is data; a team's own one has the same form.
public struct Profile: Equatable, Sendable {
    /// The name in options and findings.
    public let name: String
    /// The channel, as people call it.
    public let title: String
    /// In the order of the file.
    public let limits: [Limit]

    /// The day since which all limits have been read again.
    public var lastChecked: String { limits.map(\.read).min() ?? "" }

    /// A limit, and where it was read.
    public struct Limit: Equatable, Sendable {
        /// The property that is limited.
        public let kind: Kind
        let value: Value
        /// The first day on which the channel asks for it, as `2027-01-31`; nil if that has passed.
        public let start: String?
        /// How much a violation weighs once the limit holds.
        public let severity: Severity
        /// The address of the page, or whatever a team names.
        public let source: String
        /// The day on which the source was read, as `2026-11-26`.
        public let read: String
        /// Whether the source is the channel's own page. A limit that only other pages know is at most a warning.
        public let isPrimary: Bool
    }

    /// The property of a picture that is limited, by its name in profiles.
    public enum Kind: String, CaseIterable, Sendable {
        case minSide = "min-side"
        case minLongerSide = "min-longer-side"
        case maxSide = "max-side"
        case maxPixels = "max-pixels"
        case maxBytes = "max-bytes"
        case formats
        case browsers
        case animated
        case nameFitsFormat = "name-fits-format"
        case maxAddress = "max-address"
        case asciiAddress = "ascii-address"
        case maxFurther = "max-further"

        /// Whether an entry is judged whose picture is not known.
        var isOfEntry: Bool { self == .maxAddress || self == .asciiAddress || self == .maxFurther }
    }

    enum Value: Equatable, Sendable {
        case number(Int)
        case formats([ImageFormat])
        case browsers([ViewerFloor])
        case answer(Bool)
    }
}

extension Profile {
    /// Whether a text is the path of a file with a profile, and not a name.
    public static func isPath(_ text: String) -> Bool { text.contains("/") || text.hasSuffix(".json") }

    /// Reads a profile.
    public init(_ document: JSONValue) throws(ConfigurationFailure) {
        let object = try ConfigurationObject(document, at: "")
        try object.allow(["$schema", "name", "title", "limits"])
        guard let name = try object.text("name") else { throw ConfigurationFailure("", "name is missing") }
        self.name = name
        title = try object.text("title") ?? name
        var limits: [Limit] = []
        for (index, element) in try object.elements("limits").enumerated() {
            limits.append(try Limit(ConfigurationObject(element, at: "limits[\(index)]")))
        }
        guard !limits.isEmpty else { throw ConfigurationFailure("limits", "a profile has at least one limit") }
        self.limits = limits
    }
}

extension Profile.Limit {
    init(_ object: ConfigurationObject) throws(ConfigurationFailure) {
        try object.allow(["limit", "value", "from", "severity", "source", "read", "primary"])
        guard let kind = try object.choice("limit", of: Profile.Kind.self) else {
            throw ConfigurationFailure(
                object.path, "limit is missing; it is one of \(Profile.Kind.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        self.kind = kind
        guard let value = object["value"] else { throw ConfigurationFailure(object.path, "value is missing") }
        self.value = try Profile.Value(value, of: kind, at: object.path(of: "value"))
        start = try object.day("from")
        guard let source = try object.text("source") else {
            throw ConfigurationFailure(object.path, "source is missing: whoever reads this next year will want to know it")
        }
        self.source = source
        guard let read = try object.day("read") else {
            throw ConfigurationFailure(object.path, "read is missing, the day on which the source was read")
        }
        self.read = read
        switch object["primary"] {
        case nil, .bool(true): isPrimary = true
        case .bool(false): isPrimary = false
        default: throw ConfigurationFailure(object.path(of: "primary"), "this must be true or false")
        }
        severity = try object.choice("severity", of: Severity.self) ?? .error
    }

    /// How much a violation weighs on a day.
    func severity(on day: String) -> Severity { min(severity, isPrimary && (start ?? "") <= day ? .error : .warning) }
}

extension ConfigurationObject {
    fileprivate func day(_ key: String) throws(ConfigurationFailure) -> String? {
        guard let text = try text(key) else { return nil }
        guard CalendarDay(text) != nil else { throw ConfigurationFailure(path(of: key), "\"\(text)\" is not a day such as 2027-01-31") }
        return text
    }
}

extension Profile.Value {
    fileprivate init(_ value: JSONValue, of kind: Profile.Kind, at path: String) throws(ConfigurationFailure) {
        switch kind {
        case .minSide, .minLongerSide, .maxSide, .maxPixels, .maxBytes, .maxAddress, .maxFurther:
            guard let number = value.integer, number > 0 else { throw ConfigurationFailure(path, "this must be a whole number above 0") }
            self = .number(number)
        case .formats:
            guard let names = value.array, !names.isEmpty else { throw ConfigurationFailure(path, "this must be an array of formats") }
            var formats: [ImageFormat] = []
            for name in names {
                guard let format = name.string.flatMap(ImageFormat.init(rawValue:)) else {
                    throw ConfigurationFailure(path, unknownName("format", name.string ?? "", among: ImageFormat.allCases.map(\.rawValue)))
                }
                formats.append(format)
            }
            self = .formats(formats)
        case .browsers:
            let floors = (value.array ?? []).map { $0.string.map(ViewerFloor.floors) ?? [] }
            guard !floors.isEmpty, floors.allSatisfy({ !$0.isEmpty }) else {
                throw ConfigurationFailure(path, "this must be an array of texts, each \(ViewerFloor.form.requirement)")
            }
            self = .browsers(floors.flatMap(\.self))
        case .animated:
            guard value == .bool(false) else { throw ConfigurationFailure(path, "this must be false: a limit allows none") }
            self = .answer(false)
        case .nameFitsFormat, .asciiAddress:
            guard value == .bool(true) else { throw ConfigurationFailure(path, "this must be true") }
            self = .answer(true)
        }
    }

    var number: Int { if case .number(let number) = self { number } else { 0 } }
    var formats: [ImageFormat] { if case .formats(let formats) = self { formats } else { [] } }
    var browsers: [ViewerFloor] { if case .browsers(let floors) = self { floors } else { [] } }
}

extension Profile.Limit {
    /// The channel's requirement, as a phrase such as `at least 500x500 pixels`.
    public var requirement: String {
        switch kind {
        case .minSide: "at least \(value.number)x\(value.number) pixels"
        case .minLongerSide: "at least \(value.number) pixels on the longer side"
        case .maxSide: "at most \(value.number)x\(value.number) pixels"
        case .maxPixels: "at most \(value.number) pixels in all"
        case .maxBytes: "at most \(value.number) bytes"
        case .formats: "the formats \(value.formats.map(\.rawValue).joined(separator: ", "))"
        case .browsers: "formats that \(value.browsers.map(\.description).joined(separator: ", ")) show"
        case .animated: "no animations"
        case .nameFitsFormat: "names that end as the format says"
        case .maxAddress: "addresses of at most \(value.number) characters"
        case .asciiAddress: "addresses in ASCII"
        case .maxFurther: "at most \(value.number) further pictures of an entry"
        }
    }
}
