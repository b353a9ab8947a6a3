import Layouts
import System

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
        grammar: LayoutOptions.grammar,
        run: { plan throws(MachineFailure) in try plan.run() })
}
