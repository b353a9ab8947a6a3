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
    private let name: String
    /// Whether the manifest is a folder of pages.
    private let isPaged: Bool
    /// The keys that the page searches beside the picture and the price.
    let searchedKeys: [String]
    private let options: PreviewOptions
    /// How many entries the files have, of which the page may have only the first ones.
    private let total: Int

    init(_ options: PreviewOptions, keeping keys: [String]) throws(MachineFailure) {
        self.options = options
        let manifest = options.manifest
        name = Argument(manifest).shown
        isPaged = try isStoredFolder(manifest)
        let files = [manifest] + options.more + [options.refresh].compactMap { $0 }
        let kept = try Self.keptKeys(of: files, options.limit).filter { !keys.contains($0) }
        searchedKeys = keys + kept
        let facts = PreviewEntries.facts + kept
        var whole = try Self.lists(of: manifest, keys, facts)
        var lists = Self.cut(whole, options.limit)
        for path in options.more {
            let more = try Self.lists(of: path, keys, facts)
            whole += more
            lists += Self.cut(more, options.limit)
        }
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
    func reportCut() {
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

    /// The path below `--base-url`, by which a report of a run names a picture, or the whole text.
    func path(of img: String) -> String {
        let path = options.baseURL.flatMap { localPath(of: Array(img.utf8), below: $0) }.map { String(decoding: $0, as: UTF8.self) } ?? img
        return path.hasPrefix("./") ? String(path.dropFirst(2)) : path
    }

    /// All lists but the refresh.
    private var plainNumbers: Range<Int> { 0..<(options.refresh == nil ? all.count : all.count - 1) }

    /// All lists but the refresh, as one manifest.
    var plain: ManifestDocument { ManifestDocument(joining: all[plainNumbers].map(\.manifest)) }

    /// So often a refresh comes, and so often the last page of `--more`.
    private static let mostTimes = 5

    /// A chain for each number of refreshes, named by it. The refresh and the last page come again until the app has more entries
    /// than the limit.
    func chains(for layout: LayoutChoice) throws(MachineFailure) -> [PreviewScreen.Chain] {
        let plain = Array(plainNumbers)
        var chains: [PreviewScreen.Chain] = []
        for refreshes in 0...(options.refresh == nil ? 0 : Self.mostTimes) {
            var numbers = Array(repeating: all.count - 1, count: refreshes) + plain
            func hasRoom() -> Bool { numbers.reduce(0) { $0 + all[$1].manifest.count } <= options.limit }
            guard refreshes <= 1 || hasRoom() else { break }
            for _ in 1..<Self.mostTimes where !options.more.isEmpty {
                numbers.append(plain.count - 1)
                guard hasRoom() else {
                    numbers.removeLast()
                    break
                }
            }
            chains.append(PreviewScreen.Chain(name: "\(refreshes)", state: try state(numbers, layout), begins: refreshes + 1))
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

    /// The keys that weir does not know, of the entries of the page: such as those of `ingest --keep`. None of a property list.
    private static func keptKeys(of manifests: [[UInt8]], _ limit: Int) throws(MachineFailure) -> [String] {
        var keys: [String] = []
        for path in manifests {
            let files = try isStoredFolder(path) ? PageIndex(in: path).pages.map { joined(path, Array($0.file.utf8)) } : [path]
            var left = limit
            // A pipe has its content once, and one that nobody has named may never end.
            for file in files where left > 0 && fileStatus(file)?.isRegular == true {
                let input = try DecompressedInput(file: file)
                guard let format = try input.manifestFormat(), format.isJSON else { continue }
                var records = StreamedRecords(format.records, Projection(allWith: knownKeys), nouns: .manifest)
                var isEnd = false
                while left > 0, !isEnd {
                    let piece = try input.next()
                    isEnd = piece == nil
                    do throws(DocumentFailure) {
                        try (piece ?? []).withBytes { bytes throws(DocumentFailure) in
                            try records.read(UnsafeRawBufferPointer(bytes), isEnd: isEnd) { batch, texts in
                                for record in batch.records.prefix(left) {
                                    for field in batch.fields[record.fields] where field.column < 0 && keys.count < mostKeys {
                                        let key = texts.string(field.key)
                                        if !keys.contains(key) { keys.append(key) }
                                    }
                                }
                                left -= min(left, batch.records.count)
                            }
                        }
                    } catch {
                        // The reading of the entries names the fault.
                        break
                    }
                }
            }
        }
        return keys
    }

    private static let mostKeys = 100
    private static let knownKeys =
        PreviewEntries.facts + [
            "w", "h", "img", "price", "images", "format", "bytes", "orientation", "sha256", "phash", "content", "source", "range",
        ]

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
