import Layouts
import WeirBase

/// The JSON Schema (draft 2020-12) of weir.json, made from the same tables as the reader, so that an editor
/// knows every rule, parameter, layout and device of this version.
///
/// The schema accepts everything that the program accepts. The program refuses more, such as a layout that no screen
/// has room for, or a pattern that matches no rule.
package struct ConfigurationSchema {
    private let rules: [Rule]
    private let ingest: [Option]
    private let host: [Option]

    /// An option of `weir ingest`, or of a host, as a key of its section.
    package struct Option: Sendable {
        /// The type of a value.
        package enum Kind: Sendable {
            case toggle, value, repeatable
            case word(among: [String])
            /// A word, the path of a document in JSON, or the document.
            case wordOrDocument(among: [String])
            /// Any words if none are given.
            case list(of: [String])
        }

        let name: String
        let about: String
        let kind: Kind

        package init(name: String, about: String, kind: Kind) {
            self.name = name
            self.about = about
            self.kind = kind
        }
    }

    package init(_ rules: [Rule], ingest: [Option], host: [Option]) {
        self.rules = rules
        self.host = host
        self.ingest = ingest
    }

    package func append(to output: inout ByteBuffer) {
        output.append(indented: document)
        output.append("\n")
    }

    private var document: JSONValue {
        .object(
            of: [
                ("$schema", .text("Where this schema lies, for editors.")),
                ("rules", .object(of: rules.map { ($0.id, schema(of: $0)) }, "What differs from the defaults of the rules.")),
                ("devices", .list(of: device, "Each is checked upright and turned. Without it, a phone of 375x667 points.")),
                ("layouts", .list(of: layout, "Without it, lf-waterflow with 3 columns upright and 5 turned.")),
                ("ignore", .list(of: ignore, "Findings that are not reported.")),
                ("failOn", .words(Severity.words, "The least severity that makes the exit status 1. Without it, error.")),
                ("baseline", .text("The file of known findings; a relative path begins in this file's folder.")),
                (
                    "profiles",
                    .list(
                        of: .any(of: [.words(Profile.known.map(\.name)), .text(pattern: "/|\\.json$")]),
                        "The sales channels that take the pictures: names of weir rules --profile, or files with profiles.")
                ),
                (
                    "ingest",
                    .object(
                        of: ingest.map { ($0.name, $0.schema) },
                        "Options of weir ingest --config FILE, by their long names. Relative paths begin in the working directory.")
                ),
                ("hosts", hosts),
            ],
            more: [
                ("$schema", .string("https://json-schema.org/draft/2020-12/schema")), ("$id", .string("urn:weir:configuration")),
                ("title", .string("weir.json")),
                (
                    "description",
                    .string(
                        "What a team has decided about weir check, and options of weir ingest. Made by weir help --format schema."
                    )
                ),
                (
                    "$defs",
                    JSONValue([
                        ("severity", .words(["off"] + Severity.words, "How much a finding weighs.")),
                        ("weight", .words(Severity.words, "How much a finding weighs; the rule cannot be off.")),
                    ])
                ),
            ])
    }

    private var hosts: JSONValue {
        .described(
            "Settings of single hosts, by their names. *.shop.example is all hosts below shop.example.",
            [
                ("type", .string("object")), ("properties", JSONValue([JSONValue.comment])),
                ("additionalProperties", .object(of: host.map { ($0.name, $0.schema) })),
            ])
    }

    private func schema(of rule: Rule) -> JSONValue {
        let definition = rule.id == ManifestRules.parses.id ? "weight" : "severity"
        let severity = JSONValue([("$ref", .string("#/$defs/\(definition)")), ("default", .string(rule.usualSeverity))])
        let parameters = rule.parameters.map { (name: $0.name, value: $0.schema) }
        return .any(of: [severity, .object(of: [("severity", severity)] + parameters)], rule.summary)
    }

    private var ignore: JSONValue {
        .object(
            of: [
                (
                    "rule",
                    .any(
                        of: [.words(rules.map(\.id)), .text(pattern: "[*?]")],
                        "The rule, or a pattern such as picture-*: * is any characters, ? is one.")
                ),
                ("file", .text("The file as the command line names it, or a pattern.")),
                ("img", .text("The img of the entry, or a pattern.")),
                ("reason", .text("Why, for whoever reads this next year.")),
                (
                    "until",
                    .text(
                        "The last day on which it holds, such as 2027-01-31.",
                        pattern: "^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$")
                ),
            ], required: ["rule", "reason"],
            more: [("anyOf", .array(["file", "img"].map { JSONValue([("required", .array([.string($0)]))]) }))])
    }

    private var device: JSONValue {
        let side = JSONValue.number(bounded: "exclusiveMinimum", "Points, as held upright.")
        let insets = JSONValue.list(
            of: .number(bounded: "minimum"), "What bars and cameras take: top, left, bottom, right.",
            more: [("minItems", .number("4")), ("maxItems", .number("4"))])
        let own = JSONValue.object(
            of: [
                ("name", .text("What findings call it.", pattern: "^[^/]+$")), ("width", side), ("height", side),
                ("scale", .number(bounded: "exclusiveMinimum", "Pixels to a point. Default: 1.")), ("insets", insets),
                ("platform", .words(Platform.allCases.map(\.rawValue), "The system that it runs; web is a window. Default: unknown.")),
            ], required: ["name", "width", "height"])
        return .any(of: [.words(["all"] + Device.all.map(\.name), "A device that weir knows, or all of them."), own])
    }

    private var layout: JSONValue {
        let names = LayoutKind.all.map(\.name).joined(separator: "|")
        let text = JSONValue.text("As on the command line: waterflow:columns=4,inset=12.", pattern: "^(\(names))(:.*)?$")
        let orientation = JSONValue.words(
            ScreenOrientation.allCases.map(\.rawValue), "How a device is held for it. Without it, both.")
        let objects = LayoutKind.all.map { kind in
            let parameters = kind.parameters.flatMap { parameter in parameter.names.map { (name: $0, value: parameter.schema) } }
            let layout = JSONValue([("const", .string(kind.name))])
            return JSONValue.object(
                of: [("layout", layout), ("orientation", orientation)] + objectMembers(of: kind) + parameters,
                required: ["layout"], kind.about)
        }
        return .any(of: [text] + objects)
    }
}

