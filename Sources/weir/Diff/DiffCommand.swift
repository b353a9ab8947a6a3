import Checks
import Layouts
import Manifests
import WeirBase
import WeirReports
import WeirSystem

/// The options of `weir diff`.
struct DiffOptions: Sendable {
    var manifests: [Argument] = []
    var screens = ScreenOptions()
    /// The key of entries that matches them; nil for img.
    var key: String?
    var arrival = ArrivalProcess.order
    var format = DifferenceFormat.text
    var output: [UInt8]?
}

enum DifferenceFormat: String, WordChoice {
    case text, json, markdown
}

extension DiffOptions: CommandOptions {
    static let grammar = Grammar(
        defaults: DiffOptions(),
        flags: ScreenOptions.flags(\.screens) + [
            .value(
                "key", .word("COLUMN"), in: .input,
                help: """
                    Match entries by this key, such as sku, and not by img, which is then compared too. An entry without the key is \
                    matched by img.
                    """
            ) { $0.key = $1 == "img" ? nil : $1 },
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
            options.manifests.append(argument)
        },
        complete: { options throws(UsageError) in
            guard options.manifests.count == 2 else { throw UsageError("two manifests are needed: OLD NEW") }
            if let key = options.key, ["w", "h", "price"].contains(key) {
                throw UsageError("--key: \(key) does not name an entry; take a key such as sku")
            }
            guard options.manifests.contains(where: { $0.text != "-" }) else {
                throw UsageError("standard input can be one of the manifests, not both")
            }
            let read = options.manifests.map(\.bytes) + [options.screens.configuration].compactMap { $0 }
            try options.output?.checkNotRead(among: read + [options.screens.devices.file].compactMap { $0 }, "difference")
        })
}

extension Command {
    static let diff = Command(
        name: "diff",
        summary: "Report what is different between two manifests.",
        operands: ValueSpec(placeholder: "OLD NEW", completion: .files),
        paragraphs: [
            """
            Reports which entries were added, removed, resized, repriced, changed or moved, and for each layout and screen which \
            pictures begin at another place, and how much the screen of a phone jumps that still has the old sizes. \
            Entries are matched by img, or by --key; of other keys than w, h, img and price those are compared that a layout \
            of --config names (section-by, extra-height-by), and the images of entries, unless a manifest is a property list.
            """,
            """
            OLD and NEW are files, folders of pages, or - for standard input. The exit status is 0 where they are the same, \
            1 where not, or where broken entries are left out.
            """,
        ],
        examples: [
            Example(line: "weir diff yesterday.json today.json", meaning: "See what a night has changed."),
            Example(
                line: "weir diff main.json branch.json --format markdown",
                meaning: "Write a comment for a pull request."),
        ],
        options: DiffOptions.self)
}

extension DiffOptions {
    func run() throws(MachineFailure) -> ExitStatus {
        let found = try FoundConfiguration(screens.configuration, besides: manifests.map(\.bytes))
        found.report(for: screens)
        let plan = try found.screens(screens)
        try check(output, found)
        let file = try OutputFile(output)
        let keys = Set(plan.keys + [key].compactMap { $0 }).sorted()
        var isWhole = true
        func report(_ broken: MachineFailure) {
            isWhole = false
            StandardStream.error.report("weir: \(broken.message); broken entries are left out")
        }
        let images = ManifestEntry.imagesKey
        let old = try ManifestDocument(manifests[0].bytes, keeping: keys, facts: [images], onBroken: report)
        let new = try ManifestDocument(manifests[1].bytes, keeping: keys, facts: ["bytes", images], onBroken: report)
        let compared = [(manifests[0], old), (manifests[1], new)].map { argument, manifest in
            ComparedManifest(name: argument.shown, entries: manifest)
        }
        // Without the key on both sides, every entry would be removed and added.
        let lacking = key.flatMap { key in compared.first { !$0.entries.hasValues(of: key) } }
        if let key, let lacking {
            StandardStream.error.report(
                """
                weir: \(lacking.name): no entry has the key \(Argument(key).shown), so entries are matched by img; weir ingest --keep adds \
                a column to entries
                """)
        }
        let matched = lacking == nil ? key : nil
        let columns = lacking == nil ? keys : plan.keys
        let comparesImages = old.keepsImages && new.keepsImages && !columns.contains(images)
        let difference = ManifestDifference(from: old, to: new, by: matched, comparing: columns + (comparesImages ? [images] : []))
        var shown: [ComparedScreen] = []
        var named: Set<LayoutKeys> = []
        // Equal manifests move nothing.
        for layout in difference.isEmpty ? [] : plan.distinctLayouts {
            let isFirst = named.insert(layout.keys).inserted
            shown += try screens(plan.layouts.filter { $0.layout == layout }, of: layout, difference, old, new, reportsSections: isFirst)
        }
        let report = DifferenceReport(old: compared[0], new: compared[1], difference: difference, screens: shown)
        var buffer = ByteBuffer()
        switch format {
        case .text: DifferenceText().write(report, to: &buffer)
        case .json: DifferenceJSON().write(report, to: &buffer)
        case .markdown: DifferenceMarkdown().write(report, to: &buffer)
        }
        do throws(MachineFailure) {
            try file.write(buffer)
            try file.commit()
        } catch {
            // If the reader closes the pipe early, the exit status must still show the result.
            guard error.kind == .closedPipe else { throw error }
        }
        return difference.isEmpty && isWhole ? .ok : .findings
    }

    /// Refuses an output that would replace the configuration that was found.
    private func check(_ output: [UInt8]?, _ found: FoundConfiguration) throws(MachineFailure) {
        do throws(UsageError) { try output?.checkNotRead(among: [found.path].compactMap { $0 }, "difference") } catch {
            throw .input(error.message)
        }
    }

    /// The screens of one layout.
    private func screens(
        _ planned: [PlannedLayout], of layout: LayoutChoice, _ difference: ManifestDifference, _ old: ManifestDocument,
        _ new: ManifestDocument, reportsSections: Bool
    ) throws(MachineFailure) -> [ComparedScreen] {
        let (oldName, newName) = (manifests[0].shown, manifests[1].shown)
        let before = try old.pages(for: layout, name: oldName)
        let after = try new.pages(for: layout, name: newName)
        for (pages, name) in reportsSections ? [(before, oldName), (after, newName)] : [] {
            reportReturningSection(of: pages, layout.keys, name: name)
        }
        try layout.checkSections(of: before, or: after, name: "\(oldName) and \(newName)")
        let bytes = new.pictureBytes
        return try planned.map { planned throws(MachineFailure) in
            let empty: any Layout
            do throws(LayoutError) { empty = try layout.recipe.layout(on: planned.screen) } catch {
                throw .input(error.message)
            }
            let found = ScreenDifference(difference, from: before, to: after, in: empty, arriving: arrival, bytes: bytes)
            return ComparedScreen(
                layout: layout.text, name: planned.screen.name, viewport: planned.screen.viewport, difference: found)
        }
    }
}
