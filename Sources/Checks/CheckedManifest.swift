import ImageHeaders
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
    /// The entries of the items; nil if every entry is an item.
    private let items: [Int32]?

    init(_ manifest: ManifestFiles, _ findings: FindingStore, _ rules: [any ManifestRule]) {
        self.manifest = manifest
        self.findings = findings
        self.rules = rules
        if manifest.index != nil { self.findings.unchecked.markGiven(.index) }
        if manifest.previous != nil { self.findings.unchecked.markGiven(.previous) }
        if rules.contains(where: { $0 is ChannelLimits }) { self.findings.unchecked.markGiven(.profiles) }
        let document = manifest.document
        func isSized(_ entry: Int) -> Bool { document.widths[entry] > 0 && document.heights[entry] > 0 }
        guard (0..<document.count).allSatisfy(isSized) else {
            let items = (0..<document.count).filter(isSized)
            (widths, heights) = (items.map { document.widths[$0] }, items.map { document.heights[$0] })
            pageLengths = document.pages.map { $0.count(where: isSized) }
            self.items = items.map { Int32($0) }
            return
        }
        (widths, heights, pageLengths, items) = (document.widths, document.heights, document.pages.map(\.count), nil)
    }

    /// Lets the rules look at the manifest as a whole, once, and with what was found of its pictures.
    package mutating func conclude() {
        // The copy keeps what rules search in common, and is freed at the end.
        var shared = manifest
        for index in rules.indices { rules[index].conclude(&shared, &findings) }
        rules = []
    }

    private var document: ManifestDocument { manifest.document }

    private func entry(of item: Int) -> Int { items.map { Int($0[item]) } ?? item }

    /// The value of a key that was kept, for each item; nil where an entry has none.
    func values(of key: String) -> [String?] {
        let all = document.values(of: key)
        return items.map { $0.map { all[Int($0)] } } ?? all
    }

    /// Where an item's entry stands, such as `m.json: entry 3, line 4`.
    public func location(of item: Int) -> String {
        let entry = entry(of: item)
        return "\(document.files[document.file(of: entry)].name): \(document.location(of: entry))"
    }

    /// Whether the item's size is that of a placeholder, according to `status`.
    public func isPlaceholder(_ item: Int) -> Bool {
        document.isPlaceholder(entry(of: item))
    }

    /// Whether the size of an item is the number of its picture's pixels. That of a placeholder and of an SVG is not, and a picture of a
    /// few pixels is none.
    var hasPixels: @Sendable (_ item: Int) -> Bool {
        let (document, items) = (document, items)
        return { item in
            let entry = items.map { Int($0[item]) } ?? item
            guard max(document.widths[entry], document.heights[entry]) >= SizePlausible.leastSide, !document.isPlaceholder(entry) else {
                return false
            }
            let stated = document.string(document.fact(.format, of: entry), in: entry).flatMap { ImageFormat(rawValue: $0) }
            return document.withImg(of: entry) { stated ?? ImageFormat.ending(of: $0).flatMap { ImageFormat(ending: $0) } } != .svg
        }
    }

    /// The `img` of an item, without credentials.
    public func img(of item: Int) -> String? { document.printableImg(of: entry(of: item)) }

    func imgHash(of item: Int) -> NameHash { document.withImg(of: entry(of: item)) { NameHash(of: UnsafeRawBufferPointer($0)) } }

    /// The bytes of an item's `img`, including credentials.
    package func imgBytes(of item: Int) -> [UInt8] { document.withImg(of: entry(of: item)) { Array($0) } }

    /// The facts that the item's entry states.
    package func facts(of item: Int) -> FileFacts {
        let entry = entry(of: item)
        func text(_ key: EntryKey) -> String? { document.string(document.fact(key, of: entry), in: entry) }
        var facts = FileFacts(
            format: text(.format), bytes: text(.bytes).flatMap { Int($0) }, orientation: text(.orientation).flatMap { Int($0) },
            sha256: text(.sha256))
        for key in document.placeholderKeys { facts.placeholders[key] = document.string(document.placeholder(key, of: entry), in: entry) }
        return facts
    }

    /// The pictures of an item's entry behind the first.
    package func furtherPictures(of item: Int) -> [FurtherPicture] { manifest.images(of: entry(of: item)) }

    /// The placeholders that any entry has.
    package var placeholderKeys: Set<Placeholders.Key> { Set(document.placeholderKeys) }

    /// The file of an item and the subject of findings about its entry; nil means the layout as a whole.
    package func subject(of item: Int?) -> (file: Int, subject: FindingSubject) {
        guard let item else { return (firstPage, FindingSubject()) }
        return (document.file(of: entry(of: item)), manifest.subject(of: entry(of: item)))
    }

    /// The same for a further picture of the item's entry.
    package func subject(of item: Int, _ picture: FurtherPicture) -> (file: Int, subject: FindingSubject) {
        (document.file(of: entry(of: item)), manifest.subject(of: entry(of: item), picture))
    }

    /// Records that the manifest is compared with the frames of an app.
    package mutating func markFramesGiven() { findings.unchecked.markGiven(.frames) }

    package mutating func markJournalGiven() { findings.unchecked.markGiven(.journal) }

    /// Counts findings about layouts that are silent.
    package mutating func add(silent count: (known: Int, ignored: Int)) { findings.add(silent: count) }

    /// Identifies a finding about a layout in later runs. `item` is nil for the layout as a whole.
    package func identity(of item: Int?, _ rule: Rule) -> (file: String, finding: FindingIdentity) {
        let (file, subject) = subject(of: item)
        return (document.files[file].name, FindingIdentity(rule.id, subject))
    }

    /// Records that so many pictures were not decoded, though others were.
    package mutating func noteUnverified(_ count: Int) {
        findings.unchecked.add(PictureDecodes.rule, "\(count) \(count == 1 ? "picture was" : "pictures were") not decoded")
    }

    /// Takes what was found of the picture of each item; nil where none was found.
    package mutating func take(_ found: [FoundPicture?]) {
        var measured = [FoundPicture?](repeating: nil, count: document.count)
        for (item, picture) in found.enumerated() { measured[entry(of: item)] = picture }
        manifest.measured = measured
    }

    var firstPage: Int { document.files.firstIndex { !$0.isIndex } ?? 0 }

    /// The findings of each file, for the reports.
    consuming func checkedFiles() -> [CheckResult.File] {
        let document = manifest.document
        let counts = document.files.indices.map { document.entries(of: $0).count }
        findings.fold(counts)
        return document.files.enumerated().map { index, text in
            var file = CheckResult.File(name: text.name, entries: counts[index])
            if text.isIndex { file.hasAllPages = manifest.hasAllPages }
            // A file without findings needs no index of its lines.
            var known: LineIndex?
            for var finding in findings.kept[index].inOrder {
                if let range = finding.subject.range, text.hasLines {
                    text.bytes.withUnsafeBufferPointer { bytes in
                        let lines = known ?? LineIndex(bytes, from: text.textStart)
                        known = lines
                        let position = lines.position(of: range, in: bytes)
                        finding.position = position
                        guard file.lines[position] == nil else { return }
                        let end = min(finding.subject.quotation?.end ?? 0, bytes.count)
                        file.lines[position] = lines.quotedLine(at: min(range.start, bytes.count), position, upTo: end, in: bytes)
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
        for index in rules.indices {
            let type = type(of: rules[index])
            if case .success = picture.found, type.lacksFacts(of: picture) {
                findings.unchecked.add(type.rule, "pictures were not read to their ends")
            }
            rules[index].look(at: picture, &findings)
        }
    }
}
