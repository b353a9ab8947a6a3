import Checks
import Layouts
import WeirBase
import WeirSystem

/// The options of `weir layouts`.
struct LayoutsOptions: Sendable {
    var layout: LayoutChoice?
    var format = TextOrJSON.text
    var output: [UInt8]?
}

extension LayoutsOptions: CommandOptions {
    static let grammar = Grammar(
        defaults: LayoutsOptions(),
        flags: [
            .value("format", .choice("FORMAT"), in: .output, default: "text", help: "Print for people, or as JSON.") { $0.format = $1 },
            .value(
                "output", short: "o", .file("FILE"), in: .output, help: "Write to FILE, which appears when it is whole."
            ) { $0.output = $1 },
        ],
        operand: { options, argument throws(UsageError) in
            guard options.layout == nil else { throw UsageError("only one layout at a time; \(argument.shown) is a second one") }
            let name = try argument.word()
            guard !name.contains(":") else { throw UsageError("\(argument.shown): a name alone is wanted, whose parameters are printed") }
            options.layout = try LayoutChoice(typed: name)
        })

    func run() throws(MachineFailure) -> ExitStatus {
        let file = try OutputFile(output)
        var buffer = ByteBuffer()
        let kinds = layout.map { [$0.recipe.kind] } ?? LayoutKind.all
        if format == .json { kinds.append(jsonTo: &buffer) } else { kinds.append(textTo: &buffer) }
        try file.write(buffer)
        try file.commit()
        return .ok
    }
}

extension Command {
    static let layouts = Command(
        name: "layouts",
        summary: "Print the layouts with their parameters.",
        operands: ValueSpec(placeholder: "[NAME]", completion: .words(LayoutKind.all.map(\.name))),
        paragraphs: [
            """
            Prints every layout, or the layout NAME, with its parameters and their defaults. A parameter stands behind the name where a \
            layout is named: waterflow:columns=4,inset=8.
            """
        ],
        examples: [
            Example(line: "weir layouts waterflow", meaning: "See what can be set of a layout.")
        ],
        options: LayoutsOptions.self)
}

/// Layouts with their parameters and the defaults of those.
extension [LayoutKind] {
    fileprivate func append(textTo buffer: inout ByteBuffer) {
        for (index, kind) in enumerated() {
            if index > 0 { buffer.append("\n") }
            buffer.append("\(kind.name): \(kind.about)\n")
            buffer.append(table: kind.rows.map { ["  \($0.name)", $0.value, $0.about] })
        }
    }

    fileprivate func append(jsonTo buffer: inout ByteBuffer) {
        buffer.array(self, onLines: true) { buffer, kind in
            buffer.object { buffer in
                buffer.member("layout", json: kind.name)
                buffer.member("about", json: kind.about)
                buffer.array("parameters", kind.rows) { buffer, row in
                    buffer.object {
                        $0.member("name", json: row.name)
                        $0.member("default", json: row.value)
                        $0.member("about", json: row.about)
                    }
                }
            }
        }
        buffer.append("\n")
    }
}

extension LayoutKind {
    /// The parameters, and the keys that take something of a manifest.
    fileprivate var rows: [(name: String, value: String, about: String)] {
        parameters.map { ($0.name, $0.defaultText, $0.about) }
            + LayoutKeys.parameters(of: self).map { name in
                switch name {
                case "section-by":
                    (name, "none", "a section begins where the value of this key of the entries changes, and has it as its name")
                case "section-size": (name, "none", "a section begins after so many pictures; without it, each page is one")
                default: (name, "none", "the key of the entries that has points to add below each picture")
                }
            }
    }
}
