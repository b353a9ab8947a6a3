import Fetching
import Ingest
import WeirRecords
import WeirSystem

/// The options of `weir stream`.
struct StreamOptions: FetchingOptions {
    var plan = StreamPlan(fetching: .defaults)
    var headerFiles: [[UInt8]] = []
    static let keepsPictures = false

    var fetching: FetchOptions {
        get { plan.measuring.fetching }
        set { plan.measuring.fetching = newValue }
    }
}

extension HeaderFact: WordChoice {}

extension StreamOptions: CommandOptions {
    static let grammar = Grammar(
        defaults: StreamOptions(),
        flags: [
            .value(
                "img-column", .word("NAME"), in: .input, default: "img",
                help: "The key that names the picture, or a pointer to it in the row, such as /image/src."
            ) { $0.plan.img = $1 },
            .value(
                "root", .file("DIR"), in: .input,
                help: "The folder of local pictures. None is read outside it. Without this option it is the current folder."
            ) { $0.plan.root = $1 },
            .list(
                "with", .choices("FACT,..."), in: .output,
                help: """
                    Add facts to each row: format, bytes, orientation, mime, animated, alpha, colorModel, depth, sizeFrom (viewBox, if \
                    the size of an SVG is only a ratio). A fact that is not known is left out.
                    """,
                \.plan.facts),
            .value(
                "max-age", .age("T"), in: .network, default: "0",
                help: """
                    Do not ask about a picture for T after the askedAt of its known: 10m, 24h, 30d. With 0 a server is asked \
                    whether the picture has changed.
                    """
            ) { $0.plan.maxAge = $1 },
            .value(
                "max-pixels", .count("N", atLeast: 1), in: .limits, default: "1e9",
                help: "Fail a picture of more than N pixels."
            ) { $0.fetching.headers.maxPixels = $1 },
        ] + Flag<StreamOptions>.fetching,
        operand: { _, argument throws(UsageError) in
            if argument.bytes != Array("-".utf8) {
                throw UsageError("rows come from standard input: weir stream <\(argument.shown)")
            }
        },
        complete: { options throws(UsageError) in try options.checkColumn() })

    private func checkColumn() throws(UsageError) {
        let name = plan.img
        if JSONPointer.isPointer(name), JSONPointer(name) == nil {
            throw UsageError("--img-column: \(Argument(name).shown) is not a JSON pointer: in it, ~0 stands for ~ and ~1 for /")
        }
        let key = JSONPointer.isPointer(name) ? JSONPointer(name)?.tokens[0] ?? name : name
        let uses = [StreamPlan.lineName: "a broken row gets", StreamPlan.knownName: "has the answer of an earlier run"]
        guard let use = plan.allNames.contains(key) ? "each row gets" : uses[key] else { return }
        throw UsageError("--img-column: \(Argument(key).shown) is a key that \(use)")
    }

    /// Runs `weir stream`.
    func run() throws(MachineFailure) -> ExitStatus {
        let signals = TerminationSignals()
        try StreamRun(plan, signals).run(.standardInput(until: signals), into: .standardOutput(until: signals))
        return .ok
    }
}

extension Command {
    static let stream = Command(
        name: "stream",
        summary: "Add the sizes of pictures to rows as they come.",
        operands: ValueSpec(placeholder: "<ROWS", completion: .nothing),
        paragraphs: [
            """
            Reads JSON Lines from standard input and writes a line for each line, in the same order. An answer is written as soon as \
            it and those before it are known, while the input is still open.
            """,
            """
            A row comes back with its own members as they are written, and behind them w and h (null if they are not known) and \
            status: ok, stale (the picture failed, and the size is that of its known) or failed. A picture that failed has code \
            and message, one of the network etag, lastModified and askedAt (Unix seconds) if there are any. Members of the row \
            with these names, or with that of a fact of --with, are replaced.
            """,
            """
            The member known has the answer of an earlier run: an object with w, h, etag, lastModified, askedAt and the facts. The \
            server is then asked whether the picture has changed, or not at all within --max-age. Nothing is remembered here. A row and \
            its known may both have a version: if these are the same, the server is not asked, and else for the picture as new.
            """,
            """
            A line that is no row has the code broken-row, and its number as line. Failures are answers too, so the exit status is \
            0 unless no line is a row, or the machine fails.
            """,
        ],
        examples: [
            Example(line: "weir stream <rows.jsonl >sizes.jsonl", meaning: "Add sizes to the rows of a file."),
            Example(
                line: "tail -f new.jsonl | weir stream --img-column /image/src --with format",
                meaning: "Answer rows as they are written, with the format of each picture."),
        ],
        options: StreamOptions.self)
}
