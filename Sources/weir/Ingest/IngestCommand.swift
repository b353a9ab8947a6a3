import Fetching
import ImageHeaders
import Ingest
import Journals
import Manifests
import Measuring
import WeirBase
import WeirRecords
import WeirSystem

/// The options of `weir ingest`.
struct IngestOptions: FetchingOptions {
    static let keepsPictures = true
    var catalogue: [UInt8]?
    var from: CatalogueReading?
    /// The columns that options have named, and not the defaults.
    var namedColumns: Set<ColumnRole> = []
    var output: [UInt8]?
    var furtherOutputs: [[UInt8]] = []
    var pageSize: Int?
    var pageNames: IngestPlan.PageNames?
    /// The flags set a part of the plan. The rest of it follows from all options.
    var plan = IngestPlan(catalogue: .standardInput(.csv), fetching: .defaults)
    var journal: [UInt8]?
    var noJournal = false
    /// Milliseconds; nil means any time.
    var maxTime: Int?
    var wait = JournalWait.forOtherManifests
    /// The values of `--max-age`, `--refresh` and `--retry-failed`; the journal's path is set later.
    var journalPlan = JournalPlan([])
    /// The files that `--config` and `--header` have named. They are read while the arguments are.
    var optionsFile: [UInt8]?
    var headerFiles: [[UInt8]] = []
    var report: [UInt8]?
    var metrics: [UInt8]?
    var logFormat = TextOrJSON.text
    var quiet = false
    var verbose = false
    var dryRun = false

    var fetching: FetchOptions {
        get { plan.measuring.fetching }
        set { plan.measuring.fetching = newValue }
    }
}

/// Where the size of placeholder entries comes from.
enum PlaceholderSize: Sendable {
    case file([UInt8])
    case size(PixelSize)
}

extension ValueReader where Value == PlaceholderSize {
    static func placeholder(_ text: String) -> ValueReader {
        ValueReader(text, .files) { argument throws(UsageError) in
            if let size = try? argument.size() { return .size(size) }
            let isSize = argument.bytes.allSatisfy { isDigit($0) || $0 == UInt8(ascii: "x") }
            return isSize ? .size(try argument.size()) : .file(try argument.path())
        }
    }
}

extension IngestPlan.CatalogueForm: WordChoice {}
extension IngestPlan.OnFailure: WordChoice {}
extension IngestPlan.PageNames: WordChoice {}
extension IngestPlan.Fact: WordChoice {}

extension IngestOptions: CommandOptions {
    static let grammar = Grammar(
        defaults: IngestOptions(),
        flags: inputFlags + outputFlags + failureFlags + journalFlags + Flag<IngestOptions>.fetching + [
            .value(
                "max-pixels", .count("N", atLeast: 1), in: .limits, default: "1e9",
                help: "Fail a picture of more than N pixels."
            ) { $0.fetching.headers.maxPixels = $1 }
        ],
        section: OptionsSection(
            name: "ingest", note: { $0.optionsFile = $1 },
            takeRest: { options, document throws(UsageError) in try options.takeHosts(of: document) }),
        operand: { options, argument throws(UsageError) in
            guard options.catalogue == nil else {
                throw UsageError("only one catalogue can be read; \(argument.shown) is a second one")
            }
            options.catalogue = argument.bytes
        },
        complete: { options throws(UsageError) in try options.completePlan() })

