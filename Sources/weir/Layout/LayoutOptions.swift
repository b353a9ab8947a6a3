import Checks
import Drawings
import Layouts
import WeirBase
import WeirSystem

/// The options of `weir layout`.
struct LayoutOptions: Equatable, Sendable {
    /// Empty until it is named.
    var manifest: [UInt8] = []
    var screens = ScreenOptions()
    var isLandscape = false
    var usesSafeArea = false
    var contentInset = Insets(0)
    var pins: [PinnedPart] = []
    var scroll = Scroll.by(0)
    var snaps = false
    var rect: Rect?
    var givenFormat: LayoutFormat?
    var givenScale: Int?
    var givenRoot: [UInt8]?
    var baseURL: [UInt8]?
    var output: [UInt8]?
}

enum LayoutFormat: String, WordChoice {
    case json, jsonl, svg, png, none

    /// The format that a file's name ends in; nil for other names.
    init?(endingOf path: [UInt8]) {
        let name = String(decoding: path, as: UTF8.self).lowercased()
        let formats = [LayoutFormat.json, .jsonl, .svg, .png]
        guard let format = formats.first(where: { name.hasSuffix(".\($0.rawValue)") }) else { return nil }
        self = format
    }

    /// Whether people look at it.
    var isDrawing: Bool { self == .svg || self == .png }
}

/// A part of a section that stays on screen while the content is scrolled.
enum PinnedPart: String, WordChoice { case headers, footers }

/// How far the content is scrolled.
enum Scroll: Equatable, Sendable {
    case by(Double)
    case to(item: Int, at: ScrollPosition)
}

extension LayoutOptions: CommandOptions {
    static let grammar = Grammar(
        defaults: LayoutOptions(),
        flags: ScreenOptions.flags(\.screens, held: "") + screenFlags + viewFlags + outputFlags,
        operand: { options, argument throws(UsageError) in
            guard options.manifest.isEmpty else {
                throw UsageError("only one manifest can be laid out; \(argument.shown) is a second one")
            }
            options.manifest = argument.bytes
        },
        complete: { options throws(UsageError) in try options.check() })

    private static let screenFlags: [Flag<LayoutOptions>] = [
        .toggle("landscape", in: .screen, help: "Turn the devices.") { $0.isLandscape = $1 },
        .toggle(
            "safe-area", in: .screen,
            help: "Keep the content out of the device's safe area insets: it is laid out and moved as with --content-inset."
        ) { $0.usesSafeArea = $1 },
        .value(
            "content-inset", .insets("T,L,B,R"), in: .screen,
            help: """
                The space between the edges of the screen and the content, or one number for all sides. Frames are printed \
                where they are on the screen at rest. With --safe-area the two add up.
                """
        ) { $0.contentInset = $1 },
    ]

    private static let viewFlags: [Flag<LayoutOptions>] = [
        .value(
            "offset", .points("P"), in: .layout, default: "0",
            help: "How far the content is scrolled. For carousel, and with --pin."
        ) { $0.scroll = .by($1) }.excluding("scroll-to"),
        .value(
            "scroll-to", .scrollTarget("N[:POSITION]"), in: .layout,
            help: """
                Scroll to picture N, counted from 0, and print the offset that shows it: 12, or 12:middle or 12:bottom for another place \
                on the screen than its top. Where the content scrolls sideways, top is its left.
                """
        ) { $0.scroll = $1 },
        .list(
            "pin", .choices("headers,footers"), in: .layout,
            help: "Print where headers or footers are while the content is scrolled by --offset. \(layouts(with: .headers))", \.pins),
        .toggle(
            "snap", in: .layout,
            help: "Come to rest where scrolling that stops at --offset does. \(layouts(with: .snapping))"
        ) { $0.snaps = $1 },
        .value("rect", .rect("X,Y,W,H"), in: .output, help: "Print only frames that meet the rect.") { $0.rect = $1 },
    ]

