import Base
import Checks
import Ingest
import Layouts
import Manifests
import Reports
import System

/// The options of `weir diff`.
struct DiffOptions: Sendable {
    var manifests: [Argument] = []
    var screens = ScreenChoice()
    var configuration: [UInt8]?
    var arrival = ArrivalProcess.order
    var format = DifferenceFormat.text
    var output: [UInt8]?
}

enum DifferenceFormat: String, WordChoice {
    case text, json, markdown
}

extension DiffOptions {
    static let grammar = Grammar(
        defaults: DiffOptions(),
        flags: ScreenChoice.flags(\.screens) + [
            .value(
                "config", .file("FILE"), in: .input,
                help: "Take layouts and devices from FILE, a configuration of weir check."
            ) { $0.configuration = $1 },
            .value(
                "arrival", .arrival, in: .layout, default: ArrivalProcess.order.text,
                help: "For the shift score, let pictures arrive so: \(ArrivalProcess.help)"
            ) { $0.arrival = $1 },
            .value(
                "format", .choice("FORMAT"), in: .output, default: "text",
                help: "Print for people, as one JSON object, or as markdown for a comment on a pull request."
            ) { $0.format = $1 },
            .value(
                "output", short: "o", .file("FILE"), in: .output, help: "Write to FILE, which appears when it is whole."
            ) { $0.output = $1 },
        ],
        operand: { options, argument throws(UsageError) in
            guard options.manifests.count < 2 else {
                throw UsageError("two manifests are compared; \(argument.shown) is a third one")
            }
            guard !argument.bytes.isEmpty else { throw UsageError("the name of a manifest is empty") }
            options.manifests.append(argument)
        },
        check: { options throws(UsageError) in
            guard options.manifests.count == 2 else { throw UsageError("two manifests are needed: OLD NEW") }
            guard options.manifests.contains(where: { $0.text != "-" }) else {
                throw UsageError("standard input can be one of the manifests, not both")
            }
            let read = options.manifests.map(\.bytes) + [options.configuration].compactMap { $0 }
            if let output = options.output, read.contains(where: { isSamePlace($0, output) }) {
                throw UsageError("--output: \(Argument(output).shown) is read, and the difference would take its place")
            }
        })
}

extension Command {
    static let diff = Command(
        name: "diff",
        summary: "Tell what is different between two manifests.",
        operands: ValueSpec(placeholder: "OLD NEW", completion: .files),
        paragraphs: [
            """
            Tells which entries were added, removed, resized, repriced or moved, and for each layout and screen which \
            pictures begin at another place, and how much the screen of a phone jumps that still has the old sizes. \
            Entries are matched by img; of other keys than w, h, img and price nothing is told.
            """,
            "OLD and NEW are files, folders of pages, or - for standard input. The exit status is 0 where they are the same, 1 where not.",
        ],
        examples: [
            Example(line: "weir diff yesterday.json today.json", meaning: "See what a night has changed."),
            Example(
                line: "weir diff main.json branch.json --format markdown",
                meaning: "Write a comment for a pull request."),
        ],
        grammar: DiffOptions.grammar,
        run: { options throws(MachineFailure) in try options.run() })
}

extension DiffOptions {
    fileprivate func run() throws(MachineFailure) -> ExitStatus {
        let configuration = try configuration.map { path throws(MachineFailure) in try CheckConfiguration(file: path, rules: Rule.all) }
        let plan = try ScreenPlan(screens, configuration ?? CheckConfiguration())
        let file = try OutputFile(output)
        let old = try StoredManifest(manifests[0].bytes, keeping: .texts, and: plan.columns)
        let new = try StoredManifest(manifests[1].bytes, keeping: .bytes, and: plan.columns)
        let compared = [(manifests[0], old), (manifests[1], new)].map { argument, manifest in
            ComparedManifest(name: argument.shown, entries: manifest.entries)
        }
        let difference = ManifestDifference(from: compared[0].entries, to: compared[1].entries)
        if !difference.isEmpty { try checkSections(plan, old, new) }
        var shown: [ComparedScreen] = []
        // Equal manifests move nothing.
        for planned in difference.isEmpty ? [] : plan.layouts { shown.append(try screen(planned, difference, old, new)) }
        let report = DifferenceReport(old: compared[0], new: compared[1], difference: difference, screens: shown)
        var buffer = ByteBuffer()
        switch format {
        case .text: DifferenceText().write(report, to: &buffer)
        case .json: DifferenceJSON().write(report, to: &buffer)
        case .markdown: DifferenceMarkdown().write(report, to: &buffer)
        }
        try file.write(buffer)
        try file.commit()
        return difference.isEmpty ? .ok : .findings
    }

    private func pages(
        of manifest: StoredManifest, _ argument: Argument, for layout: LayoutChoice
    ) throws(MachineFailure) -> [PicturePage] {
        try manifest.pages(for: layout.recipe.kind, layout.columns, name: argument.shown)
    }

    /// A table of sections must name sections of one of the manifests.
    private func checkSections(_ plan: ScreenPlan, _ old: StoredManifest, _ new: StoredManifest) throws(MachineFailure) {
        var told: Set<PictureColumns> = []
        for layout in plan.distinctLayouts {
            let sides = try [(manifests[0], old), (manifests[1], new)].map { argument, manifest throws(MachineFailure) in
                (name: argument.shown, pages: try pages(of: manifest, argument, for: layout))
            }
            if told.insert(layout.columns).inserted {
                for side in sides { tellReturningSection(of: side.pages, layout.columns, name: side.name) }
            }
            try layout.checkSections(of: sides[0].pages, or: sides[1].pages, name: "\(sides[0].name) and \(sides[1].name)")
        }
    }

    private func screen(
        _ planned: PlannedLayout, _ difference: ManifestDifference, _ old: StoredManifest, _ new: StoredManifest
    ) throws(MachineFailure) -> ComparedScreen {
        let empty: any Layout
        do throws(LayoutError) { empty = try planned.layout.recipe.layout(in: planned.screen.viewport) } catch {
            throw .input(error.message)
        }
        let found = ScreenDifference(
            difference, from: try pages(of: old, manifests[0], for: planned.layout),
            to: try pages(of: new, manifests[1], for: planned.layout), in: empty,
            arriving: arrival, bytes: new.entries.pictureBytes)
        return ComparedScreen(
            layout: planned.layout.text, name: planned.screen.name, viewport: planned.screen.viewport, difference: found)
    }
}