    private static let inputFlags: [Flag<IngestOptions>] = [
        .value(
            "from", .reading("FORMAT|SHAPE"), in: .input,
            help: """
                Read the catalogue as FORMAT, whatever its name: plain rows. A SHAPE says what the columns of an export mean: the name of one \
                that weir recognizes by itself, a file (.json), or its JSON. Needed for standard input.
                """
        ) { $0.from = $1 }.common,
        .value(
            "delimiter", .delimiter("CHAR"), in: .input,
            help: """
                The byte between the fields of a table: a comma in .csv, a tab (\\t) in .tsv and copy, unless this says \
                another.
                """
        ) { $0.plan.delimiter = $1 },
        .value(
            "rows", .pointer("POINTER"), in: .input,
            help: "Read the rows of a .json catalogue from the array at POINTER (RFC 6901), such as /products."
        ) { $0.plan.rowsPointer = $1 },
        .value(
            "img-column", .word("NAME"), in: .input, default: "img",
            help: "The column or key that names the picture; in JSON also a pointer to it in the row, such as /image/src."
        ) {
            $0.plan.columns.img = $1
            $0.namedColumns.insert(.img)
        },
        .value(
            "images-column", .word("NAME"), in: .galleries,
            help: """
                The column or key of further pictures: one name or an array of names; in JSON also a pointer such as /images/*/src, where * is \
                each element. A table or a feed may have it several times.
                """
        ) { $0.plan.columns.images = $1 },
        .value(
            "img-separator", .delimiter("CHAR"), in: .galleries,
            help: "The byte between the names of several pictures in one text, such as |."
        ) { $0.plan.columns.separator = $1 },
        .value(
            "price-column", .word("NAME"), in: .input, default: "price",
            help: "The column or key of the price, or the pointer to it."
        ) {
            $0.plan.columns.price = $1
            $0.namedColumns.insert(.price)
        },
        .value(
            "version-column", .word("NAME"), in: .journal,
            help: """
                The column or key of a text that changes when the row's pictures do, such as updated_at. A picture of the network whose text is \
                that of the journal is not asked for; one with another is measured anew.
                """
        ) { $0.plan.columns.version = $1 },
        .value(
            "root", .file("DIR"), in: .input,
            help: "The folder of local pictures. None is read outside it. Without this option it is the catalogue's folder."
        ) { $0.plan.root = $1 }.common,
        .pathFilter("Of a folder that is the catalogue, take", \.plan.filter),
    ]

