import Manifests
import Pixels
import WeirBase

/// A manifest whose entries have been read and checked. `ManifestCheck.take` adds its findings to a result.
public struct CheckedManifest: Sendable {
    private(set) var manifest: ManifestFiles
    var findings: FindingStore
    /// The rules that have not yet looked at the manifest as a whole.
    private var rules: [any ManifestRule]
    /// The sizes of a layout's items, in order. The items are the entries that have a size.
    public let widths: [Int32]
    /// As many as `widths`.
    public let heights: [Int32]
    /// The number of items in each file. A load-more adds one file.
    public let pageLengths: [Int]
    private let pageStarts: FileStarts
    /// The entries of each file's items; empty if every entry of the file is an item.
    private var entries: [[UInt32]] = []

    init(_ manifest: ManifestFiles, _ findings: FindingStore, _ rules: [any ManifestRule]) {
        self.manifest = manifest
        self.findings = findings
        self.rules = rules
        if manifest.index != nil { self.findings.unchecked.markGiven(.index) }
        if manifest.previous != nil { self.findings.unchecked.markGiven(.previous) }
        if rules.contains(where: { $0 is ChannelLimits }) { self.findings.unchecked.markGiven(.profiles) }
        let tables = manifest.files.filter { $0.form != .index }.map(\.entries)
        if tables.count == 1, let table = tables.first, table.areAllSized {
            (widths, heights) = (table.widths, table.heights)
            entries = manifest.files.map { _ in [] }
            pageLengths = [table.count]
            pageStarts = FileStarts(pageLengths)
            return
        }
        var (widths, heights): ([Int32], [Int32]) = ([], [])
        var lengths: [Int] = []
        for file in manifest.files {
            let table = file.entries
            let sized = (0..<table.count).filter { table.widths[$0] > 0 && table.heights[$0] > 0 }
            widths += sized.map { table.widths[$0] }
            heights += sized.map { table.heights[$0] }
            entries.append(sized.count == table.count ? [] : sized.map { UInt32($0) })
            if file.form != .index { lengths.append(sized.count) }
        }
        (self.widths, self.heights, pageLengths) = (widths, heights, lengths)
        pageStarts = FileStarts(lengths)
    }

    /// Lets the rules look at the manifest as a whole, once, and with what was found of its pictures.
    package mutating func conclude() {
        for index in rules.indices { rules[index].conclude(&manifest, &findings) }
        rules = []
        manifest.dropRepetitions()
    }

    /// The value of a key that was kept, for each item; nil where an entry has none.
    func values(of key: String) -> [String?] {
        var values: [String?] = []
        for (file, kept) in zip(manifest.files, entries) {
            let all = file.entries.values(of: key)
            if kept.isEmpty, file.entries.areAllSized { values += all }
            values += kept.map { all[Int($0)] }
        }
        return values
    }

    /// Where an item's entry stands, such as `m.json: entry 3, line 4`.
    public func location(of item: Int) -> String {
        let (number, entry) = fileAndEntry(of: item)
        var file = manifest.files[number]
        return "\(file.name): \(file.location(of: entry))"
    }

    /// Whether the item's size is that of a placeholder, according to `status`.
    public func isPlaceholder(_ item: Int) -> Bool {
        let (file, entry) = fileAndEntry(of: item)
        return manifest.files[file].entries.states[entry] == .placeholder
    }

    /// The `img` of an item, without credentials.
    public func img(of item: Int) -> String? {
        let (file, entry) = fileAndEntry(of: item)
        return manifest.subject(of: entry, in: file).img
    }

    func imgHash(of item: Int) -> NameHash {
        let (number, entry) = fileAndEntry(of: item)
        let file = manifest.files[number]
        return file.withTexts { NameHash(of: UnsafeRawBufferPointer($0[file.entries.imgs[entry]])) }
    }

    /// The bytes of an item's `img`, including credentials.
    package func imgBytes(of item: Int) -> [UInt8] {
        let (number, entry) = fileAndEntry(of: item)
        let file = manifest.files[number]
        return file.withTexts { Array($0[file.entries.imgs[entry]]) }
    }

    /// The facts that the item's entry states.
    package func facts(of item: Int) -> FileFacts {
        let (number, entry) = fileAndEntry(of: item)
        let file = manifest.files[number]
        func text(_ key: EntryKey) -> String? { file.entries.fact(key, of: entry).map { file.string($0) } }
        var facts = FileFacts(
            format: text(.format), bytes: text(.bytes).flatMap { Int($0) }, orientation: text(.orientation).flatMap { Int($0) },
            sha256: text(.sha256))
        for key in file.entries.placeholderKeys {
            facts.placeholders[key] = file.entries.placeholder(key, of: entry).map { file.string($0) }
        }
        return facts
    }

