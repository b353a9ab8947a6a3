import Base
import Ingest
import Layouts
import Reports

/// How much one screen jumps.
struct ScreenShift {
    let screen: LayoutScreen
    let scores: ShiftScores
}

/// How much screens jump, for programs and for people.
struct ShiftReport {
    /// The layout's name.
    let layout: String
    let manifest: ComparedManifest
    /// The sizes that the phone has.
    let declared: PicturePage
    /// Whether the screens form a list, even if it has a single one.
    let isList: Bool
    let shifts: [ScreenShift]

    /// How many pictures to blame are listed for people.
    private static let maxListed = 20

    var json: ByteBuffer {
        var buffer = ByteBuffer()
        if isList { buffer.append("[\n") }
        for (index, shift) in shifts.enumerated() {
            if index > 0 { buffer.append(",\n") }
            append(shift, json: &buffer)
        }
        buffer.append(isList ? "\n]\n" : "\n")
        return buffer
    }

    var text: ByteBuffer {
        var buffer = ByteBuffer()
        for shift in shifts { append(shift, text: &buffer) }
        return buffer
    }

    private func append(_ shift: ScreenShift, json buffer: inout ByteBuffer) {
        buffer.object { buffer in
            buffer.member("layout", json: layout)
            buffer.member("device", visible: shift.screen.device?.device.name)
            buffer.member("viewport") { $0.append(jsonWidth: shift.screen.size.width, height: shift.screen.size.height) }
            buffer.member("shiftScore") { buffer in
                buffer.append(json: shift.scores) { item, buffer in
                    buffer.member("index", item)
                    buffer.member("img", visible: manifest.img(of: item))
                }
            }
        }
    }

    private func append(_ shift: ScreenShift, text buffer: inout ByteBuffer) {
        let device = shift.screen.device.map { "\($0.device.name) " } ?? ""
        let size = "\(shortest(shift.screen.size.width))x\(shortest(shift.screen.size.height))"
        buffer.append("\(layout) on \(device.visible)\(size): shift score \(shift.scores.phrase)\n")
        let arrivals = shift.scores.median.score.arrivals
        for arrival in arrivals.prefix(Self.maxListed) {
            buffer.append("  \(hundredths(arrival.score))  \(cause(of: arrival, in: shift.scores))  ")
            manifest.img(of: arrival.item).withUnsafeBufferPointer { buffer.append(escaping: $0) }
            buffer.append("\n")
        }
        if arrivals.count > Self.maxListed { buffer.append("  and \(arrivals.count - Self.maxListed) more\n") }
    }

    private func cause(of arrival: ShiftScore.Arrival, in scores: ShiftScores) -> String {
        let (item, others) = (arrival.item, arrival.items.count - 1)
        // Sizes that come late belong to no process of arrival.
        guard scores.process != nil else { return "\(arrival.items.count) on screen, from item \(item)" }
        let known = "\(declared.widths[item])x\(declared.heights[item])"
        let found = "\(manifest.entries.width(of: item))x\(manifest.entries.height(of: item))"
        return "\(known) -> \(found)" + (others > 0 ? "  with \(others) more" : "")
    }
}
