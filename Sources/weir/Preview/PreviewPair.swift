import Checks
import Ingest
import Layouts
import Manifests
import Previews
import System

/// The manifest of `--against`, beside the one that is shown.
struct PreviewPair {
    let comparison: PreviewComparison
    private let old: StoredManifest
    private let new: StoredManifest
    private let difference: ManifestDifference
    private let name: String

    init(_ path: [UInt8], beside new: StoredManifest, _ options: PreviewOptions, keeping keys: [String]) throws(MachineFailure) {
        let stored = try StoredManifest(path, keeping: keys, facts: PreviewEntries.facts)
        let name = Argument(path).shown
        let lists = PreviewLists.cut(
            stored.pages.map { PreviewEntries.List(name: name, manifest: $0, total: $0.count) }, options.limit)
        old = StoredManifest(pages: lists.map(\.manifest))
        self.new = new
        self.name = name
        let difference = ManifestDifference(from: old.entries, to: new.entries)
        self.difference = difference
        comparison = PreviewComparison(
            name: name,
            entries: PreviewEntries(lists, baseURL: options.baseURL),
            previous: (0..<difference.newCount).map { difference.previous(of: $0) ?? -1 })
    }

    /// The frames of the previous manifest, and those that its pictures have when they come with the new sizes.
    func chains(for layout: LayoutChoice) throws(MachineFailure) -> [PreviewScreen.Chain] {
        let pages = try old.pages(for: layout, name: name)
        let numbers = Array(pages.indices)
        var arrived: [PicturePage] = []
        let sizes = newSizes
        var start = 0
        for page in pages {
            var page = page
            for item in 0..<page.count { sizes[start + item].map { page.replaceSize(of: item, $0.width, $0.height) } }
            arrived.append(page)
            start += page.count
        }
        return [("old", pages), ("arrived", arrived)].map { name, pages in
            PreviewScreen.Chain(name: name, state: PreviewScreen.State(lists: numbers, pages: pages), begins: max(1, pages.count))
        }
    }

    /// How much a phone jumps that has the old sizes when all pictures come at once.
    func score(of planned: PlannedLayout) throws(MachineFailure) -> ShiftScore? {
        let chains = try chains(for: planned.layout)
        let pages = chains.map { PicturePage(joining: $0.state.pages) }
        guard let empty = try? planned.layout.recipe.layout(on: planned.screen) else { return nil }
        return ShiftScores(declared: pages[0], true: pages[1], in: empty, arriving: .together).worst.score
    }

    /// The new size of each old picture that is still there.
    private var newSizes: [(width: Int32, height: Int32)?] {
        var sizes: [(width: Int32, height: Int32)?] = Array(repeating: nil, count: old.entries.count)
        for entry in 0..<difference.newCount {
            guard let previous = difference.previous(of: entry) else { continue }
            sizes[previous] = (new.entries.width(of: entry), new.entries.height(of: entry))
        }
        return sizes
    }
}
