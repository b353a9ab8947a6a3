import Glibc
import Ingest
import Manifests
import Measuring
import WeirBase
import WeirRecords
import WeirSystem

extension IngestOptions {
    /// Completes the plan. Throws if the options contradict each other.
    mutating func completePlan() throws(UsageError) {
        plan.catalogue = try catalogueInput()
        try takeShape()
        try checkForm(of: plan.catalogue)
        guard plan.filter.isEmpty || plan.catalogue.isFolder else {
            throw UsageError("--glob chooses among the files of a folder, and the catalogue is none")
        }
        let hasImages = !plan.isEachImage && (plan.columns.images != nil || plan.columns.separator != nil || plan.shape != nil)
        let extras = plan.facts.flatMap(\.keys) + plan.keptNames + (hasImages ? [ManifestEntry.imagesKey] : [])
        guard let output else { throw UsageError("--output says where the manifest goes; - is standard output") }
        plan.output = try outputPlan(output, extras, pageSize)
        plan.furtherOutputs = try furtherOutputs.map { path throws(UsageError) in try outputPlan(path, extras, nil) }
        plan.ownFiles = [report, metrics].compactMap { $0 }
        plan.measuring.journal = try completeJournalPlan()
        plan.measuring.isListed = plan.catalogue.isFolder
        plan.measuring.placeholders = Set(plan.facts.compactMap(\.placeholder))
        // The mirror has the pictures whole.
        plan.measuring.fetchesPixels = plan.measuring.mirror == nil && !plan.measuring.placeholders.isEmpty
        try checkFiles()
        try checkKeys(plan.keptNames, besides: hasImages ? [ManifestEntry.imagesKey] : [])
    }

    /// The journal lies beside the manifest, unless the options say otherwise.
    private func completeJournalPlan() throws(UsageError) -> JournalPlan? {
        guard !noJournal, let path = journal ?? defaultJournal else {
            // Without a journal every picture would be requested, which is the opposite of the user's wish.
            guard !journalPlan.retriesFailed else { throw UsageError("--retry-failed needs a journal, which shows what failed") }
            return nil
        }
        var plan = journalPlan
        plan.path = path
        plan.wait = wait
        plan.manifest = absoluteOutput
        return plan
    }

    /// Refuses a key that would occur twice in an entry, or that a property list cannot hold (XML 1.0, 2.2).
    private func checkKeys(_ keys: [String], besides more: [String]) throws(UsageError) {
        for name in keys where name.unicodeScalars.contains(where: { $0.value < 0x20 || [0xFFFE, 0xFFFF].contains($0.value) }) {
            let key = Argument(Array(name.utf8)).shown
            throw UsageError("--keep: \(key) holds a control character, which no manifest can have in a key")
        }
        let others = ["w", "h", "img", "price"] + plan.facts.flatMap(\.keys) + more
        if let twice = keys.indices.first(where: { keys[..<$0].contains(keys[$0]) }) {
            throw UsageError("--keep: two columns would be \(Argument(Array(keys[twice].utf8)).shown) in each entry")
        }
        guard let twice = keys.first(where: others.contains) else { return }
        throw UsageError("--keep: \(twice) stands in each entry already")
    }

    private func catalogueInput() throws(UsageError) -> IngestPlan.CatalogueInput {
        guard let catalogue else { throw UsageError("no catalogue is named") }
        let shown = Argument(catalogue).shown
        if catalogue == IngestOptions.standardOutput {
            guard let from else { throw UsageError("standard input needs --from, which says what it is") }
            return .standardInput(from.form)
        }
        if from == nil, let listed = IngestPlan.CatalogueInput(inventory: catalogue) { return listed }
        if isBucketURL(catalogue) {
            guard BucketWalk.folder(catalogue) != nil, from == nil else {
                throw UsageError("\(shown) is no folder of a bucket: its URL ends with a slash, and --from is not for it")
            }
            return .bucket(BucketWalk.withSlash(catalogue), inventory: nil)
        }
        if let from { return .file(catalogue, from.form(of: catalogue)) }
        let kind = fileStatus(catalogue).map { $0.st_mode & S_IFMT }
        if kind == S_IFDIR { return .folder(catalogue) }
        guard let form = IngestPlan.CatalogueForm(suffixOf: catalogue) else {
            // A folder that is missing today is no mistake of the command line, so the run's report shows it.
            guard kind != nil else { return .folder(catalogue) }
            let known = IngestPlan.CatalogueForm.words.map { ".\($0)" }.joined(separator: ", ")
            throw UsageError("the name \(shown) does not end in \(known), nor in one of these and .gz; --from says what it is")
        }
        return .file(catalogue, form)
    }

