import Base
import Checks
import Ingest
import Layouts
import Manifests
import Measuring
import Previews
import System

/// The files that a page is made from. A server reads them again when they change.
struct PreviewSource: Sendable {
    let options: PreviewOptions
    let manifest: [UInt8]

    init(_ options: PreviewOptions) {
        self.options = options
        manifest = options.manifest ?? []
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
        let comparison = try options.against.map { path throws(MachineFailure) in
            try PreviewPair(path, beside: lists.plain, options, keeping: keys)
        }
        let findings = try findings(of: check, lists, signals)
        var page = PreviewPage(
            title: Argument(manifest).shown, version: Version.number, entries: PreviewEntries(lists.all, baseURL: options.baseURL),
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
        if let report = options.findings {
            return try FindingReportFile(report).shown(in: lists)
        }
        return try check.result(signals).files.flatMap { file in
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