    private static let outputFlags: [Flag<LayoutOptions>] = [
        .value(
            "format", .choice("FORMAT"), in: .output,
            help: """
                Print frames as one JSON object (an array of them for several screens), as JSON Lines of frames alone, as an \
                SVG or PNG drawing, or not at all. Without this option, what the name of --output ends in, else json.
                """
        ) { $0.givenFormat = $1 },
        .value(
            "scale", .count("N", atLeast: 1, atMost: 3), in: .output, default: "2",
            help: "In a PNG, how many pixels a point has."
        ) { $0.givenScale = $1 },
        .value(
            "root", .file("DIR"), in: .output,
            help: """
                Show the pictures of DIR in a drawing, scaled to their frames. Relative paths begin there and must stay there. Pictures of \
                the network and those that cannot be decoded have a color instead; placeholders are hatched. Without this option, a PNG \
                shows pictures from where the manifest lies, a file or a folder of pages, and an SVG colors.
                """
        ) { $0.givenRoot = $1 },
        .value(
            "base-url", .baseURL("URL"), in: .output,
            help: "Show a picture URL/PATH in a drawing from the file PATH of --root, as weir ingest --base-url has named it."
        ) { $0.baseURL = $1 },
        .value(
            "output", short: "o", .file("FILE"), in: .output,
            help: """
                Write to FILE, which appears when it is whole. Drawings of several screens are written into a folder \
                FILE.
                """
        ) { $0.output = $1 },
    ]

    private static func layouts(with trait: LayoutKind.Trait) -> String {
        "For \(list(of: LayoutKind.all.filter { $0.traits.contains(trait) }.map(\.name)))."
    }
}

extension LayoutOptions {
    /// The given format, or that which the name of the output ends in.
    var format: LayoutFormat { givenFormat ?? output.flatMap(LayoutFormat.init(endingOf:)) ?? .json }

    /// How many pixels a point of a PNG has. The screens of phones have two or three.
    var scale: Int { givenScale ?? 2 }

    /// Whether a drawing shows the pictures themselves, and not a color for each.
    var showsPictures: Bool { format == .png || givenRoot != nil || baseURL != nil }

    /// The folder of the pictures that a drawing shows.
    var root: [UInt8] { givenRoot ?? folder(of: withoutEndSlashes(manifest)) }

    fileprivate func check() throws(UsageError) {
        guard !manifest.isEmpty else { throw UsageError("no manifest is named") }
        if let output, givenFormat == nil, LayoutFormat(endingOf: output) == nil {
            let name = String(decoding: output, as: UTF8.self).lowercased()
            guard !["jpg", "jpeg", "webp", "gif", "avif", "pdf", "html"].contains(where: { name.hasSuffix(".\($0)") }) else {
                throw UsageError("--output: \(Argument(output).shown) would be a drawing, and drawings are .svg or .png")
            }
        }
        guard givenScale == nil || format == .png else { throw UsageError("--scale is for --format png, whose points have pixels") }
        guard givenRoot == nil || format.isDrawing else {
            throw UsageError("--root is for drawings, --format svg or png, which show the pictures in it")
        }
        guard baseURL == nil || format.isDrawing else {
            throw UsageError("--base-url is for drawings, --format svg or png, which show pictures")
        }
        guard format != .none || output == nil else {
            throw UsageError("--format none writes nothing, so there is nothing for --output")
        }
        try output?.checkNotRead(among: [manifest, screens.devices.file, screens.configuration].compactMap { $0 }, "output")
    }
}

extension ValueReader where Value == Scroll {
    fileprivate static func scrollTarget(_ placeholder: String) -> ValueReader {
        ValueReader(placeholder) { argument throws(UsageError) in
            let parts = argument.bytes.split(separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
            let item = try Argument(parts[0]).count(atLeast: 0)
            return .to(item: item, at: parts.count == 2 ? try Argument(parts[1]).choice() : .top)
        }
    }
}

extension ScrollPosition: WordChoice {}

extension Command {
    static let layout = Command(
        name: "layout",
        summary: "Print the frames that phones compute from a manifest.",
        operands: ValueSpec(placeholder: "MANIFEST", completion: .files),
        paragraphs: [
            """
            Places the pictures of a manifest as a layout on a phone does, to the last bit, and prints a frame \
            for each. MANIFEST is what weir ingest writes: .json, .jsonl or .plist, also compressed, a folder \
            of pages, or - for standard input.
            """,
            """
            A rect holds frames that share an area above zero with it. All figures are points. Where a flow's items fill a line \
            to a hair, so that a phone may break it elsewhere, there is a warning.
            """,
        ],
        examples: [
            Example(line: "weir layout m.json", meaning: "Print the frames of lf-waterflow on a screen of 375x667."),
            Example(
                line: "weir layout pages --layout flow:columns=3 -o shop.svg",
                meaning: "Draw a paged manifest, a section for each page."),
            Example(
                line: "weir layout m.json --layout waterflow --devices ipad-mini-6 -o shop.png",
                meaning: "Draw the shop with its pictures on an iPad."),
            Example(
                line: "weir layout m.json --layout waterflow --devices all --format none",
                meaning: "See whether there is such a layout on every device."),
        ],
        options: LayoutOptions.self)
}
