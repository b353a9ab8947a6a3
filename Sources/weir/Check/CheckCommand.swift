import Checks
import Fetching
import Measuring
import WeirBase
import WeirReports
import WeirSystem

extension Command {
    static let check = Command(
        name: "check",
        summary: "Check manifests, their pictures, and the layouts of both.",
        operands: ValueSpec(placeholder: "MANIFEST...", completion: .files),
        paragraphs: [
            """
            Holds manifests against rules: that they parse, that sizes and prices are there and plausible, that pages \
            are what their index says, and that the layouts which phones compute from them hold on each screen. With \
            --images it also looks at the pictures. Standard output has the findings alone.
            """,
            """
            MANIFEST is a file, a folder of pages, or - for standard input. The exit status is 1 where a finding weighs \
            as much as --fail-on says. weir rules prints the rules, and what each is about.
            """,
        ],
        examples: [
            Example(line: "weir check manifest.json", meaning: "Check a manifest and its layouts on a phone."),
            Example(
                line: "weir check pages --images --root pictures --report junit=weir.xml",
                meaning: "Check a paged manifest and its pictures, with a report for a CI system."),
            Example(
                line: "weir check manifest.json --config weir.json --baseline known.json",
                meaning: "Report only what a team has not yet decided on."),
        ],
        options: CheckOptions.self)
}

/// The options of `weir check`.
struct CheckOptions: FetchingOptions {
    static let keepsPictures = true
    var manifests: [[UInt8]] = []
    var screens = ScreenOptions()
    /// The manifest that phones have before they load this one.
    var previous: [UInt8]?
    /// Dumps of the frames that an app has computed.
    var frames: [[UInt8]] = []
    /// Nil means text, or annotations in GitHub Actions.
    var format: FindingFormat?
    var reports: [RequestedReport] = []
    /// Nil means the configuration's, or else errors.
    var failOn: Severity?
    var baseline: [UInt8]?
    var writesBaseline = false
    /// Whether standard output has the counts alone.
    var isQuiet = false
    /// The only rules to check; empty for all.
    var rules: [Rule] = []
    /// Names of profiles, and paths of files with others.
    var profiles: [String] = []
    var looksAtPictures = false
    var root: [UInt8]?
    /// The URL below which the manifest names the pictures of the root.
    var baseURL: [UInt8]?
    var journal: [UInt8]?
    var mirror: [UInt8]?
    var isVerifying = false
    var headerFiles: [[UInt8]] = []
    var fetching = FetchOptions.defaults
}

/// A report that is written to a file, besides the one on standard output.
struct RequestedReport: Equatable, Sendable {
    let format: FindingFormat
    let path: [UInt8]
}

extension FindingFormat: WordChoice {}
extension Severity: WordChoice {}

extension CheckOptions: CommandOptions {
    static let grammar = Grammar(
        defaults: CheckOptions(),
        flags: inputFlags + ScreenOptions.flags(\.screens, takes: "severities, parameters, devices, layouts and ignores").map(\.common)
            + outputFlags + pictureFlags + (limitFlags + Flag<CheckOptions>.fetching).map { $0.requiring("images") },
        operand: { $0.manifests.append($1.bytes) },
        complete: { options throws(UsageError) in try options.check() })

    private static let inputFlags: [Flag<CheckOptions>] = [
        .value(
            "previous", .file("OLD"), in: .input,
            help: "Check also how many entries of the manifest OLD are gone, and what becomes of its pictures on phones that load this one."
        ) { $0.previous = $1 }.common,
        .value(
            "frames", .file("DUMP"), in: .input, isRepeatable: true,
            help: "Compare the frames of an app, which DUMP has as JSON Lines, with those of the manifest. May be given more than once."
        ) { $0.frames.append($1) },
        .value(
            "baseline", .file("FILE"), in: .input,
            help: "Leave out findings that FILE has. Without this option, the configuration's."
        ) { $0.baseline = $1 }.common,
    ]