    /// The pictures of an item's entry behind the first, as far as they have a name and a size. Those of a property list are not read.
    package func furtherPictures(of item: Int) -> [FurtherPicture] {
        let (number, entry) = fileAndEntry(of: item)
        let file = manifest.files[number]
        guard file.form != .xmlPlist, file.form != .binaryPlist, let images = file.entries.fact(.images, of: entry) else { return [] }
        return file.withTexts { texts in FurtherPicture.all(in: texts[images]) }
    }

    /// The placeholders that any entry has.
    package var placeholderKeys: Set<Placeholders.Key> { manifest.files.reduce(into: []) { $0.formUnion($1.entries.placeholderKeys) } }

    /// The file of an item and the subject of findings about its entry; nil means the layout as a whole.
    package func subject(of item: Int?) -> (file: Int, subject: FindingSubject) {
        guard let item else { return (firstPage, FindingSubject()) }
        let (file, entry) = fileAndEntry(of: item)
        return (file, manifest.subject(of: entry, in: file))
    }

    /// The same for a further picture of the item's entry.
    package func subject(of item: Int, _ picture: FurtherPicture) -> (file: Int, subject: FindingSubject) {
        var (file, subject) = subject(of: item)
        subject.pointer += "/\(EntryKey.images.text)/\(picture.index)"
        subject.img = picture.img.withUnsafeBufferPointer { printableImg($0) }
        return (file, subject)
    }

    /// Records that the manifest is compared with the frames of an app.
    package mutating func markFramesGiven() { findings.unchecked.markGiven(.frames) }

    /// Counts findings about layouts that are silent.
    package mutating func add(silent count: (known: Int, ignored: Int)) { findings.add(silent: count) }

    /// Identifies a finding about a layout in later runs. `item` is nil for the layout as a whole.
    package func identity(of item: Int?, _ rule: Rule) -> (file: String, finding: FindingIdentity) {
        let (file, subject) = subject(of: item)
        return (manifest.files[file].name, FindingIdentity(rule.id, subject))
    }

    /// Takes what was found of the picture of each item; nil where none was found.
    package mutating func take(_ found: [FoundPicture?]) {
        var measured = manifest.files.map { [FoundPicture?](repeating: nil, count: $0.entries.count) }
        for (item, picture) in found.enumerated() {
            let (file, entry) = fileAndEntry(of: item)
            measured[file][entry] = picture
        }
        manifest.measured = measured
    }

    var firstPage: Int { manifest.files.firstIndex { $0.form != .index } ?? 0 }

    /// The number of the file that has the item, and of the entry in it.
    private func fileAndEntry(of item: Int) -> (file: Int, entry: Int) {
        let (page, rest) = pageStarts.index(of: item)
        let file = firstPage + page
        return (file, entries[file].isEmpty ? rest : Int(entries[file][rest]))
    }

    /// The findings of each file, for the reports.
    consuming func checkedFiles() -> [CheckResult.File] {
        findings.foldSharedFaults(manifest.files.map(\.entries.count))
        return manifest.files.indices.map { index in
            var file = CheckResult.File(name: manifest.files[index].name, entries: manifest.files[index].entries.count)
            if manifest.files[index].form == .index { file.hasAllPages = manifest.hasAllPages }
            for var finding in findings.kept[index].inOrder {
                if let range = finding.subject.range, let position = manifest.files[index].position(of: range) {
                    finding.position = position
                    if file.lines[position] == nil {
                        file.lines[position] = manifest.files[index].quotedLine(
                            at: range.start, position, entry: finding.subject.quotation)
                    }
                }
                file.findings.append(finding)
            }
            file.more = findings.surplus(of: index)
            file.unchecked = findings.unchecked
            return file
        }
    }
}

extension [Finding] {
    /// Sorted by range. Findings about the whole file come first, and findings at one offset keep their order.
    fileprivate var inOrder: [Finding] {
        enumerated().sorted { one, other in
            let keys = [one, other].map { ($0.element.subject.range?.start ?? -1, $0.element.subject.entry ?? -1, $0.offset) }
            return keys[0] < keys[1]
        }.map(\.element)
    }
}

extension CheckedManifest {
    /// Checks a picture with the rules about pictures.
    package mutating func check(_ picture: PictureComparison) {
        findings.unchecked.markGiven(.pictures)
        if let kind = picture.failureKind { findings.unchecked.add(picture.img, kind) }
        for check in PictureRules.types {
            if case .success = picture.found, check.lacksFacts(of: picture) {
                findings.unchecked.add(check.rule, "pictures were not read to their ends")
            }
            check.check(picture, &findings)
        }
    }
}
