import Fetching
import Pixels
import WeirBase
import WeirSystem

/// The options of `weir probe`.
struct ProbeOptions: FetchingOptions, Equatable {
    static let keepsPictures = false
    var operands: [[UInt8]] = []
    /// A file that names more pictures; `-` is standard input.
    var filesFrom: [UInt8]?
    var format = ProbeReport.text
    /// The placeholders that are made of each picture.
    var placeholders: [Placeholders.Kind] = []
    var recursive = false
    /// The files of folders that are measured.
    var filter = PathFilter()
    var headerFiles: [[UInt8]] = []
    var fetching = FetchOptions.defaults
}

extension ProbeReport: WordChoice {}
extension Placeholders.Kind: WordChoice {}

extension ProbeOptions: CommandOptions {
    static let grammar = Grammar(
        defaults: ProbeOptions(),
        flags: [
            .value(
                "files-from", .file("FILE"), in: .input,
                help: """
                    Read names of pictures from FILE, one on each line, or with NUL behind each, as find -print0 writes them. FILE may \
                    be - for standard input.
                    """
            ) { $0.filesFrom = $1 },
            .toggle(
                "recursive", short: "r", in: .input,
                help: """
                    Probe the files in folders, and in the folders in those. One that is no picture fails. Hidden files are \
                    skipped, and so are Contents.json, Thumbs.db, ehthumbs.db and desktop.ini.
                    """
            ) { $0.recursive = $1 },
            .pathFilter("With --recursive, probe", \.filter).requiring("recursive"),
            .value(
                "format", .choice("FORMAT"), in: .output, default: "text",
                help: "Print results as FORMAT."
            ) { $0.format = $1 },
            .list(
                "with", .choices("FACT,..."), in: .output,
                help: """
                    Add facts that take all pixels: thumbhash (ThumbHash, in base64), blurhash (BlurHash of 4x3), color \
                    (dominantColor and meanColor, as #rrggbb), blurDataURL (a WebP of at most 16 pixels), phash (a perceptual hash; \
                    copies of a picture have similar ones), content (blank, transparent or cut, if it shows nothing), source (how it was \
                    generated, if its XMP or C2PA says so), range (hdr or gainMap, if it is HDR). A picture of the network is fetched \
                    once more for them: all of it, or of a large progressive JPEG the first scans. Pictures that are not decoded have \
                    only source and range.
                    """, \.placeholders),
            .value(
                "max-pixels", .count("N", atLeast: 1), in: .limits, default: "1e9",
                help: "Fail a picture of more than N pixels."
            ) { $0.fetching.headers.maxPixels = $1 },
        ] + Flag<ProbeOptions>.fetching,
        operand: { $0.operands.append($1.bytes) },
        complete: { options throws(UsageError) in
            if options.operands.isEmpty && options.filesFrom == nil {
                throw UsageError("no picture is named; give a PATH or --files-from FILE")
            }
            let streams = options.operands.count { $0 == ProbeOptions.standardInput }
            guard streams <= 1 else { throw UsageError("- is the picture on standard input, which can be read only once") }
            guard streams == 0 || options.filesFrom != ProbeOptions.standardInput else {
                throw UsageError("standard input is a picture with -, or a list with --files-from -, but not both")
            }
        })

    static let standardInput = Array("-".utf8)
}

extension Command {
    static let probe = Command(
        name: "probe",
        summary: "Print the size of pictures.",
        operands: ValueSpec(placeholder: "PATH...", completion: .files),
        paragraphs: [
            """
            PATH may be an http or https URL, one of a bucket such as s3://bucket/key, a file: or data: URL, or - for the picture on \
            standard input. \
            Prints the size of each picture as it is displayed and as it is stored, its orientation and \
            its format. Only as much of a picture is read as its header takes. Results come in the \
            order in which the pictures are named.
            """,
            """
            A picture that cannot be measured is printed with the reason in place of its size. The \
            others are still printed, and the exit status is 1.
            """,
            """
            The columns of tsv are w, h, stored_w, stored_h, orientation, format and path. A failure \
            has - in the first five, and error:CODE as its format. The facts of --with stand in front of the path, in the order \
            of its help, with - for one that is not known.
            """,
            """
            A picture whose pixels cannot be decoded has its size, and of the facts of --with only source and range. The last message \
            counts these pictures, and has the reason of the first one.
            """,
        ],
        examples: [
            Example(line: "weir probe photo.jpg banner.webp", meaning: "Print the size of two pictures."),
            Example(
                line: "weir probe -r --format tsv pictures",
                meaning: "Print a table of all pictures in a folder."),
            Example(
                line: "weir probe -r --glob '*.jpg' --glob '!thumbs/**' pictures",
                meaning: "Probe the JPEGs in a folder, but not those in its folder thumbs."),
            Example(
                line: "weir probe --with thumbhash,color --format json photo.jpg",
                meaning: "Print what an app can show until the picture has come."),
            Example(
                line: "curl -s https://img.example/a.jpg | weir probe -",
                meaning: "Print the size of the picture that comes through a pipe."),
            Example(
                line: "find . -name '*.png' -print0 | weir probe --files-from -",
                meaning: "Probe the files that find finds, whatever their names."),
        ],
        options: ProbeOptions.self)
}
