import Checks
import Ingest
import Layouts
import Manifests
import Measuring
import Previews
import WeirBase
import WeirSystem

/// The files that a page is made from. A server reads them again when they change.
struct PreviewSource: Sendable {
    let options: PreviewOptions
    let manifest: [UInt8]

    init(_ options: PreviewOptions) {
        self.options = options
        manifest = options.manifest
    }

    /// The check that finds the screens and the findings.
    private func plan() throws(MachineFailure) -> CheckPlan {
        var check = CheckOptions()
        check.manifests = [manifest]
        check.screens = options.screens
        let found = try FoundConfiguration(check.screens.configuration, besides: check.manifests)
        if check.screens.devices.isEmpty, found.configuration.devices.isEmpty {
            check.screens.devices = DeviceList(known: Device.all.filter { PreviewOptions.shownDevices.contains($0.name) })
        }
        return try CheckPlan(check, found)
    }

    /// The folder of pictures with relative paths.
    var root: [UInt8] { options.root ?? folder(of: withoutEndSlashes(manifest)) }

    /// The files that are known without reading one, whose changes change the page. A configuration may appear, and it names others
    /// when it is read.
    var files: [[UInt8]] {
        let configuration = options.screens.configuration ?? (try? foundConfiguration(of: [manifest])) ?? nil
        let named = [manifest, options.refresh, options.against, options.findings, options.screens.devices.file, configuration]
        return (named.compactMap { $0 } + options.more).map {
            fileStatus($0)?.isFolder == true ? joined($0, Array(PageIndex.fileName.utf8)) : $0
        }
    }

    /// Writes the page in pieces. `write` empties the buffer. Returns the file that the configuration names, on which the page
    /// depends too.
    @discardableResult
    func write(
        pictures: String, number: Int? = nil, _ signals: TerminationSignals,
        _ write: (inout ByteBuffer) throws(MachineFailure) -> Void
    ) throws(MachineFailure) -> [UInt8]? {
        let plan = try plan()
        // A server makes the page again and again.
        if number == nil { plan.found.report() }
        do throws(UsageError) { try options.output?.checkNotRead(among: files + [plan.baseline].compactMap { $0 }, "page") } catch {
            throw .input(error.message)
        }
        let check = try CheckRun(plan)
        let keys = plan.screens.keys
        let lists = try PreviewLists(options, keeping: keys)
        if number == nil { lists.reportCut() }
        let comparison = try options.against.map { path throws(MachineFailure) in
            try PreviewPair(path, beside: lists.plain, options, keeping: keys)
        }
        for manifest in lists.all.map(\.manifest) + (comparison.map { [$0.old] } ?? []) {
            try options.output?.checkNoPicture(of: manifest, below: root, baseURL: options.baseURL, "page")
        }
        let findings = try findings(of: check, lists, signals)
        var page = PreviewPage(
            title: Argument(manifest).shown, version: Version.number,
            entries: PreviewEntries(lists.all, baseURL: options.baseURL, searching: lists.searchedKeys),
            pictures: pictures, number: number, findings: findings, comparison: comparison?.comparison)
        var buffer = ByteBuffer()
        page.begin(to: &buffer)
        try write(&buffer)
        for planned in plan.screens.layouts {
            try signals.check()
            let chains = try lists.chains(for: planned.layout) + (comparison?.chains(for: planned.layout) ?? [])
            let predicted = try comparison?.score(of: planned)
            do throws(LayoutError) {
                try page.append(PreviewScreen(planned.layout, on: planned.screen, chains, predicted: predicted), to: &buffer)
            } catch {
                throw .input("\(planned.layout.text) on \(planned.screen.name): \(error.parameter): \(error.message)")
            }
            try write(&buffer)
        }
        page.end(to: &buffer)
        try write(&buffer)
        return plan.baseline
    }

    private func findings(
        of check: CheckRun, _ lists: PreviewLists, _ signals: TerminationSignals
    ) throws(MachineFailure) -> [PreviewFinding] {
        let report = try options.findings.map { path throws(MachineFailure) in try FindingReportFile(path) }
        let reported = try report?.shown(in: lists) ?? []
        if let report, !report.isOfRun { return reported }
        return try reported
            + check.result(signals).files.flatMap { file in
                file.findings.compactMap { ReportedFinding($0).shown(in: lists) }
            }
    }

    /// The URL of the root, seen from a page in a file; absolute if the page goes to standard output.
    func picturesURL(seenFrom output: [UInt8]?) throws(MachineFailure) -> String {
        let root = try PictureRoot(root).path
        guard let output, output != Array("-".utf8) else { return "file://\(percentEncoded(root, keepsSlashes: true))/" }
        let slash = UInt8(ascii: "/")
        let target = root.split(separator: slash)
        let start = folder(of: futurePath(output)).split(separator: slash)
        let common = zip(target, start).prefix { $0.elementsEqual($1) }.count
        let up = Array(repeating: "../", count: start.count - common).joined()
        return up + target[common...].map { percentEncoded($0) + "/" }.joined()
    }
}

/// The manifest of `--against`, beside the one that is shown.
struct PreviewPair {
    let comparison: PreviewComparison
    fileprivate let old: ManifestDocument
    private let new: ManifestDocument
    private let difference: ManifestDifference
    private let name: String

    init(_ path: [UInt8], beside new: ManifestDocument, _ options: PreviewOptions, keeping keys: [String]) throws(MachineFailure) {
        let stored = try ManifestDocument(path, keeping: keys, facts: PreviewEntries.facts)
        let name = Argument(path).shown
        let lists = PreviewLists.cut(
            stored.pages.map { PreviewEntries.List(name: name, manifest: stored[$0], total: $0.count) }, options.limit)
        old = ManifestDocument(joining: lists.map(\.manifest))
        self.new = new
        self.name = name
        let difference = ManifestDifference(from: old, to: new)
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
        var sizes: [(width: Int32, height: Int32)?] = Array(repeating: nil, count: old.count)
        for entry in 0..<difference.newCount {
            guard let previous = difference.previous(of: entry) else { continue }
            sizes[previous] = (new.widths[entry], new.heights[entry])
        }
        return sizes
    }
}