    private static let outputFlags: [Flag<IngestOptions>] = [
        .value(
            "output", short: "o", .file("MANIFEST"), in: .output, isRepeatable: true,
            help: """
                Write the manifest to MANIFEST: .json, .jsonl or .plist, with .gz behind it if it is to be \
                compressed, or .binary.plist; .csv, .tsv or .copy is a table for a database; - is standard output, as JSON. \
                With --page-size it is a folder. \
                Further outputs have the same entries. May be given more than once.
                """
        ) { if $0.output == nil { $0.output = $1 } else { $0.furtherOutputs.append($1) } }.common,
        .value(
            "page-size", .count("N", atLeast: 1), in: .output,
            help: "Write pages of N entries, 1.json, 2.json and so on, and index.json, into the folder MANIFEST."
        ) { $0.pageSize = $1 }.common,
        .value(
            "page-names", .choice("FORM"), in: .output, default: "number",
            help: """
                Name pages 1.json, or with hash 1-HASH.json, by their content: a client that walks an index never meets pages \
                of another.
                """
        ) { $0.pageNames = $1 }.requiring("page-size"),
        .value(
            "base-url", .baseURL("URL"), in: .entries,
            help: """
                Call a local picture URL/PATH in the manifest, percent-encoded. Without this option, what the catalogue calls \
                it.
                """
        ) { $0.plan.baseURL = $1 }.common,
        .list(
            "keep", .words("COLUMN,..."), in: .entries,
            help: """
                Add these columns of the catalogue to each entry, as text; arrays and objects of JSON as they are. A \
                pointer such as /brand/name adds its last part, name.
                """, \.plan.columns.kept),
        .toggle(
            "each-image", in: .galleries,
            help: """
                Write an entry for each picture of a row, with the row's price and columns. Without this option the further pictures of a row \
                are the images of its entry.
                """
        ) { $0.plan.isEachImage = $1 },
        .list(
            "with", .choices("FACT,..."), in: .entries,
            help: """
                Add facts to each entry: status (ok, stale or placeholder), format, bytes, orientation, sha256 (of a picture \
                in the mirror), mime, animated, alpha, colorModel, depth, sizeFrom (viewBox, if the size of an SVG is only a ratio), \
                and what an app can show until the picture has come: thumbhash (ThumbHash, in base64), blurhash (BlurHash of 4x3), \
                color (dominantColor and meanColor, as #rrggbb), blurDataURL (a WebP of at most 16 pixels); \
                for weir check, phash (a perceptual hash; copies of a picture have similar ones), content (blank, transparent or cut, if \
                it shows nothing), source (how it was generated, if its XMP or C2PA says so) and range (hdr or gainMap, if it is HDR). A \
                fact that is not known is left out. For the last eight a picture of the network is fetched once more: all of it, or of \
                a large progressive JPEG the first scans.
                """,
            \.plan.facts
        ).common,
        .value(
            "mirror", .file("DIR"), in: .pictures,
            help: """
                Fetch the pictures of the network whole and keep them in the folder DIR, each under the SHA-256 of \
                its content. A download that broke goes on where it stopped, also in the next run.
                """
        ) { $0.plan.measuring.mirror = $1 },
        .toggle(
            "verify", in: .pictures,
            help: """
                Decode pictures to their end, so that truncated and corrupt ones fail. Those of the network need \
                --mirror.
                """
        ) { $0.plan.measuring.isVerifying = $1 },
        .value(
            "report", .file("FILE"), in: .reports,
            help: "Write the counts and every failure to FILE, as JSON; - is standard output."
        ) { $0.report = $1 }.common,
        .value(
            "metrics", .file("FILE"), in: .reports,
            help: "Write counts to FILE for Prometheus when the run ends, however it does; - is standard output."
        ) { $0.metrics = $1 }.common,
        .value(
            "log-format", .choice("FORMAT"), in: .reports, default: "text",
            help: """
                Report events on standard error as FORMAT. With json every line is an object, one for each request among \
                them.
                """
        ) { $0.logFormat = $1 },
        .toggle(
            "quiet", short: "q", in: .reports,
            help: "Print no progress, and of failures their counts and those that the last run did not have."
        ) { $0.quiet = $1 }.excluding("verbose").common,
        .toggle(
            "verbose", in: .reports,
            help: "Name all failures, and the pictures that failed in the last run and are found again."
        ) {
            $0.verbose = $1
        },
        .toggle(
            "dry-run", in: .reports,
            help: """
                Read the catalogue and print what would be done, with status 1 if rows are broken or missing. No picture \
                is opened and nothing is written.
                """
        ) { $0.dryRun = $1 },
    ]

    private static let failureFlags: [Flag<IngestOptions>] = [
        .value(
            "on-failure", .choice("ACTION"), in: .failures, default: "placeholder",
            help: """
                What becomes of a picture that fails: a placeholder entry, no entry (omit), or the end of the run (stop). With stop a \
                row that is broken ends the run too.
                """
        ) { $0.plan.onFailure = $1 },
        .value(
            "placeholder", .placeholder("FILE|WxH"), in: .failures, default: "300x300",
            help: "Placeholder entries have the size of the picture FILE, or this size, unless the catalogue has columns w and h."
        ) {
            switch $1 {
            case .file(let path): $0.plan.placeholder = path
            case .size(let size): $0.plan.fallback = size
            }
        },
        .value(
            "max-failures", .countOrPercent("N|P%"), in: .failures, default: "20%",
            help: "Keep the previous manifest, with status 1, if more rows than that have no true size."
        ) { $0.plan.maxFailures = $1 }.common,
        .value(
            "max-removed", .countOrPercent("N|P%"), in: .failures, default: "20%",
            help: """
                Keep the previous manifest, with status 1, if more of its entries than that are not in the new one. They are \
                matched by img. A manifest without entries is written with 100% only.
                """
        ) { $0.plan.maxRemoved = $1 }.common,
        .value(
            "expect-rows", .countOrPercent("N|P%"), in: .failures,
            help: """
                Keep the previous manifest, with status 1, if the catalogue has fewer rows than N, or than P% of the entries of the previous \
                manifest.
                """
        ) { $0.plan.expectedRows = $1 },
        .value(
            "max-time", .duration("T"), in: .failures,
            help: """
                Stop after T as a signal does, but with status 1: 500ms, 15s, 10m, 24h. The previous manifest stays, and the journal \
                keeps what the run has learned.
                """
        ) { $0.maxTime = $1 },
    ]

