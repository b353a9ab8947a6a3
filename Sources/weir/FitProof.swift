import Encodings
import Layouts
import Pipeline

/// At which screen widths a flow puts N items on a line that are exactly as wide as its columns.
struct FitProof: Sendable {
    let layout: String
    let fit: ExactFit
    /// The screens that are asked about; nil for all widths a phone or a tablet can have.
    let screens: LayoutScreens?

    private static let wholeRange = (first: 240, last: 1400)

    /// The widths that need no file to be read; of all widths, the least.
    var knownWidths: [Double] {
        switch screens {
        case .known(let screens, _): screens.map(\.size.width)
        case .file: []
        case nil: [Double(Self.wholeRange.first)]
        }
    }

    func run(isJSON: Bool, output: [UInt8]?) throws(MachineFailure) -> ExitStatus {
        let file = try OutputFile(output)
        let widths = try screens?.read().map(\.size.width)
            ?? ExactFit.widths(from: Self.wholeRange.first, through: Self.wholeRange.last)
        let unsafe: [ExactFit.Verdict]
        do throws(LayoutError) { unsafe = try fit.unsafeWidths(among: widths) } catch { throw .input(error.message) }
        var buffer = ByteBuffer()
        if isJSON { write(unsafe, of: widths, json: &buffer) } else { write(unsafe, of: widths, text: &buffer) }
        try file.write(buffer)
        try file.commit()
        return unsafe.isEmpty ? .ok : .findings
    }

    private func write(_ unsafe: [ExactFit.Verdict], of widths: [Double], text buffer: inout ByteBuffer) {
        let inset = LayoutParameter.Value.insets(fit.inset).text
        let spacing = LayoutParameter.Value.length(fit.spacing).text
        buffer.append("\(layout), \(fit.columns) columns, inset \(inset), spacing \(spacing): ")
        buffer.append(unsafe.count)
        buffer.append(" of ")
        buffer.append(widths.count)
        buffer.append(screens == nil ? " widths from \(Self.wholeRange.first) to \(Self.wholeRange.last)" : " widths")
        buffer.append(" are unsafe\n")
        guard !unsafe.isEmpty else { return }
        let rows = unsafe.map { verdict in
            [verdict.width, verdict.itemWidth, verdict.excess].map { LayoutParameter.Value.length($0).text }
                + [verdict.breaks.map(\.rawValue).joined(separator: ", ")]
        }
        buffer.append(table: [["width", "item", "excess", "breaks when"]] + rows)
    }

    private func write(_ unsafe: [ExactFit.Verdict], of widths: [Double], json buffer: inout ByteBuffer) {
        buffer.append("{\"layout\":")
        buffer.append(json: layout)
        buffer.append(",\"columns\":")
        buffer.append(fit.columns)
        buffer.append(",\"inset\":[")
        for (index, side) in [fit.inset.top, fit.inset.left, fit.inset.bottom, fit.inset.right].enumerated() {
            if index > 0 { buffer.append(",") }
            buffer.append(shortest: side)
        }
        buffer.append("],\"spacing\":")
        buffer.append(shortest: fit.spacing)
        buffer.append(",\"widths\":")
        buffer.append(widths.count)
        buffer.append(",\"unsafe\":[")
        for (index, verdict) in unsafe.enumerated() {
            buffer.append(index == 0 ? "\n{\"width\":" : ",\n{\"width\":")
            buffer.append(shortest: verdict.width)
            buffer.append(",\"itemWidth\":")
            buffer.append(shortest: verdict.itemWidth)
            buffer.append(",\"excess\":")
            buffer.append(shortest: verdict.excess)
            buffer.append(",\"breaks\":[")
            for (index, order) in verdict.breaks.enumerated() {
                if index > 0 { buffer.append(",") }
                buffer.append(json: order.rawValue)
            }
            buffer.append("]}")
        }
        buffer.append(unsafe.isEmpty ? "]}\n" : "\n]}\n")
    }
}
