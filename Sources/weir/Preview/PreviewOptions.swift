import Checks
import Layouts
import WeirBase
import WeirSystem

/// The options of `weir preview`.
struct PreviewOptions: Sendable {
    /// Empty until it is named.
    var manifest: [UInt8] = []
    var screens = ScreenOptions()
    var limit = 2000
    var root: [UInt8]?
    var baseURL: [UInt8]?
    /// The manifest whose entries a refresh puts in front.
    var refresh: [UInt8]?
    /// The manifests whose entries load-more appends, one after another.
    var more: [[UInt8]] = []
    /// Another manifest, which is shown beside this one.
    var against: [UInt8]?
    /// A report of `weir check`; without it, the manifest is checked.
    var findings: [UInt8]?
    var output: [UInt8]?
    var serves = false
    /// Nil lets the system choose one.
    var port: Int?
    var opens = false
}

extension PreviewOptions: CommandOptions {
    static let grammar = Grammar(
        defaults: PreviewOptions(),
        flags: inputFlags + ScreenOptions.flags(\.screens, devices: shownDevices.joined(separator: ", ")) + outputFlags,
        operand: { options, argument throws(UsageError) in
            guard options.manifest.isEmpty else {
                let advice =
                    options.serves && options.port == nil
                    ? "The port of --serve is a number" : "--more appends it, --against compares"
                throw UsageError("only one manifest can be shown; \(argument.shown) is a second one. \(advice)")
            }
            guard argument.text != "-" else { throw UsageError("a manifest is read more than once, so standard input cannot be shown") }
            options.manifest = try argument.path()
        },
        complete: { options throws(UsageError) in try options.check() })

    /// The most entries that --limit takes of a manifest.
    static let mostEntries = 200_000

    /// A small and a large phone, one of another maker, and a tablet.
    static let shownDevices = ["iphone-se-3", "iphone-17", "pixel-9", "ipad-mini-6"]

    private static let inputFlags: [Flag<PreviewOptions>] = [
        .value(
            "limit", .count("N", atLeast: 1, atMost: mostEntries), in: .input, default: "2000",
            help: "Show the first N entries of MANIFEST, and of each other manifest."
        ) { $0.limit = $1 },
        .value(
            "refresh", .file("PAGE"), in: .input,
            help: "Refresh puts the entries of the manifest PAGE in front of the others."
        ) { $0.refresh = $1 },
        .value(
            "more", .file("PAGE"), in: .input, isRepeatable: true,
            help: """
                Load more appends the entries of the manifest PAGE. May be given more than once. The pages of a folder are \
                loaded one after another without this option.
                """
        ) { $0.more.append($1) },
        .value(
            "against", .file("OLD"), in: .input,
            help: "Show the manifest OLD beside this one, with the pictures that move, and how much a phone jumps that has its sizes."
        ) { $0.against = $1 },
        .value(
            "findings", .file("REPORT"), in: .input,
            help: """
                Mark the findings of REPORT, which weir check --format json writes. Of one that weir ingest --report writes, list the \
                failures. Without a report of findings, the manifest is checked.
                """
        ) { $0.findings = $1 },
    ]

    private static let outputFlags: [Flag<PreviewOptions>] = [
        .value(
            "root", .file("DIR"), in: .output,
            help: "Relative paths of pictures begin in DIR. Without this option, where the manifest lies, a file or a folder of pages."
        ) { $0.root = $1 },
        .value(
            "base-url", .baseURL("URL"), in: .output,
            help: "Show a picture URL/PATH from the file PATH of --root, as weir ingest --base-url has named it, and not from the network."
        ) { $0.baseURL = $1 },
        .value(
            "output", short: "o", .file("FILE"), in: .output,
            help: "Write the page to FILE, which appears when it is whole. Without this option, to standard output."
        ) { $0.output = $1 },
        .number(
            "serve", .count("PORT", atLeast: 1, atMost: 65_535), in: .output,
            help: """
                Serve the page and the pictures of --root to this machine only, until a signal comes. The page follows the \
                manifest as it changes. Without PORT, the system chooses one; the address is printed.
                """,
            toggle: { options, _ in options.serves = true },
            set: { ($0.serves, $0.port) = (true, $1) }
        ).excluding("output"),
        .toggle("open", in: .output, help: "Open the page in the browser that xdg-open starts.") { $0.opens = $1 },
    ]

    private func check() throws(UsageError) {
        guard !manifest.isEmpty else { throw UsageError("no manifest is named") }
        let others = [refresh, against, findings, screens.configuration].compactMap { $0 } + more
        guard !others.contains(Array("-".utf8)) else { throw UsageError("standard input cannot be shown; name a file") }
        let isFile = output != nil && output != Array("-".utf8)
        guard !opens || serves || isFile else { throw UsageError("--open needs a file or a server: -o FILE or --serve") }
        try output?.checkNotRead(among: [manifest] + others + [screens.devices.file].compactMap { $0 }, "page")
    }
}

extension Command {
    static let preview = Command(
        name: "preview",
        summary: "Show a manifest in a browser, as a phone lays it out.",
        operands: ValueSpec(placeholder: "MANIFEST", completion: .files),
        paragraphs: [
            """
            Writes one HTML file that shows the pictures of a manifest in the frames that weir computes, on several devices, \
            upright and turned. It takes no script, style or font from elsewhere, and requests nothing but pictures. Slow \
            networks and lost pictures are simulated. Findings of weir check are marked on the frames.
            """,
            """
            MANIFEST is what weir ingest writes: .json, .jsonl or .plist, also compressed, or a folder of pages, of which \
            the page shows the first and loads the others.
            """,
        ],
        examples: [
            Example(line: "weir preview manifest.json -o shop.html --open", meaning: "Look at a manifest in the browser."),
            Example(
                line: "weir preview 2.plist --refresh 1.plist --more 3.plist -o shop.html",
                meaning: "See what refresh and load-more do in an app with three lists."),
            Example(
                line: "weir preview manifest.json --serve 8080 --root pictures",
                meaning: "Follow a manifest while it changes."),
        ],
        options: PreviewOptions.self)
}

extension PreviewOptions {
    func run() throws(MachineFailure) -> ExitStatus {
        let signals = TerminationSignals()
        let source = PreviewSource(self)
        guard !serves else {
            try PreviewServer(source, signals).run(port: port, opens: opens)
            return .ok
        }
        let file = try OutputFile(output)
        try source.write(pictures: source.picturesURL(seenFrom: output), signals) { buffer throws(MachineFailure) in
            try file.write(buffer)
            buffer.removeAll()
        }
        try file.commit()
        if opens, let output { openInBrowser(output) }
        return .ok
    }
}

/// Starts the user's browser. A failure is a warning, since the page is there.
func openInBrowser(_ path: [UInt8]) {
    do throws(MachineFailure) { try startDesktop(path) } catch {
        StandardStream.error.report("weir: warning: --open: \(error.message); open \(Argument(path).shown) yourself")
    }
}
