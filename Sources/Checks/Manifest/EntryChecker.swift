import Manifests
import WeirBase
import WeirRecords

/// Reads the files of one manifest and checks their entries with every rule.
struct EntryChecker {
    /// The rules that are on.
    private var rules: [any ManifestRule] = []
    private var manifest = ManifestFiles()
    private var findings: FindingStore
    /// Other keys of entries whose values are kept.
    private let keys: [String]
    private let keepsPrices: Bool

    init(
        _ choices: RuleChoices, _ silence: Silence.FindingLookup?, previous: [ManifestFile]?, keys: [String] = [],
        keepsPrices: Bool
    ) {
        self.keys = keys
        manifest.previous = previous
        self.keepsPrices = keepsPrices || previous != nil
        findings = FindingStore(choices, silence: silence)
        for type in ManifestRules.types + ManifestRules.readingEntries {
            guard let choice = choices.choice(of: type.rule), choice.severity != nil else { continue }
            if type.rule.needs.contains(.profiles), choices.profiles.isEmpty { continue }
            rules.append(type.init(choice.parameters))
        }
    }

    /// Reads a file and returns its index among the files.
    mutating func read(_ name: String, _ bytes: [UInt8]) -> Int {
        let number = findings.addFile(name)
        let opened = OpenedManifest(name, bytes)
        add(opened.faults, in: number)
        var file = opened.file
        if opened.isReadable { readEntries(of: &file, number) }
        manifest.files.append(file)
        return number
    }

    /// Reads the index of a folder; nil if it cannot be read.
    mutating func readIndex(_ name: String, _ bytes: [UInt8]) -> PageIndex? {
        let number = findings.addFile(name)
        let file = ManifestFile(name: name, form: .index, bytes: bytes)
        if file.textStart > 0 { add([.byteOrderMark], in: number) }
        manifest.files.append(file)
        do throws(PageIndexFailure) {
            let index = try PageIndex(reading: bytes)
            manifest.index = index
            for rule in rules.indices { rules[rule].look(at: index) }
            return index
        } catch {
            add([ManifestFault(range: nil, number: nil, message: error.message)], in: number)
            return nil
        }
    }

    /// Reads the next page of the index, or notes that it is missing.
    mutating func readPage(_ name: String, _ bytes: [UInt8]?) {
        guard let bytes else {
            manifest.pageFiles.append(ManifestFiles.PageFile(file: nil, sha256: ""))
            return
        }
        let hash = bytes.withUnsafeBytes { SHA256.hexDigest(of: $0) }
        manifest.pageFiles.append(ManifestFiles.PageFile(file: read(name, bytes), sha256: hash))
    }

    /// Notes the other files of the folder that are named like pages.
    mutating func note(strayPages others: [String], of index: PageIndex) {
        // An index without pages names no format, so JSON is assumed.
        let kind = index.pages.first.flatMap { ManifestKind(path: $0.file) } ?? ManifestKind(.json)
        let known = Set(index.pages.map(\.file))
        manifest.strayPages = others.filter { name in
            let digits = name.prefix { $0 >= "0" && $0 <= "9" }
            return !digits.isEmpty && name.dropFirst(digits.count) == kind.fileExtension && !known.contains(name)
        }.sorted()
    }

    /// The manifest, at whose entries all rules have looked.
    func checked() -> CheckedManifest { CheckedManifest(manifest, findings, rules) }
}

// The entries of one file.
extension EntryChecker {
    private mutating func readEntries(of file: inout ManifestFile, _ number: Int) {
        // The closure below must not access the file while its entries are appended.
        let (bytes, form) = (file.bytes, file.form)
        var table = EntryTable(keeping: keys, keepsPrices: keepsPrices)
        var isRefused = false
        file.decoded = bytes.withUnsafeBufferPointer { document in
            form.records.map { read(document, as: $0, of: number, into: &table, &isRefused) } ?? []
        }
        file.entries = table
        // The format was recognized by the first bytes alone, and a page of HTML begins like a property list.
        if isRefused, table.count == 0 { file.content = nil }
    }

    /// Returns the texts that were decoded. `isRefused` is set if reading ends before the document does.
    private mutating func read(
        _ document: UnsafeBufferPointer<UInt8>, as format: RecordFormat, of file: Int, into table: inout EntryTable,
        _ isRefused: inout Bool
    ) -> [UInt8] {
        var records = DocumentRecords(document, format, EntryKey.projection, nouns: .manifest)
        var hasMore = true
        while hasMore {
            do throws(RecordFailure) {
                hasMore = try records.next()
            } catch {
                hasMore = false
                isRefused = true
                add([ManifestFault(error, in: document, format)], in: file)
            }
            add(records.batch.broken.map { ManifestFault($0, in: document, format) }, in: file)
            look(at: records.batch, of: document, format, in: file, into: &table)
        }
        return records.batch.decoded
    }

    private mutating func look(
        at records: RecordBatch, of document: UnsafeBufferPointer<UInt8>, _ format: RecordFormat, in file: Int,
        into table: inout EntryTable
    ) {
        records.decoded.withUnsafeBufferPointer { decoded in
            let batch = EntryBatch(records, TextBytes(document: document, decoded: decoded), in: file)
            for index in rules.indices { rules[index].look(at: batch, &findings) }
            table.append(batch)
            // The arrays of property lists are not read.
            if batch.hasImages, case .json = format { table.furtherPictures += lookAtImages(of: batch, document) }
        }
    }

    /// Returns the number of further pictures of the entries.
    private mutating func lookAtImages(of batch: EntryBatch, _ document: UnsafeBufferPointer<UInt8>) -> Int {
        var count = 0
        for entry in batch.entries {
            guard let member = batch.member(.images, of: entry), member.kind == .array else { continue }
            var owner = EntryBatch.Owner(number: entry.number, range: entry.range, img: batch.text(batch.img(of: entry)))
            var records = DocumentRecords(arrayAt: member.valueRange, of: document, EntryKey.projection, nouns: .images)
            var hasMore = true
            while hasMore {
                // The array has been read once, as a value of its entry, so it is sound.
                do throws(RecordFailure) { hasMore = try records.next() } catch { hasMore = false }
                count += records.batch.records.count
                records.batch.decoded.withUnsafeBufferPointer { decoded in
                    let images = EntryBatch(records.batch, TextBytes(document: document, decoded: decoded), in: batch.file, of: owner)
                    for index in rules.indices where type(of: rules[index]).looksAtImages {
                        rules[index].look(at: images, &findings)
                    }
                }
                owner.isAtFirst = false
            }
        }
        return count
    }

    private mutating func add(_ faults: [ManifestFault], in file: Int) {
        guard !faults.isEmpty else { return }
        manifest.hasFaults = true
        for index in rules.indices { rules[index].look(at: faults, in: file, &findings) }
    }
}

extension ManifestFile.Form {
    /// Nil for a file without entries.
    fileprivate var records: RecordFormat? {
        switch self {
        case .json: .json(.array)
        case .jsonLines: .json(.lines)
        case .xmlPlist: .xmlPlist
        case .binaryPlist: .binaryPlist
        case .index: nil
        }
    }
}

extension PageIndex {
    fileprivate init(reading bytes: [UInt8]) throws(PageIndexFailure) {
        // The standard library's functions lose the type of the error.
        let read: Result<PageIndex, PageIndexFailure> = bytes.withUnsafeBytes { bytes in
            do throws(PageIndexFailure) {
                return .success(try PageIndex(bytes))
            } catch {
                return .failure(error)
            }
        }
        self = try read.get()
    }
}
