import Manifests
import WeirBase
import WeirRecords

/// Reads the files of one manifest and checks their entries with every rule.
struct EntryChecker {
    /// The rules that are on.
    private var rules: [any ManifestRule] = []
    private var manifest: ManifestFiles
    private var findings: FindingStore
    private let keepsPrices: Bool

    /// `keys` are other keys of entries whose values are kept.
    init(
        _ choices: RuleChoices, _ silence: Silence.FindingLookup?, previous: ManifestDocument?, keys: [String] = [],
        keepsPrices: Bool
    ) {
        manifest = ManifestFiles(ManifestDocument(checking: keys), previous: previous)
        self.keepsPrices = keepsPrices || previous != nil
        findings = FindingStore(choices, silence: silence)
        for type in ManifestRules.types {
            guard let choice = choices.choice(of: type.rule), choice.severity != nil else { continue }
            if type.rule.needs.contains(.profiles), choices.profiles.isEmpty { continue }
            rules.append(type.init(choice.parameters))
        }
    }

    /// Reads a file and returns its number among the files.
    mutating func read(_ name: String, _ bytes: [UInt8]) -> Int {
        let number = findings.addFile(name)
        var faults: [ManifestFault] = []
        var file = ManifestDocument.File(opening: bytes, named: name, &faults)
        add(faults, in: number)
        if file.content != nil { readEntries(of: &file, number) }
        manifest.document.append(file)
        return number
    }

    /// Reads the index of a folder; nil if it cannot be read.
    mutating func readIndex(_ name: String, _ bytes: [UInt8]) -> PageIndex? {
        let number = findings.addFile(name)
        let file = ManifestDocument.File(name, .json, isIndex: true, bytes)
        if file.textStart > 0 { add([.byteOrderMark], in: number) }
        manifest.document.append(file)
        do throws(DocumentFailure) {
            let index = try bytes.withBytes { bytes throws(DocumentFailure) in try PageIndex(UnsafeRawBufferPointer(bytes)) }
            manifest.index = index
            for rule in rules.indices { rules[rule].look(at: index) }
            return index
        } catch {
            add([ManifestFault(error.message)], in: number)
            return nil
        }
    }

    /// Reads the next page of the index, or notes that it is missing.
    mutating func readPage(_ name: String, _ bytes: [UInt8]?) {
        guard let bytes else { return manifest.pages.append((nil, "")) }
        manifest.pages.append((read(name, bytes), bytes.withUnsafeBytes { SHA256.hexDigest(of: $0) }))
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
    private mutating func readEntries(of file: inout ManifestDocument.File, _ number: Int) {
        // Each line has one entry, as programs that read line by line need it.
        let format = file.format == .jsonl ? RecordFormat.json(.lines) : file.format.records
        let known = manifest.document.count
        // The closure below must not access the file while it changes it.
        let bytes = file.bytes
        bytes.withUnsafeBufferPointer { document in
            var records = DocumentRecords(document, format, EntryKey.projection, nouns: .manifest)
            var hasMore = true
            while hasMore {
                var fault: ManifestFault?
                do throws(DocumentFailure) { hasMore = try records.next() } catch {
                    hasMore = false
                    fault = ManifestFault(error, in: document, format)
                }
                add([fault].compactMap { $0 }, in: number)
                add(records.batch.broken.map { ManifestFault($0, in: document, format) }, in: number)
                look(at: records.batch, of: document, isJSON: file.format.isJSON, in: number)
                // The format was recognized by the first bytes alone, and a page of HTML begins like a property list.
                if fault != nil, manifest.document.count == known { file.content = nil }
            }
            file.decoded = records.batch.decoded
        }
    }

    private mutating func look(at records: RecordBatch, of document: UnsafeBufferPointer<UInt8>, isJSON: Bool, in file: Int) {
        records.decoded.withUnsafeBufferPointer { decoded in
            let batch = EntryBatch(records, TextBytes(document: document, decoded: decoded), in: file)
            for index in rules.indices { rules[index].look(at: batch, &findings) }
            manifest.document.append(batch, keepsPrices: keepsPrices)
            if manifest.previous != nil { manifest.priceValues += batch.entries.map { batch.price(of: $0)?.valueRange ?? .empty } }
            // The arrays of property lists are not read.
            if batch.hasImages, isJSON { lookAtImages(of: batch, document) }
        }
    }

    private mutating func lookAtImages(of batch: EntryBatch, _ document: UnsafeBufferPointer<UInt8>) {
        for entry in batch.entries {
            guard let member = batch.member(.images, of: entry), member.kind == .array else { continue }
            var owner = EntryBatch.Owner(number: entry.number, range: entry.range, img: batch.text(batch.img(of: entry)))
            var records = DocumentRecords(arrayAt: member.valueRange, of: document, EntryKey.projection, nouns: .images)
            var hasMore = true
            while hasMore {
                // The array has been read once, as a value of its entry, so it is sound.
                do throws(DocumentFailure) { hasMore = try records.next() } catch { hasMore = false }
                manifest.furtherPictures += records.batch.records.count
                records.batch.decoded.withUnsafeBufferPointer { decoded in
                    let images = EntryBatch(records.batch, TextBytes(document: document, decoded: decoded), in: batch.file, of: owner)
                    for index in rules.indices where type(of: rules[index]).looksAtImages {
                        rules[index].look(at: images, &findings)
                    }
                }
                owner.isAtFirst = false
            }
        }
    }

    private mutating func add(_ faults: [ManifestFault], in file: Int) {
        guard !faults.isEmpty else { return }
        manifest.hasFaults = true
        for index in rules.indices { rules[index].look(at: faults, in: file, &findings) }
    }
}
