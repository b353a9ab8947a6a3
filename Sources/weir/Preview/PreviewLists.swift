import Checks
import Ingest
import Layouts
import Manifests
import Previews
import WeirBase
import WeirRecords
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
    /// The keys that the page searches beside the picture and the price.
    let searchedKeys: [String]
    /// How many entries the files have, of which the page may have only the first ones.
    private let total: Int

    init(_ options: PreviewOptions, keeping keys: [String]) throws(MachineFailure) {
        let manifest = options.manifest
        name = Argument(manifest).shown
        isPaged = try isStoredFolder(manifest)
        let kept = try Self.keptKeys(of: manifest).filter { !keys.contains($0) }
        searchedKeys = keys + kept
        let facts = PreviewEntries.facts + kept
        var whole = try Self.lists(of: manifest, keys, facts)
        var lists = Self.cut(whole, options.limit)
        for path in options.more {
            let more = try Self.lists(of: path, keys, facts)
            whole += more
            lists += Self.cut(more, options.limit)
        }
        hasRefresh = options.refresh != nil
        if let path = options.refresh {
            let pages = try Self.lists(of: path, keys, facts)
            guard pages.count == 1 else { throw .input("\(Argument(path).shown): a refresh brings one page; name a file") }
            whole += pages
            lists += Self.cut(pages, options.limit)
        }
        guard !lists.isEmpty else { throw .input("\(name): it has no pages, so there is nothing to show") }
        all = lists
        total = whole.reduce(0) { $0 + $1.total }
        starts = lists.indices.map { index in lists[..<index].reduce(0) { $0 + $1.manifest.count } }
    }

    /// A page without the last entries would look like the whole manifest.
    func reportCut(_ limit: Int) {
        let shown = all.reduce(0) { $0 + $1.manifest.count }
        guard shown < total else { return }
        let most = min(total, PreviewOptions.mostEntries)
        StandardStream.error.report(
            "weir: the page has the first \(shown) of \(total) entries; --limit \(most) shows \(most == total ? "all" : "more")")
    }

    /// Calls the closure with each entry among all lists, and its picture.
    func forEachImg(_ body: (_ entry: Int, _ img: String) -> Void) {
        for (list, start) in zip(all, starts) {
            list.manifest.forEachImg { body(start + $0, String(decoding: $1, as: UTF8.self)) }
        }
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
    private static func lists(of path: [UInt8], _ keys: [String], _ facts: [String]) throws(MachineFailure) -> [PreviewEntries.List] {
        let stored = try ManifestDocument(path, keeping: keys, facts: facts)
        let shown = Argument(path).shown
        let isFolder = try isStoredFolder(path)
        let names = isFolder ? try PageIndex(in: path).pages.map { shown + (shown.hasSuffix("/") ? "" : "/") + $0.file } : [shown]
        return zip(names, stored.pages).map { PreviewEntries.List(name: $0, manifest: stored[$1], total: $1.count) }
    }

    /// The keys of the first entry that weir does not know, such as those of `ingest --keep`; none of a property list.
    private static func keptKeys(of path: [UInt8]) throws(MachineFailure) -> [String] {
        let first = try isStoredFolder(path) ? PageIndex(in: path).pages.first.map { joined(path, Array($0.file.utf8)) } : path
        guard let first, let piece = try DecompressedInput(file: first).next(), let start = piece.firstIndex(of: UInt8(ascii: "{")),
            piece[..<start].allSatisfy({ $0 == UInt8(ascii: "[") || $0 <= UInt8(ascii: " ") })
        else { return [] }
        return piece.withUnsafeBufferPointer { JSONLeaves(of: $0, from: start).keys }.filter { !knownKeys.contains($0) }
    }

    private static let knownKeys = Set(
        PreviewEntries.facts + [
            "w", "h", "img", "price", "images", "format", "bytes", "orientation", "sha256", "phash", "content", "source",
        ])

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