    /// The shape that --from names, or else one that the catalogue shows.
    private mutating func takeShape() throws(UsageError) {
        switch from {
        case .shape(let shape): plan.shape = shape
        case .form: return
        case nil:
            // JSON of which the picture's key is named is not recognized by what stands in its texts.
            guard case .file(let path, let form) = plan.catalogue, plan.rowsPointer == nil, form.isTable || !namedColumns.contains(.img)
            else { return }
            plan.shape = CatalogueShape.recognized(path, form, delimiter: plan.delimiter)
            plan.isShapeRecognized = plan.shape != nil
        }
        plan.shape?.take(plan.columns, namedColumns)
    }

    /// Refuses options that the format of the catalogue has no use for.
    private func checkForm(of catalogue: IngestPlan.CatalogueInput) throws(UsageError) {
        let name = catalogue.form?.rawValue ?? "a folder"
        if plan.delimiter != nil, let form = catalogue.form, !form.isTable {
            throw UsageError("--delimiter separates the fields of csv, tsv and copy; this catalogue is \(name)")
        }
        if plan.rowsPointer != nil, catalogue.form != .json {
            throw UsageError("--rows names an array in a catalogue that is json; this catalogue is \(name)")
        }
        if catalogue.isFolder, plan.columns.images != nil || plan.columns.separator != nil || plan.isEachImage {
            throw UsageError(
                "--images-column, --img-separator and --each-image are for rows of several pictures; each row of a folder has one")
        }
        if catalogue.isFolder, plan.columns.version != nil {
            throw UsageError("--version-column is for rows; a folder has no columns, and the listing of a bucket states versions itself")
        }
        if let images = plan.columns.images, plan.columns.kept.contains(images) {
            throw UsageError("--keep and --images-column both name \(Argument(images).shown), which has pictures; leave it out of --keep")
        }
        guard let form = catalogue.form, form.hasPointers else { return }
        let single = [plan.columns.price] + plan.columns.kept + [plan.columns.version].compactMap { $0 }
        if let name = single.first(where: { JSONPointer($0)?.isOfEach ?? false }) {
            throw UsageError("\(Argument(name).shown) names several values; * is for the pictures of --img-column and --images-column")
        }
        if plan.shape != nil,
            let name = ([plan.columns.img] + [plan.columns.images].compactMap { $0 }).first(where: { JSONPointer($0)?.isOfEach ?? false })
        {
            throw UsageError("\(Argument(name).shown) names several values; * is for plain rows, which --from \(form.rawValue) reads")
        }
        let names = single + [plan.columns.img] + [plan.columns.images].compactMap { $0 }
        for name in names where JSONPointer.isPointer(name) && JSONPointer(name) == nil {
            throw UsageError("\(Argument(Array(name.utf8)).shown) is not a JSON pointer: in it, ~0 stands for ~ and ~1 for /")
        }
    }

    private func outputPlan(_ output: [UInt8], _ extras: [String], _ pageSize: Int?) throws(UsageError) -> IngestPlan.Output {
        let isStandardOutput = output == IngestOptions.standardOutput
        var plan = IngestPlan.Output()
        plan.extras = extras
        plan.path = isStandardOutput ? nil : output
        if let pageSize {
            guard !isStandardOutput else { throw UsageError("--page-size needs a folder to write to, not -") }
            if let status = fileStatus(output), !status.isFolder {
                throw UsageError(
                    "--page-size writes pages into a folder, and \(Argument(output).shown) is none: "
                        + "name a new or an empty folder with -o")
            }
            plan.pageSize = pageSize
            plan.pageNames = pageNames ?? .number
            return plan
        }
        if isStandardOutput { return plan }
        let name = String(decoding: output, as: UTF8.self).lowercased()
        let isBinary = [".binary.plist", ".binary.plist.gz"].contains(where: name.hasSuffix)
        guard let kind = ManifestKind(path: String(decoding: output, as: UTF8.self), binaryPlist: isBinary) else {
            let name = Argument(output).shown
            throw UsageError("the name \(name) does not end in .json, .jsonl, .plist, .csv, .tsv or .copy, nor in one of these and .gz")
        }
        plan.kind = kind
        return plan
    }
}

extension IngestPlan.CatalogueForm {
    /// The format that a file's extension names, without a final `.gz`, or that of a compressed form.
    init?(suffixOf path: [UInt8]) {
        let name = [".gz", ".xz", ".zst", ".bz2", ".zip"].reduce(path.lowercasedText) { $0.droppingSuffix($1) }
        // A workbook is refused with the command that makes a table of it.
        let isWorkbook = [".xlsx", ".xls", ".ods"].contains(where: name.hasSuffix)
        guard let form = isWorkbook ? .csv : Self.allCases.first(where: { name.hasSuffix(".\($0.rawValue)") }) else { return nil }
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
