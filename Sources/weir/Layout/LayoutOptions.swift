import Drawings
import Layouts

/// The options of `weir layout`.
struct LayoutOptions: Sendable {
    /// The manifest; with `proveColumns` the layout's name.
    var operand: Argument?
    /// A layout's name, with or without parameters behind it.
    var layout: String?
    /// The parameters of layouts, as they were typed.
    var parameters: [String: String] = [:]
    var width: Double?
    var height: Double?
    var device: String?
    var devices = DeviceChoice.unnamed
    var isLandscape = false
    var sectionSize: Int?
    var sectionBy: String?
    var sections: [UInt8]?
    var extraHeightBy: String?
    var pinsHeaders = false
    var pinsFooters = false
    var offset: Double?
    var scrollTo: Int?
    var scrollPosition: ScrollPosition?
    var usesSafeArea = false
    var contentInset: Insets?
    var snaps = false
    var turns = false
    var rect: Rect?
    var proveColumns: Int?
    /// The manifest whose sizes the phone has.
    var former: [UInt8]?
    var arrival: ArrivalProcess?
    var estimate: Size?
    var format: LayoutFormat?
    var scale: Int?
    /// Nil is `embed` in a PNG and `none` in an SVG.
    var pictures: DrawnPictures?
    /// The folder in which the pictures of a drawing lie.
    var root: [UInt8]?
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

/// How a drawing shows pictures.
enum DrawnPictures: String, WordChoice { case none, embed, thumbhash }

extension FlowParameters.Direction: WordChoice {}
extension ScrollPosition: WordChoice {}
extension ColumnArithmetic: WordChoice {}

enum TruthWord: String, WordChoice { case `true`, `false` }

extension LayoutOptions {
    static let grammar = Grammar(
        defaults: LayoutOptions(),
        flags: [layoutFlag] + screenFlags + parameterFlags + viewFlags + shiftFlags + outputFlags,
        operand: { options, argument throws(UsageError) in
            guard options.operand == nil else {
                throw UsageError("only one manifest can be laid out; \(argument.shown) is a second one")
            }
            options.operand = argument
        },
        check: { options throws(UsageError) in _ = try options.work() })

    static let list = "list"

    private static let layoutFlag: Flag<LayoutOptions> = .value(
        "layout", .name("NAME", among: LayoutKind.all.map(\.name) + [list]), in: .layout,
        help: """
            Lay the pictures out by this layout; list prints all of them with their parameters and defaults. \
            Parameters can stand behind it: NAME:columns=4,inset=8.
            """
    ) { $0.layout = $1 }

    private static let screenFlags: [Flag<LayoutOptions>] = [
        .value("width", .points("W"), in: .screen, help: "The width of the screen in points. Without a device, 375.") {
            $0.width = $1
        },
        .value(
            "height", .points("H"), in: .screen, help: "The height of the screen in points. Without a device, 667."
        ) { $0.height = $1 },
        .value(
            "device", .name("NAME", among: Device.all.map(\.name)), in: .screen,
            help: "The screen of a device, in portrait."
        ) { $0.device = $1 },
        .devices(
            help: """
                An answer for each device: all that weir knows, some of them, or those in FILE, a JSON array of objects with \
                name, width, height, and optionally scale and insets as [top, left, bottom, right].
                """
        ) { settings, choice throws(UsageError) in try settings.devices.add(choice) },
        .toggle("landscape", in: .screen, help: "Turn the devices.") { $0.isLandscape = $1 },
        .toggle(
            "safe-area", in: .screen,
            help: "Keep the content out of the device's safe area insets: it is laid out and moved as with --content-inset."
        ) { $0.usesSafeArea = $1 },
        .value(
            "content-inset", .insets("T,L,B,R"), in: .screen,
            help: """
                The space between the edges of the screen and the content, or one number for all sides. Frames are told \
                where they are on the screen at rest. With --safe-area the two add up.
                """
        ) { $0.contentInset = $1 },
    ]

