import Base
import Ingest
import Layouts
import Manifests
import Reports
import System

/// How much screens jump while pictures or sizes come late.
struct ShiftForecast: Sendable {
    let manifest: [UInt8]
    let cause: Cause
    let recipe: LayoutRecipe
    let screens: LayoutScreens
    let sectionSize: Int?
    /// How far the content is scrolled.
    let offset: Double
    let isJSON: Bool
    let output: [UInt8]?

    enum Cause: Sendable {
        /// The phone has the sizes of another manifest.
        case former([UInt8], ArrivalProcess)
        /// Items have this size until they come on screen.
        case estimate(Size)
    }

    /// How many pictures to blame are listed for people.
    private static let maxListed = 20

    func run() throws(MachineFailure) -> ExitStatus {
        let screens = try screens.read()
        let file = try OutputFile(output)
        let stored = try StoredManifest(manifest, keeping: .bytes)
        let pages = PicturePage(joining: try stored.pages(for: recipe.kind, sectionSize: sectionSize, name: Argument(manifest).shown))
        let declared = try declaredSizes(of: stored.entries, pages)
        let shown = ComparedManifest(name: Argument(manifest).shown, entries: stored.entries)
        var buffer = ByteBuffer()
        if isJSON, self.screens.areSeveral { buffer.append("[\n") }
        for (index, screen) in screens.enumerated() {
            let scores = try scores(of: pages, declared, stored.entries.pictureBytes, on: screen)
            if isJSON {
                if index > 0 { buffer.append(",\n") }
                append(scores, on: screen, shown, json: &buffer)
            } else {
                append(scores, on: screen, shown, pages, declared, text: &buffer)
            }
        }
        if isJSON { buffer.append(self.screens.areSeveral ? "\n]\n" : "\n") }
        try file.write(buffer)
        try file.commit()
        return .ok
    }

    /// The sizes that the phone has: those of the other manifest, where it has the picture.
    private func declaredSizes(of entries: EntryList, _ page: PicturePage) throws(MachineFailure) -> PicturePage {
        guard case .former(let path, _) = cause else { return page }
        let former = try StoredManifest(path, keeping: .texts).entries
        let difference = ManifestDifference(from: former, to: entries)
        var declared = page
        for entry in 0..<entries.count {
            guard let old = difference.former(of: entry) else { continue }
            declared.replaceSize(of: entry, former.width(of: old), former.height(of: old))
        }
        return declared
    }

    private func scores(
        of page: PicturePage, _ declared: PicturePage, _ bytes: [Int], on screen: LayoutScreen
    ) throws(MachineFailure) -> ShiftScores {
        do throws(LayoutError) {
            let empty = try recipe.layout(in: screen.size)
            switch cause {
            case .former(_, let process):
                return ShiftScores(declared: declared, true: page, in: empty, at: offset, arriving: process, bytes: bytes)
            case .estimate(let size): return try ShiftScores(estimate: size, of: page, in: empty, at: offset)
            }
        } catch {
            let device = screen.device.map { "\($0.device.name): " } ?? ""
            throw .input("\(device)--\(error.parameter): \(error.message)")
        }
    }

    private func append(_ scores: ShiftScores, on screen: LayoutScreen, _ manifest: ComparedManifest, json buffer: inout ByteBuffer) {
        buffer.append("{\"layout\":")
        buffer.append(json: recipe.kind.name)
        if let device = screen.device?.device {
            buffer.append(",\"device\":")
            buffer.append(visibleJSON: device.name)
        }
        buffer.append(",\"viewport\":")
        buffer.append(jsonWidth: screen.size.width, height: screen.size.height)
        buffer.append(",\"shiftScore\":")
        buffer.append(json: scores) { item, buffer in
            buffer.append("\"index\":\(item),\"img\":")
            manifest.img(of: item).withUnsafeBufferPointer { buffer.append(visibleJSON: $0) }
        }
        buffer.append("}")
    }

    private func append(
        _ scores: ShiftScores, on screen: LayoutScreen, _ manifest: ComparedManifest, _ page: PicturePage,
        _ declared: PicturePage, text buffer: inout ByteBuffer
    ) {
        let device = screen.device.map { "\($0.device.name) " } ?? ""
        let size = "\(shortest(screen.size.width))x\(shortest(screen.size.height))"
        buffer.append("\(recipe.kind.name) on \(device.visible)\(size): shift score \(scores.phrase)\n")
        let arrivals = scores.median.score.arrivals
        for arrival in arrivals.prefix(Self.maxListed) {
            buffer.append("  \(hundredths(arrival.score))  ")
            if case .former = cause {
                let (item, others) = (arrival.item, arrival.items.count - 1)
                buffer.append("\(declared.widths[item])x\(declared.heights[item]) -> \(page.widths[item])x\(page.heights[item])  ")
                if others > 0 { buffer.append("with \(others) more  ") }
            } else {
                buffer.append("\(arrival.items.count) on screen, from item \(arrival.item)  ")
            }
            manifest.img(of: arrival.item).withUnsafeBufferPointer { buffer.append(escaping: $0) }
            buffer.append("\n")
        }
        if arrivals.count > Self.maxListed { buffer.append("  and \(arrivals.count - Self.maxListed) more\n") }
    }
}