extension ConfigurationSchema {
    /// The keys of entries that a layout reads besides sizes, and the parameters of its sections.
    private func objectMembers(of kind: LayoutKind) -> [JSONValue.Named] {
        OrientedLayout.objectMembers(of: kind).map { key in
            switch key {
            case "sections":
                let own = JSONValue.object(of: kind.sectionParameters.map { ($0.name, $0.schema) })
                return (
                    key,
                    .described(
                        "Parameters of single sections, by their numbers from 0, or with section-by by their names; * is all others.",
                        [("type", .string("object")), ("properties", JSONValue([JSONValue.comment])), ("additionalProperties", own)])
                )
            case "section-by": return (key, .text("The key of entries that names sections; one begins where its value changes."))
            case "section-size": return (key, .number(bounded: "exclusiveMinimum", "A section begins after so many pictures."))
            default: return (key, .text("The key of entries that has points to add below each picture."))
            }
        }
    }
}

extension ConfigurationSchema.Option {
    fileprivate var schema: JSONValue {
        let text = JSONValue([("type", .array([.string("string"), .string("number")]))])
        return switch kind {
        case .toggle: .described(about, [("type", .string("boolean"))])
        case .value: .described(about, [("type", .array([.string("string"), .string("number")]))])
        case .repeatable: .any(of: [text, .list(of: text)], about)
        case .word(let words): .words(words, about)
        case .wordOrDocument(let words):
            .any(of: [.words(words), .text(pattern: "/|\\.json$"), JSONValue([("type", .string("object"))])], about)
        case .list(let words):
            .any(of: [words.isEmpty ? text : .text(), .list(of: words.isEmpty ? text : .words(words))], about)
        }
    }
}

extension Severity {
    fileprivate static var words: [String] { allCases.map(\.rawValue) }
}

extension RuleParameter {
    fileprivate var schema: JSONValue {
        let shape: [JSONValue.Named] =
            switch defaultValue {
            case .number(let number):
                [("type", .string("number")), ("minimum", .number(shortest(range.lowerBound)))]
                    + (range.upperBound == .infinity ? [] : [("maximum", .number(shortest(range.upperBound)))])
                    + [("default", .number(shortest(number)))]
            case .text(let text): [("type", .string("string")), ("default", .string(text))]
            case .texts(let texts):
                [
                    ("type", .string("array")), ("items", JSONValue([("type", .string("string"))])),
                    ("default", .array(texts.map(JSONValue.string))),
                ]
            }
        return .described(about, shape)
    }
}

extension LayoutParameter {
    /// A value is a number or a truth value, or the text of the command line.
    fileprivate var schema: JSONValue {
        func types(_ names: String...) -> JSONValue.Named { ("type", .array(names.map(JSONValue.string))) }
        let shape: [JSONValue.Named] =
            switch kind {
            case .length, .lengthOrWord: [types("number", "string")]
            case .count: [types("integer", "string"), ("minimum", .number("1"))]
            case .insets: [types("number", "string"), ("pattern", .string("^[^,]+(,[^,]+,[^,]+,[^,]+)?$"))]
            case .size: [types("string"), ("pattern", .string("^[^x]+x[^x]+$"))]
            case .choice(let words): [("enum", .array(words.map(JSONValue.string)))]
            case .truth: [("enum", .array([.bool(false), .bool(true), .string("false"), .string("true")]))]
            }
        return .described("\(about). Default: \(defaultText).", shape)
    }
}
