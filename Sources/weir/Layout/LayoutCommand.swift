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
            Options of one layout are refused with another. A rect holds frames that share an area above zero with it. \
            All figures are points. Where a flow's items fill a line to a hair, so that a phone may break it elsewhere, a \
            warning tells.
            """,
        ],
        examples: [
            Example(
                line: "weir layout m.json --layout lf-waterflow",
                meaning: "Print the frames on a screen of 375x667."),
            Example(
                line: "weir layout pages --layout flow --columns 3 --format svg -o shop.svg",
                meaning: "Draw a paged manifest, a section for each page."),
            Example(
                line: "weir layout m.json --layout waterflow --device iphone-15 -o shop.png",
                meaning: "Draw the shop with its pictures."),
            Example(
                line: "weir layout m.json --layout waterflow --devices all --format none",
                meaning: "See whether there is such a layout on every device."),
            Example(
                line: "weir layout b.json --layout waterflow --shift-against a.json",
                meaning: "See how much a phone with the sizes of a.json jumps."),
            Example(
                line: "weir layout flow --prove-columns 3 --inset 10 --spacing 10",
                meaning: "Print the widths at which three columns may become two."),
        ],
        grammar: LayoutOptions.grammar,
        run: runLayout)
}

private func runLayout(_ options: LayoutOptions) throws(MachineFailure) -> ExitStatus {
    let work: LayoutWork
    do {
        work = try options.work()
    } catch {
        // The parser has made the same check, so this never throws.
        throw .input(error.message)
    }
    switch work {
    case .list(let isJSON): return try LayoutList.run(isJSON: isJSON, output: options.output)
    case .prove(let proof, let isJSON): return try proof.run(isJSON: isJSON, output: options.output)
    case .score(let forecast): return try forecast.run()
    case .layOut(let plan): return try plan.run()
    }
}