    private static let outputFlags: [Flag<CheckOptions>] = [
        .value(
            "format", .choice("FORMAT"), in: .output,
            help: "Print findings as FORMAT. Without this option, text, and github where GITHUB_ACTIONS is true."
        ) { $0.format = $1 },
        .value(
            "report", .report("FORMAT=FILE"), in: .output, isRepeatable: true,
            help: "Write findings as FORMAT into FILE too. May be given more than once."
        ) { $0.reports.append($1) }.common,
        .value(
            "fail-on", .choice("SEVERITY"), in: .output,
            help: "Exit with 1 where a finding weighs this much or more. Without this option, the configuration's, else error."
        ) { $0.failOn = $1 }.common,
        .toggle(
            "write-baseline", in: .output, help: "Write all findings into the file of --baseline, and exit with 0."
        ) { $0.writesBaseline = $1 }.common,
        .value(
            "rule", .rule("RULE"), in: .output, isRepeatable: true,
            help: "Check only RULE, and that manifests parse; for a rule about layouts also layout-input. May be given more than once."
        ) { $0.rules.append($1) },
        .list(
            "profile", .profiles("NAME[,NAME...]"), in: .output,
            help: """
                Hold pictures against the limits of sales channels, such as google-merchant; a NAME with a slash or with .json is a \
                file. weir rules --profile NAME prints them.
                """, \.profiles
        ).common,
        .toggle("quiet", short: "q", in: .output, help: "Print only the counts of findings.") { $0.isQuiet = $1 },
    ]

    private static let pictureFlags: [Flag<CheckOptions>] = [
        .toggle("images", in: .pictures, help: "Look at the pictures too, and compare them with what the manifest says.") {
            $0.looksAtPictures = $1
        }.common,
        .value(
            "root", .file("DIR"), in: .pictures,
            help:
                "Relative paths begin in DIR and must stay there. Without this option, where the manifest lies, a file or a folder of pages."
        ) { $0.root = $1 }.requiring("images").common,
        .value(
            "base-url", .baseURL("URL"), in: .pictures,
            help: "Look at a picture URL/PATH as the file PATH of --root, as weir ingest --base-url has named it, and not on the network."
        ) { $0.baseURL = $1 }.requiring("images"),
        .toggle(
            "verify", in: .pictures, help: "Decode each picture to its last row, one of the network only with --mirror."
        ) { $0.isVerifying = $1 }.requiring("images"),
        .value(
            "mirror", .file("DIR"), in: .pictures, help: "Keep whole pictures of the network in DIR."
        ) { $0.mirror = $1 }.requiring("images"),
        .value(
            "journal", .file("FILE|none"), in: .journal, default: "none",
            help: "Use what the journal FILE knows, and note there what is learned. With none, pictures are looked at afresh."
        ) { $0.journal = $1 == Array("none".utf8) ? nil : $1 }.requiring("images"),
    ]

    private static let limitFlags: [Flag<CheckOptions>] = [
        .value(
            "max-pixels", .count("N", atLeast: 1), in: .limits, default: "1e9", help: "Fail a picture of more than N pixels."
        ) { $0.fetching.headers.maxPixels = $1 }
    ]

