import Checks
import Layouts
import WeirBase
import WeirSystem

/// Finds the screen widths at which a flow may not put N items on a line if each is exactly as wide as a column.
struct FitProof: Sendable {
    let layout: String
    let fit: ExactFit
    /// The devices to look at; if there are none, all widths that a phone or a tablet can have.
    let devices: DeviceList

    private static let wholeRange = (first: 240, last: 1400)

    /// The layouts that fill a line until no item fits any more.
    static var kinds: [LayoutKind] { LayoutKind.all.filter { $0.parameters.contains { $0.name == "direction" } } }

    /// Throws if the layout has no lines that wrap, and for parameters with which no screen can have the columns.
    init(of columns: Int, _ layout: LayoutChoice, _ devices: DeviceList) throws(UsageError) {
        let (kind, parameters) = (layout.recipe.kind, layout.recipe.parameters)
        guard Self.kinds.contains(where: { $0.name == kind.name }) else {
            throw UsageError("--fit: \(kind.name) has no lines that wrap; \(list(of: Self.kinds.map(\.name))) have")
        }
        for parameter in kind.parameters where !["inset", "interitem-spacing"].contains(parameter.name) {
            guard !parameters.isSet(parameter.name) else {
                throw UsageError("\(parameter.name) has no say in what --fit proves; inset and interitem-spacing have")
            }
        }
        do throws(LayoutError) {
            fit = try ExactFit(columns: columns, inset: parameters.inset, spacing: parameters.length("interitem-spacing"))
        } catch {
            throw UsageError("\(error)")
        }
        self.layout = kind.name
        self.devices = devices
        let known = devices.isEmpty ? [Double(Self.wholeRange.first)] : devices.known.map(\.portrait.width)
        do throws(LayoutError) { for width in known { _ = try fit.verdict(at: width) } } catch {
            throw UsageError("--fit: \(error.message)")
        }
    }

    func write(isJSON: Bool, to buffer: inout ByteBuffer) throws(MachineFailure) -> ExitStatus {
        let widths = try widths()
        let unsafe: [FitVerdict]
        do throws(LayoutError) { unsafe = try fit.unsafeWidths(among: widths.map(\.width)) } catch {
            throw .input(error.message)
        }
        let devices = Dictionary(uniqueKeysWithValues: widths)
        let rows = unsafe.map { UnsafeWidth(verdict: $0, devices: devices[$0.width] ?? []) }
        if isJSON { write(rows, of: widths.count, json: &buffer) } else { write(rows, of: widths.count, text: &buffer) }
        return unsafe.isEmpty ? .ok : .findings
    }

    private struct UnsafeWidth {
        let verdict: FitVerdict
        let devices: [String]
    }

    /// The distinct widths to check, each with its devices, in the order of the devices.
    private func widths() throws(MachineFailure) -> [(width: Double, devices: [String])] {
        guard !devices.isEmpty else {
            return ExactFit.widths(from: Self.wholeRange.first, through: Self.wholeRange.last).map { ($0, []) }
        }
        var widths: [(width: Double, devices: [String])] = []
        for device in try devices.read() {
            let width = device.portrait.width
            let names = device.name == device.portrait.shown ? [] : [device.name]
            if let known = widths.firstIndex(where: { $0.width == width }) {
                widths[known].devices += names
            } else {
                widths.append((width, names))
            }
        }
        return widths
    }

    private func write(_ rows: [UnsafeWidth], of count: Int, text buffer: inout ByteBuffer) {
        let inset = LayoutValue.insets(fit.inset).text
        let spacing = LayoutValue.length(fit.spacing).text
        buffer.append("\(layout), \(fit.columns) columns, inset \(inset), spacing \(spacing): ")
        buffer.append(rows.count)
        buffer.append(" of ")
        buffer.append(count)
        buffer.append(devices.isEmpty ? " widths from \(Self.wholeRange.first) to \(Self.wholeRange.last)" : " widths")
        buffer.append(" are unsafe\n")
        guard !rows.isEmpty else { return }
        let namesDevices = rows.contains { !$0.devices.isEmpty }
        let heads = ["width", "item", "excess", "breaks when"] + (namesDevices ? ["devices"] : [])
        let cells = rows.map { row in
            [row.verdict.width, row.verdict.itemWidth, row.verdict.excess].map { LayoutValue.length($0).text }
                + [row.verdict.breaks.map(\.rawValue).joined(separator: ", ")]
                + (namesDevices ? [row.devices.joined(separator: ", ").visible] : [])
        }
        buffer.append(table: [heads] + cells)
    }

    private func write(_ rows: [UnsafeWidth], of count: Int, json buffer: inout ByteBuffer) {
        buffer.object { buffer in
            buffer.member("layout", json: layout)
            buffer.member("columns", fit.columns)
            buffer.array("inset", [fit.inset.top, fit.inset.left, fit.inset.bottom, fit.inset.right]) { $0.append(shortest: $1) }
            buffer.member("spacing", shortest: fit.spacing)
            buffer.member("widths", count)
            buffer.array("unsafe", rows, onLines: true) { buffer, row in
                buffer.object { buffer in
                    buffer.member("width", shortest: row.verdict.width)
                    buffer.member("itemWidth", shortest: row.verdict.itemWidth)
                    buffer.member("excess", shortest: row.verdict.excess)
                    buffer.array("breaks", row.verdict.breaks) { $0.append(json: $1.rawValue) }
                    if !row.devices.isEmpty { buffer.array("devices", row.devices) { $0.append(visibleJSON: $1) } }
                }
            }
        }
        buffer.append("\n")
    }
}