    private static let journalFlags: [Flag<IngestOptions>] = [
        .value(
            "journal", .file("FILE|none"), in: .journal, default: ".weir-journal",
            help: """
                Record in FILE what is known of each picture, from run to run. Without this option it lies beside \
                the manifest, or beside the folder of the pages; for standard output there is none. With none, nothing is \
                remembered and every picture is measured anew.
                """
        ) { ($0.noJournal, $0.journal) = $1 == Array("none".utf8) ? (true, nil) : (false, $1) }.common,
        .value(
            "wait", .wait("T"), in: .journal,
            help: """
                Wait up to T for another run that holds the journal: 500ms, 15s, 10m, 24h. Without this option a run waits \
                for one that writes another manifest, and ends with status 75 if one writes the same. With 0 none waits.
                """
        ) { $0.wait = $1 == 0 ? .never : .seconds(Double($1) / 1000) },
        .value(
            "max-age", .age("T"), in: .journal, default: "0",
            help: """
                Do not ask about a picture of the network for T after it was asked for: 10m, 24h, 30d. With 0 a server \
                is asked in every run whether its picture has changed.
                """
        ) { $0.journalPlan.maxAge = $1 },
        .toggle(
            "refresh", in: .journal,
            help: "Open every file and ask about every URL, however well it is known and however lately it failed."
        ) { $0.journalPlan.refreshes = $1 }.excluding("retry-failed"),
        .toggle(
            "retry-failed", in: .journal,
            help: """
                Ask at once for the pictures that failed, which else are left alone for a while, and for new ones; \
                those that are known are taken as they are.
                """
        ) { $0.journalPlan.retriesFailed = $1 },
    ]
}

extension Command {
    static let ingest = Command(
        name: "ingest",
        summary: "Write a manifest of true picture sizes from a catalogue.",
        operands: ValueSpec(placeholder: "CATALOGUE", completion: .files),
        paragraphs: [
            """
            Reads the rows of a catalogue, measures the picture that each names, and writes a manifest \
            with an entry for each row, in the catalogue's order: w, h, img and price.
            """,
            """
            CATALOGUE is a .csv, .tsv, .copy, .json, .jsonl or .plist file or a product feed, .xml, also with .gz behind it, a folder of \
            pictures with a prices.csv in it, such a folder of a bucket, s3://bucket/folder/, or - for standard input. An earlier manifest is a catalogue \
            too. A price is text and is never changed; a row without one has the empty price.
            """,
            """
            The manifest appears at once when it is complete. If the run fails or too many pictures do, \
            the old one stays. The first \(TextLog.mostFailures) failures are named on standard error, and the causes of the others; \
            --verbose, --report FILE and --log-format json name all. The exit status is 0 if the manifest \
            was written, and 1 if gates, --max-time or --on-failure stop have kept the old one. A file that is no manifest, \
            or has keys that the new one lacks, is never replaced.
            """,
        ],
        examples: [
            Example(
                line: "weir ingest catalogue.csv -o manifest.json",
                meaning: "Measure the pictures of a catalogue."),
            Example(
                line: "weir ingest shop.jsonl -o pages --page-size 50 --base-url https://img.example",
                meaning: "Write pages of 50 entries, with the addresses that clients load."),
        ],
        options: IngestOptions.self)
}