    private func check() throws(UsageError) {
        guard !manifests.isEmpty else { throw UsageError("no manifest is named") }
        let standardStream = Array("-".utf8)
        guard (manifests + [previous].compactMap { $0 } + frames).count(where: { $0 == standardStream }) <= 1 else {
            throw UsageError("standard input can be named only once")
        }
        guard previous == nil || manifests.count == 1 else {
            throw UsageError("--previous goes with one manifest, and there are \(manifests.count)")
        }
        guard frames.isEmpty || manifests.count == 1 else {
            throw UsageError("--frames goes with one manifest, and there are \(manifests.count)")
        }
        guard !isQuiet || (format ?? .text) == .text else {
            throw UsageError("--quiet is about the format text; a program counts what --format prints")
        }
        if let rule = rules.first(where: { missingOption(for: $0) != nil }), let option = missingOption(for: rule) {
            throw UsageError("--rule: \(rule.id) has nothing to look at without \(option)")
        }
        let name = LayoutRules.framesMatch.id
        guard frames.isEmpty || rules.isEmpty || rules.contains(where: { $0.id == name }) else {
            throw UsageError("--frames: only \(name) compares frames, and --rule leaves it out; add --rule \(name)")
        }
        guard reports.allSatisfy({ $0.path != standardStream }) else {
            throw UsageError("--report: standard output has the report of --format; name a file")
        }
        try checkOutputs(reading: [], baseline: baseline)
    }

    /// The option that a rule lacks; nil if it has the input that it needs.
    func missingOption(for rule: Rule) -> String? {
        if !looksAtPictures, rule.needs.contains(.pictures), !rule.readsEntries { return "--images" }
        if frames.isEmpty, rule.needs.contains(.frames) { return "--frames" }
        if journal == nil, rule.needs.contains(.journal) { return "--journal" }
        return previous == nil && rule.needs.contains(.previous) ? "--previous" : nil
    }

    /// Refuses outputs that would replace an input or another output. `others` are inputs that the command
    /// line does not name as such.
    func checkOutputs(reading others: [[UInt8]], baseline: [UInt8]?) throws(UsageError) {
        let read = manifests + [previous, screens.configuration].compactMap { $0 } + headerFiles + frames + others
        let kept = [baseline].compactMap { $0 } + (journal.map(JournalPlan.files) ?? [])
        for (index, report) in reports.enumerated() {
            let name = Argument(report.path).shown
            guard !reports[..<index].contains(where: { isSameFile($0.path, report.path) }) else {
                throw UsageError("--report: two reports cannot be one file, \(name)")
            }
            try report.path.checkNotRead(among: read + kept, "report", option: "--report")
        }
        if writesBaseline { try baseline?.checkNotRead(among: read, "baseline", option: "--write-baseline") }
    }
}

extension ValueReader where Value == RequestedReport {
    static func report(_ placeholder: String) -> ValueReader {
        let words = FindingFormat.words.map { "\($0)=" }
        return ValueReader(placeholder, .words(words)) {
            argument throws(UsageError) in
            guard let sign = argument.bytes.firstIndex(of: UInt8(ascii: "=")), sign + 1 < argument.bytes.count else {
                throw UsageError("\(argument.shown) is not FORMAT=FILE, such as sarif=weir.sarif")
            }
            let format: FindingFormat = try Argument(Array(argument.bytes[..<sign])).choice()
            return RequestedReport(format: format, path: Array(argument.bytes[(sign + 1)...]))
        }
    }
}

extension ValueReader where Value == [String] {
    /// Names of profiles, and paths of files with others.
    static func profiles(_ placeholder: String) -> ValueReader {
        let names = Profile.known.map(\.name)
        return ValueReader(placeholder, .list(names)) { argument throws(UsageError) in
            let words = try argument.words()
            for word in words where !Profile.isPath(word) && !names.contains(word) {
                throw .unknown(
                    "profile", word, nearest: nearestName(to: word, among: names), elsewhere: "; there are \(names.joined(separator: ", "))"
                )
            }
            return words
        }
    }
}

extension Profile {
    /// The profile of this name, or the one that a file has. A relative path begins in the folder of `file`.
    static func named(_ name: String, besides file: [UInt8] = []) throws(MachineFailure) -> Profile {
        if let known = known.first(where: { $0.name == name }) { return known }
        let path = Array(name.utf8).relative(to: file)
        let document = try jsonDocument(path)
        do throws(ConfigurationFailure) { return try Profile(document) } catch { throw .input("\(Argument(path).shown): \(error.message)") }
    }
}
