import Checks
import Layouts
import WeirBase
import WeirSystem

/// The options of `weir layouts`.
struct LayoutsOptions: Sendable {
    var layout: LayoutChoice?
    var fit: Int?
    /// The proof that `fit` asks for.
    var proof: FitProof?
    var devices = DeviceList()
    var format = ListFormat.text
    var output: [UInt8]?
}

enum ListFormat: String, WordChoice { case text, json }

extension LayoutsOptions: CommandOptions {
    static let grammar = Grammar(
        defaults: LayoutsOptions(),
        flags: [
            .value(
                "fit", .count("N", atLeast: 1, atMost: 65_535), in: .layout,
                help: """
                    Print the screen widths at which a flow may not put N items on a line that are exactly as wide as its columns. Such \
                    a width is a finding: the exit status is 1.
                    """
            ) { $0.fit = $1 },
            Flag(
                spec: FlagSpec(
                    name: "devices", value: ValueReader<DeviceList>.devices("all|NAME,...|WxH|FILE").spec, group: .screen,
                    isRepeatable: true,
                    help: """
                        With --fit, look at the widths of these devices, held upright. Without this option, at all widths that a \
                        phone or a tablet can have. May be given more than once.
                        """, requires: ["fit"]),
                effect: .value { options, argument throws(UsageError) in
                    try options.devices.add(try ValueReader<DeviceList>.devices("").read(argument))
                }),
            .value("format", .choice("FORMAT"), in: .output, default: "text", help: "Print for people, or as JSON.") { $0.format = $1 },
            .value(
                "output", short: "o", .file("FILE"), in: .output, help: "Write to FILE, which appears when it is whole."
            ) { $0.output = $1 },
        ],
        operand: { options, argument throws(UsageError) in
            guard options.layout == nil else { throw UsageError("only one layout at a time; \(argument.shown) is a second one") }
            options.layout = try LayoutChoice(typed: try argument.word())
        },
        complete: { options throws(UsageError) in try options.complete() })

    private mutating func complete() throws(UsageError) {
        try output?.checkNotRead(among: [devices.file].compactMap { $0 }, "list")
        guard let fit else { return }
        guard let layout else { throw UsageError("--fit needs the name of a layout, such as flow") }
        proof = try FitProof(of: fit, layout, devices)
    }

    func run() throws(MachineFailure) -> ExitStatus {
        let file = try OutputFile(output)
        var buffer = ByteBuffer()
        var status = ExitStatus.ok
        if let proof {
            status = try proof.write(isJSON: format == .json, to: &buffer)
        } else {
            LayoutList(kinds: layout.map { [$0.recipe.kind] } ?? LayoutKind.all).write(isJSON: format == .json, to: &buffer)
        }
        try file.write(buffer)
        try file.commit()
        return status
    }
}

extension Command {
    static let layouts = Command(
        name: "layouts",
        summary: "Print the layouts with their parameters, or where columns fit.",
        operands: ValueSpec(placeholder: "[NAME]", completion: .words(LayoutKind.all.map(\.name))),
        paragraphs: [
            """
            Prints every layout, or the layout NAME, with its parameters and their defaults. A parameter stands behind the name where a \
            layout is named: waterflow:columns=4,inset=8. With --fit it prints the widths of screens that are not safe for N columns.
            """
        ],
        examples: [
            Example(line: "weir layouts waterflow", meaning: "See what can be set of a layout."),
            Example(
                line: "weir layouts flow:inset=10,interitem-spacing=10 --fit 3",
                meaning: "Print the widths at which three columns may become two."),
        ],
        options: LayoutsOptions.self)
}

/// Layouts with their parameters and the defaults of those.
struct LayoutList: Sendable {
    let kinds: [LayoutKind]

    func write(isJSON: Bool, to buffer: inout ByteBuffer) {
        if isJSON { writeJSON(to: &buffer) } else { writeText(to: &buffer) }
    }

    private func writeText(to buffer: inout ByteBuffer) {
        for (index, kind) in kinds.enumerated() {
            if index > 0 { buffer.append("\n") }
            buffer.append("\(kind.name): \(kind.about)\n")
            buffer.append(table: kind.rows.map { ["  \($0.name)", $0.value, $0.about] })
        }
    }

    private func writeJSON(to buffer: inout ByteBuffer) {
        buffer.array(kinds, onLines: true) { buffer, kind in
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