    private static let viewFlags: [Flag<LayoutOptions>] = [
        .value(
            "section-size", .count("N", atLeast: 1), in: .layout,
            help: """
                Begin a new section after each N pictures. Without this option, each page of a manifest is one. \
                \(layouts(with: .sections))
                """
        ) { $0.sectionSize = $1 },
        .value(
            "section-by", .word("COLUMN"), in: .layout,
            help: """
                Begin a new section where the value of this key of the entries changes, such as a category that weir \
                ingest --keep has kept; the value names the section. \(layouts(with: .sections))
                """
        ) { $0.sectionBy = $1 },
        .value(
            "extra-height-by", .word("COLUMN"), in: .layout,
            help: """
                Add the points of this key of the entries below each picture, for a title of one line or two. \
                \(layouts(having: "extra-height"))
                """
        ) { $0.extraHeightBy = $1 },
        .value(
            "sections", .file("FILE"), in: .layout,
            help: """
                Give sections parameters of their own: a JSON object whose keys are section numbers from 0, names with \
                --section-by, or * for all others, such as {"0":{"columns":2},"*":{"header":44}}. \
                For \(names(of: LayoutKind.all.filter { !$0.sectionParameters.isEmpty })).
                """
        ) { $0.sections = $1 },
        .toggle(
            "pin-headers", in: .layout,
            help: "Tell where headers are while the content is scrolled by --offset. \(layouts(with: .headers))"
        ) { $0.pinsHeaders = $1 },
        .toggle(
            "pin-footers", in: .layout,
            help: "Tell where footers are while the content is scrolled by --offset. \(layouts(with: .headers))"
        ) { $0.pinsFooters = $1 },
        .value(
            "offset", .points("P"), in: .layout,
            help: """
                How far the content is scrolled. For carousel, with --pin-headers or --pin-footers, and for a shift \
                score. Without this option, 0.
                """
        ) { $0.offset = $1 },
        .value(
            "scroll-to", .count("N", atLeast: 0), in: .layout,
            help: "Scroll to picture N, counted from 0, instead of by --offset, and tell the offset that shows it."
        ) { $0.scrollTo = $1 },
        .value(
            "at", .choice("POSITION"), in: .layout, default: "top",
            help: "Where on the screen --scroll-to shows the picture; where the content scrolls sideways, top is its left."
        ) { $0.scrollPosition = $1 },
        .toggle(
            "snap", in: .layout,
            help: "Come to rest where scrolling that stops at --offset does. \(layouts(with: .snapping))"
        ) { $0.snaps = $1 },
        .toggle(
            "turn", in: .layout,
            help: """
                Print the frames that are there after the screen was turned and turned back. They differ only with \
                --as-written.
                """
        ) { $0.turns = $1 },
        .value("rect", .rect("X,Y,W,H"), in: .output, help: "Tell only of frames that meet the rect.") { $0.rect = $1 },
        .value(
            "prove-columns", .count("N", atLeast: 1, atMost: 65_535), in: .output,
            help: """
                Instead of laying out, print the screen widths at which a flow may not put N items on a line that are \
                exactly as wide as its columns. Takes the name of the layout in place of a manifest, and --inset, \
                --spacing and the options of the screen. Such a width is a finding: the exit status is 1.
                """
        ) { $0.proveColumns = $1 },
    ]

    private static let shiftFlags: [Flag<LayoutOptions>] = [
        .value(
            "shift-against", .file("OLD"), in: .output,
            help: """
                Instead of frames, print how much the screen jumps if a phone has the sizes of the manifest OLD and the \
                pictures arrive with those of MANIFEST. Pictures that OLD does not have keep their places.
                """
        ) { $0.former = $1 },
        .value("arrival", .arrival, in: .output, help: "With --shift-against, let pictures arrive so: \(ArrivalProcess.help)") {
            $0.arrival = $1
        },
        .value(
            "estimated-item-size", .pointSize("WxH"), in: .output,
            help: """
                Instead of frames, print how much the screen jumps if items are laid out with this size until they come on \
                screen and tell their own (estimatedItemSize). For \(ShiftScores.estimatingLayout).
                """
        ) { $0.estimate = $1 },
    ]

    private static let outputFlags: [Flag<LayoutOptions>] = [
        .value(
            "format", .choice("FORMAT"), in: .output,
            help: """
                Print frames as one JSON object (an array of them with --devices), as JSON Lines of frames alone, as an \
                SVG or PNG drawing, or not at all. Without this option, what the name of --output ends in, else json; text where a \
                table is asked for.
                """
        ) { $0.format = $1 },
        .value(
            "scale", .count("N", atLeast: 1, atMost: 3), in: .output,
            help: "With --format png, how many pixels a point has. Without this option, 2."
        ) { $0.scale = $1 },
        .value(
            "pictures", .choice("HOW"), in: .output,
            help: """
                Show the pictures in a drawing: none draws a colour for each, embed puts files and data: URLs into it, scaled to \
                their frames, thumbhash what the entries' key thumbhash stands for. With embed, pictures of the network and those \
                that cannot be decoded keep their colours. Placeholders, and entries without a thumbhash, are hatched. Without this \
                option, embed in a PNG and none in an SVG.
                """
        ) { $0.pictures = $1 },
        .value(
            "root", .file("DIR"), in: .output,
            help: """
                With --pictures embed, relative paths begin in DIR and must stay there. Without this option, where the manifest \
                lies, a file or a folder of pages.
                """
        ) { $0.root = $1 },
        .value(
            "output", short: "o", .file("FILE"), in: .output,
            help: """
                Write to FILE, which appears when it is whole. Drawings of several devices are written into a folder \
                FILE.
                """
        ) { $0.output = $1 },
    ]

    private static func layouts(with trait: LayoutKind.Trait) -> String {
        "For \(names(of: LayoutKind.all.filter { $0.traits.contains(trait) }))."
    }
}

/// `flow`, `flow and carousel`, `a, b and c`.
func names(of kinds: [LayoutKind]) -> String {
    let names = kinds.map(\.name)
    guard let last = names.last, names.count > 1 else { return names.first ?? "none" }
    return "\(names.dropLast().joined(separator: ", ")) and \(last)"
}
