import Glibc
import Manifests
import Pipeline

extension IngestSettings {
    /// The plan that the options amount to, or why they make no sense together.
    func completePlan() throws(UsageError) -> IngestPlan {
        var plan = plan
        plan.catalogue = try catalogueInput()
        plan.output = try outputPlan()
        plan.report = report
        plan.journal = try journalPlan()
        plan.fetching.headers = plan.limits
        try checkOutputs()
        try checkKeys()
        return plan
    }

    /// No two of what a run writes may go to one place.
    private func checkOutputs() throws(UsageError) {
        let outputs = [("manifest", output), ("report", report), ("metrics", metrics)]
        for (index, (name, path)) in outputs.enumerated() {
            guard let path, let other = outputs[..<index].first(where: { $0.1 == path }) else { continue }
            let place = path == Array("-".utf8) ? "go to standard output" : "be \(Argument(path).shown)"
            throw UsageError("the \(other.0) and the \(name) cannot both \(place)")
        }
    }

    /// Beside the manifest, unless the options say otherwise. Beside a pipe or a device is nothing.
    private func journalPlan() throws(UsageError) -> JournalUse? {
        if let journal {
            guard !noJournal else { throw UsageError("--journal and --no-journal exclude each other") }
            guard ![output, report, catalogue].contains(journal) else {
                throw UsageError("the journal cannot be \(Argument(journal).shown), which is another file of this run")
            }
        }
        guard !noJournal, let path = journal ?? defaultJournal else { return nil }
        var use = journalUse
        use.path = path
        return use
    }

    private var defaultJournal: [UInt8]? {
        guard let output, output != Array("-".utf8) else { return nil }
        let name = Array(".weir-journal".utf8)
        let slash = UInt8(ascii: "/")
        if pageSize != nil { return output + (output.last == slash ? [] : [slash]) + name }
        guard [nil, S_IFREG, S_IFDIR].contains(fileKind(output)) else { return nil }
        return output[..<(output.lastIndex(of: slash).map { $0 + 1 } ?? 0)] + name
    }

    /// An entry has each key once.
    private func checkKeys() throws(UsageError) {
        let others = ["w", "h", "img", "price"] + plan.facts.map(\.rawValue)
        guard let twice = plan.columns.kept.first(where: others.contains) else { return }
        throw UsageError("--keep: \(twice) stands in each entry already")
    }

    private func catalogueInput() throws(UsageError) -> IngestPlan.CatalogueInput {
        guard let catalogue else { throw UsageError("no catalogue is named") }
        let shown = Argument(catalogue).shown
        if catalogue == Array("-".utf8) {
            guard let from else { throw UsageError("standard input needs --from, which says what it is") }
            return .standardInput(from)
        }
        if let from { return .file(catalogue, from) }
        let kind = fileKind(catalogue)
        if kind == S_IFDIR { return .folder(catalogue) }
        guard let form = IngestPlan.CatalogueForm(suffixOf: catalogue) else {
            guard kind != nil else { throw UsageError("there is no file or folder \(shown)") }
            let known = IngestPlan.CatalogueForm.words.map { ".\($0)" }.joined(separator: ", ")
            throw UsageError("the name \(shown) does not end in \(known), nor in one of these and .gz; --from says what it is")
        }
        return .file(catalogue, form)
    }

    private func outputPlan() throws(UsageError) -> IngestPlan.Output {
        guard let output else { throw UsageError("--output says where the manifest goes; - is standard output") }
        let isStandardOutput = output == Array("-".utf8)
        var plan = IngestPlan.Output()
        plan.path = isStandardOutput ? nil : output
        if let pageSize {
            guard !isStandardOutput else { throw UsageError("--page-size needs a folder to write to, not -") }
            guard !binaryPlist else { throw UsageError("pages are JSON; --binary-plist cannot be used with --page-size") }
            plan.pageSize = pageSize
            return plan
        }
        guard !isStandardOutput else {
            plan.kind = ManifestKind(binaryPlist ? .binaryPlist : .json)
            return plan
        }
        guard let kind = ManifestKind(path: String(decoding: output, as: UTF8.self), binaryPlist: binaryPlist) else {
            throw UsageError("the name \(Argument(output).shown) does not end in .json, .jsonl or .plist, nor in one of these and .gz")
        }
        guard !binaryPlist || kind.format == .binaryPlist else {
            throw UsageError("--binary-plist writes a .plist, not \(Argument(output).shown)")
        }
        plan.kind = kind
        return plan
    }
}

extension IngestPlan.CatalogueForm {
    /// What the end of a file's name says, without a `.gz` behind it.
    init?(suffixOf path: [UInt8]) {
        let name = path.lowercasedText.droppingSuffix(".gz")
        guard let form = Self.allCases.first(where: { name.hasSuffix(".\($0.rawValue)") }) else { return nil }
        self = form
    }
}

extension [UInt8] {
    fileprivate var lowercasedText: String { String(decoding: self, as: UTF8.self).lowercased() }
}

extension String {
    fileprivate func droppingSuffix(_ suffix: String) -> String {
        hasSuffix(suffix) ? String(dropLast(suffix.count)) : self
    }
}

/// Whether it is a file, a folder or something else; nil where there is nothing.
private func fileKind(_ path: [UInt8]) -> mode_t? {
    var status = stat()
    let found = (path + [0]).withUnsafeBytes { bytes in
        bytes.baseAddress.map { stat($0.assumingMemoryBound(to: CChar.self), &status) } == 0
    }
    return found ? status.st_mode & S_IFMT : nil
}
