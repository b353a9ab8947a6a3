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

    func run() throws(MachineFailure) -> ExitStatus {
        let screens = try screens.read()
        let file = try OutputFile(output)
        let stored = try StoredManifest(manifest, facts: ["bytes"])
        let name = Argument(manifest).shown
        let page = PicturePage(joining: try stored.pages(for: recipe.kind, sectionSize: sectionSize, name: name))
        let declared = try declaredSizes(of: stored.entries, page)
        var shifts: [ScreenShift] = []
        for screen in screens {
            let scores = try scores(of: page, declared, stored.entries.pictureBytes, on: screen)
            tellEmptyScreen(scores, of: page, on: screen)
            shifts.append(ScreenShift(screen: screen, scores: scores))
        }
        let report = ShiftReport(
            layout: recipe.kind.name, manifest: ComparedManifest(name: name, entries: stored.entries), declared: declared,
            isList: self.screens.areSeveral, shifts: shifts)
        try file.write(isJSON ? report.json : report.text)
        try file.commit()
        return .ok
    }

    /// The sizes that the phone has: those of the other manifest, where it has the picture.
    private func declaredSizes(of entries: EntryList, _ page: PicturePage) throws(MachineFailure) -> PicturePage {
        guard case .former(let path, _) = cause else { return page }
        let former = try StoredManifest(path).entries
        let difference = ManifestDifference(from: former, to: entries)
        if entries.count > 0, difference.added.count == entries.count {
            let (old, new) = (Argument(path).shown, Argument(manifest).shown)
            StandardStream.error.tell(
                """
                weir: warning: \(old) has no img of \(new), so the phone has no size and the score is 0; \
                name a manifest of the same pictures
                """)
        }
        var declared = page
        for entry in 0..<entries.count {
            guard let old = difference.former(of: entry) else { continue }
            declared.replaceSize(of: entry, former.width(of: old), former.height(of: old))
        }
        return declared
    }

    /// Where nothing is on screen the score is 0, which must not look like a manifest of true sizes.
    private func tellEmptyScreen(_ scores: ShiftScores, of page: PicturePage, on screen: LayoutScreen) {
        guard offset != 0, page.count > 0, scores.worst.score.sum == 0, let layout = try? recipe.layout(of: page, in: screen.size)
        else { return }
        let isHorizontal = layout.guarantees.scrollsHorizontally
        let end = isHorizontal ? layout.contentSize.width : layout.contentSize.height
        let seen = isHorizontal ? screen.size.width : screen.size.height
        guard offset >= end || offset <= -seen else { return }
        StandardStream.error.tell(
            """
            weir: warning: \(screen.prefix)nothing is on screen at --offset \(shortest(offset)), so the score is 0; \
            the content goes from 0 to \(shortest(end))
            """)
    }

    private func scores(
        of page: PicturePage, _ declared: PicturePage, _ bytes: [Int], on screen: LayoutScreen
    ) throws(MachineFailure) -> ShiftScores {
        do throws(LayoutError) {
            let empty = try recipe.atDensity(of: screen.density).layout(in: screen.size)
            switch cause {
            case .former(_, let process):
                return ShiftScores(declared: declared, true: page, in: empty, at: offset, arriving: process, bytes: bytes)
            case .estimate(let size): return try ShiftScores(estimate: size, of: page, in: empty, at: offset)
            }
        } catch {
            throw .input("\(screen.prefix)--\(error.parameter): \(error.message)")
        }
    }
}
