import Checks
import Ingest
import Layouts
import Manifests
import Previews
import WeirSystem

/// The lists that the app loads: the manifest or its first page, what load-more appends, and what a refresh puts in front.
struct PreviewLists {
    /// In the order in which they are loaded, and the refresh last.
    let all: [PreviewEntries.List]
    /// Where each list begins among all entries.
    private let starts: [Int]
    private let hasRefresh: Bool
    private let name: String
    /// Whether the manifest is a folder of pages.
    private let isPaged: Bool

    init(_ options: PreviewOptions, keeping keys: [String]) throws(MachineFailure) {
        let manifest = options.manifest
        name = Argument(manifest).shown
        isPaged = try isStoredFolder(manifest)
        var lists = Self.cut(try Self.lists(of: manifest, keys), options.limit)
        for path in options.more { lists += Self.cut(try Self.lists(of: path, keys), options.limit) }
        hasRefresh = options.refresh != nil
        if let path = options.refresh {
            let pages = try Self.lists(of: path, keys)
            guard pages.count == 1 else { throw .input("\(Argument(path).shown): a refresh brings one page; name a file") }
            lists += Self.cut(pages, options.limit)
        }
        guard !lists.isEmpty else { throw .input("\(name): it has no pages, so there is nothing to show") }
        all = lists
        starts = lists.indices.map { index in lists[..<index].reduce(0) { $0 + $1.manifest.count } }
    }

    /// All lists but the refresh, as one manifest.
    var plain: ManifestDocument { ManifestDocument(joining: (hasRefresh ? all.dropLast() : all[...]).map(\.manifest)) }

    /// The states without the refresh and with it.
    func chains(for layout: LayoutChoice) throws(MachineFailure) -> [PreviewScreen.Chain] {
        let numbers = Array(all.indices.dropLast(hasRefresh ? 1 : 0))
        var chains = [PreviewScreen.Chain(name: "plain", state: try state(numbers, layout), begins: 1)]
        if hasRefresh {
            let refreshed = [all.count - 1] + numbers
            chains.append(PreviewScreen.Chain(name: "refreshed", state: try state(refreshed, layout), begins: 2))
        }
        return chains
    }

    private func state(_ numbers: [Int], _ layout: LayoutChoice) throws(MachineFailure) -> PreviewScreen.State {
        let manifest = ManifestDocument(joining: numbers.map { all[$0].manifest })
        let pages = try manifest.pages(for: layout, name: name)
        try layout.checkSections(of: pages, name: name)
        return PreviewScreen.State(lists: numbers, pages: pages)
    }

    /// The entry among all lists that has a number in a file; nil if the preview does not have it.
    func entry(_ number: Int, in file: String) -> Int? {
        guard let list = list(of: file), number < all[list].manifest.count else { return nil }
        return starts[list] + number
    }

    /// How many entries a file has; nil if it is no list.
    func total(of file: String) -> Int? { list(of: file).map { all[$0].total } }

    /// Whether a file is a list, or the manifest or its index.
    func has(file: String) -> Bool {
        list(of: file) != nil || file == name || (isPaged && file.split(separator: "/").last == PageIndex.fileName[...])
    }

    /// The list of a file. A report may have been written from another folder, so the file's own name is enough if only one
    /// list has it.
    private func list(of file: String) -> Int? {
        if let list = all.firstIndex(where: { $0.name == file }) { return list }
        let sameName = all.indices.filter { all[$0].name.split(separator: "/").last == file.split(separator: "/").last }
        return sameName.count == 1 ? sameName[0] : nil
    }

    /// The pages of a manifest.
    private static func lists(of path: [UInt8], _ keys: [String]) throws(MachineFailure) -> [PreviewEntries.List] {
        let stored = try ManifestDocument(path, keeping: keys, facts: PreviewEntries.facts)
        let shown = Argument(path).shown
        let isFolder = try isStoredFolder(path)
        let names = isFolder ? try PageIndex(in: path).pages.map { shown + (shown.hasSuffix("/") ? "" : "/") + $0.file } : [shown]
        return zip(names, stored.pages).map { PreviewEntries.List(name: $0, manifest: stored[$1], total: $1.count) }
    }

    /// The lists with the first entries. There is always one, if there is a list.
    static func cut(_ lists: [PreviewEntries.List], _ limit: Int) -> [PreviewEntries.List] {
        var left = limit
        var cut: [PreviewEntries.List] = []
        for list in lists where left > 0 || cut.isEmpty {
            let part = list.manifest[0..<min(left, list.manifest.count)]
            cut.append(PreviewEntries.List(name: list.name, manifest: part, total: list.total))
            left -= part.count
        }
        return cut
    }
}
