import Glibc
import Ingest
import Journals
import Manifests
import WeirBase
import WeirSystem

extension IngestOptions {
    /// A file or folder that a run reads or writes.
    private struct RunFile {
        let name: String
        let path: [UInt8]
        let file: NamedFile
        let isOnlyRead: Bool

        init(_ name: String, _ path: [UInt8], isOnlyRead: Bool) {
            (self.name, self.path, self.isOnlyRead) = (name, path, isOnlyRead)
            file = path == IngestOptions.standardOutput ? .path(path) : NamedFile(path)
        }
    }

    /// Each output needs a file of its own, and only a new manifest may replace the catalogue. No output may replace
    /// a journal, even if the run uses no journal.
    func checkFiles() throws(UsageError) {
        guard journal != IngestOptions.standardOutput else {
            throw UsageError("--journal: a journal is a file, not standard output")
        }
        let files = self.files
        for (index, file) in files.enumerated() {
            if isPage(file) {
                throw UsageError("the \(file.name) cannot be \(Argument(file.path).shown), which is a page of the manifest")
            }
            guard let other = files[..<index].first(where: { excludes($0, file) }) else { continue }
            let path = file.path == IngestOptions.standardOutput ? "go to standard output" : "be \(Argument(file.path).shown)"
            throw UsageError("the \(other.name) and the \(file.name) cannot both \(path)")
        }
    }

    /// The name of standard output on the command line.
    static let standardOutput = Array("-".utf8)

    private var files: [RunFile] {
        let catalogue = catalogue == IngestOptions.standardOutput ? nil : catalogue
        let prices = catalogue.flatMap { plan.catalogue == .folder($0) ? $0 + Array("/prices.csv".utf8) : nil }
        let read =
            [
                ("catalogue", catalogue), ("prices", prices), ("placeholder", plan.placeholder), ("certificates", fetching.certificates),
                ("configuration", optionsFile),
            ] + headerFiles.map { ("file of header lines", $0) }
        let journal = journal ?? defaultJournal
        let companions = Journal.companionEndings.map { ending in
            ("journal's \(ending) file", journal.map { $0 + Array(ending.utf8) })
        }
        let written =
            [
                ("manifest", output), ("report", report), ("metrics", metrics),
                ("journal", journal),
            ] + furtherOutputs.map { ("further output", $0) } + companions
        return read.compactMap { name, path in path.map { RunFile(name, $0, isOnlyRead: true) } }
            + written.compactMap { name, path in path.map { RunFile(name, $0, isOnlyRead: false) } }
    }

    private func excludes(_ one: RunFile, _ other: RunFile) -> Bool {
        guard !(one.isOnlyRead && other.isOnlyRead), (one.name, other.name) != ("catalogue", "manifest") else { return false }
        return one.file == other.file
    }

    /// Whether a file is a page or the index.
    private func isPage(_ file: RunFile) -> Bool {
        guard pageSize != nil, let output, !file.isOnlyRead, file.name != "manifest" else { return false }
        return isSameFile(folder(of: file.path), output) && PageIndex.isFileName(file.path)
    }

    /// The journal lies beside the manifest; nil if the manifest goes to a pipe or a device. It is never in a folder of
    /// pages, which a web server may serve.
    var defaultJournal: [UInt8]? {
        guard let output, output != IngestOptions.standardOutput else { return nil }
        if pageSize != nil {
            let path = withoutEndSlashes(output)
            // Only `.` and `..` need the real path. A link is not followed, since somebody else may have put it there.
            guard path.split(separator: slash).last.map({ [[dot], [dot, dot]].contains(Array($0)) }) ?? true else {
                return beside(path, IngestOptions.journalName)
            }
            return realPath(output).flatMap { $0 == [slash] ? nil : beside($0, IngestOptions.journalName) }
        }
        guard [nil, S_IFREG, S_IFDIR].contains(fileStatus(output).map { $0.st_mode & S_IFMT }) else { return nil }
        return beside(output, IngestOptions.journalName)
    }

    /// The same for every spelling of the path; nil for standard output.
    var absoluteOutput: [UInt8]? {
        guard let output, output != IngestOptions.standardOutput else { return nil }
        return futurePath(output)
    }

    private static let journalName = Array(".weir-journal".utf8)
}

/// A name in the folder of a file.
private func beside(_ path: [UInt8], _ name: [UInt8]) -> [UInt8] {
    path[..<(path.lastIndex(of: slash).map { $0 + 1 } ?? 0)] + name
}

private let slash = UInt8(ascii: "/")
private let dot = UInt8(ascii: ".")

extension IngestOptions {
    /// Opens all outputs as a run does, and gives them up unchanged. So a dry run refuses what a run would refuse.
    func tryOutputs(_ log: any RunLog) throws(MachineFailure) {
        var options = self
        options.report = report.flatMap(fileOrNothing)
        options.metrics = metrics.flatMap(fileOrNothing)
        if let fault = IngestReporter(options, log).fault { throw fault }
        if plan.output.path.flatMap(fileOrNothing) != nil { try IngestRun.tryOutput(plan) }
        try plan.measuring.journal?.check()
    }

    /// A pipe is not opened, since its reader would take that for the whole output.
    private func fileOrNothing(_ path: [UInt8]) -> [UInt8]? {
        guard let status = fileStatus(path), !status.isRegular, !status.isFolder else { return path }
        return nil
    }
}
