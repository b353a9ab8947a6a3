import WeirBase

/// Findings that existed when a team began to check. They are silent until they are fixed.
///
/// A finding is recognized by its rule, img and field, in any file. The file is stored, too: a run may check
/// only some files, and the findings of the others stay known.
public struct Baseline: Sendable {
    /// Identifies a finding. Measured values change, so they are not part of it; the file is part of it only
    /// if the finding has no img. Names are stored as numbers, -1 for none, to save memory.
    private struct FindingKey: Hashable {
        let rule: Int32
        let img: Int32
        let field: Int32
        let file: Int32
    }

    /// A finding and its file; -1 if the baseline does not name a file.
    private struct KnownLine: Hashable {
        let key: FindingKey
        let file: Int32
    }

    private var names = NumberedNames()
    private var known: Set<FindingKey> = []
    private var lines: Set<KnownLine> = []
    /// The known findings that this run has found, and the new ones that it has learned.
    private var seen: Set<KnownLine> = []
    /// The findings that stay known because this run did not check for them.
    private var unchecked: [KnownLine] = []

    /// A baseline without findings.
    public init() {}

    /// Reads the document that `write` writes.
    public init(_ document: JSONValue) throws(ConfigurationFailure) {
        let object = try ConfigurationObject(document, at: "")
        try object.allow(["version", "findings"])
        guard object["version"]?.integer == 1 else { throw ConfigurationFailure("version", "this must be 1") }
        for (index, element) in try object.elements("findings").enumerated() {
            try add(ConfigurationObject(element, at: "findings[\(index)]"))
        }
    }

    /// Reads text in exactly the form that `write` writes, line by line; nil for any other text. Parsing a
    /// document with millions of findings as a whole would take far more memory.
    package init?(written text: UnsafeRawBufferPointer) {
        var lines = text.split(separator: UInt8(ascii: "\n"))[...]
        guard let first = lines.popFirst(), let last = lines.popLast(), first.elementsEqual(Self.beginning.utf8),
            last.elementsEqual(Self.end.utf8)
        else { return nil }
        while let line = lines.popFirst() {
            let isLast = lines.isEmpty
            guard isLast || line.last == UInt8(ascii: ","),
                let value = try? JSONValue(UnsafeRawBufferPointer(rebasing: isLast ? line : line.dropLast())),
                let object = try? ConfigurationObject(value, at: ""), (try? add(object)) != nil
            else { return nil }
        }
    }

    private static let beginning = #"{"version":1,"findings":["#
    private static let end = "]}"

    /// Adds a finding of a baseline file.
    private mutating func add(_ object: ConfigurationObject) throws(ConfigurationFailure) {
        try object.allow(["rule", "img", "field", "file"])
        guard let rule = try object.text("rule") else { throw ConfigurationFailure(object.path, "rule is missing") }
        // Both may be empty texts, since an entry may have an empty img or an empty key.
        let (img, field) = (try Self.text("img", of: object), try Self.text("field", of: object))
        let file = try object.text("file")
        guard img != nil || file != nil else {
            throw ConfigurationFailure(object.path, "img or file is missing; without both, it is nothing's")
        }
        let line = line(rule, img, field, in: file)
        known.insert(line.key)
        lines.insert(line)
    }

    private static func text(_ key: String, of object: ConfigurationObject) throws(ConfigurationFailure) -> String? {
        guard let value = object[key] else { return nil }
        guard let text = value.string else { throw ConfigurationFailure(object.path(of: key), "this must be text") }
        return text
    }

    private mutating func line(_ rule: String, _ img: String?, _ field: String?, in file: String?) -> KnownLine {
        let file = file.map { names.number($0) } ?? -1
        let key = FindingKey(
            rule: names.number(rule), img: img.map { names.number($0) } ?? -1, field: field.map { names.number($0) } ?? -1,
            file: img == nil ? file : -1)
        return KnownLine(key: key, file: file)
    }

    /// Keeps the findings that this run has not checked for: those of other rules and other files, and those that the rules
    /// could not look at.
    public mutating func keep(
        rules isUncheckedRule: (_ rule: String) -> Bool, files isUncheckedFile: (_ file: String) -> Bool,
        findings isUnchecked: (_ rule: String, _ img: String?) -> Bool = { _, _ in false }
    ) {
        // A finding that is known without a file is replaced by the same one with the file found now.
        let found = lines.contains { $0.file < 0 } ? Set(seen.map(\.key)) : []
        unchecked = lines.filter { line in
            if seen.contains(line) { return false }
            if isUncheckedRule(names[line.key.rule]) { return true }
            if isUnchecked(names[line.key.rule], line.key.img < 0 ? nil : names[line.key.img]) { return true }
            return line.file < 0 ? !found.contains(line.key) : isUncheckedFile(names[line.file])
        }
    }

    /// Returns whether a finding is known, and records that it still exists.
    public mutating func knows(_ finding: FindingIdentity, in file: String) -> Bool {
        guard let key = knownKey(finding, in: file), known.contains(key) else { return false }
        seen.insert(KnownLine(key: key, file: names.number(file)))
        return true
    }

    /// Adds a finding that is known from now on.
    public mutating func learn(_ finding: FindingIdentity, in file: String) {
        seen.insert(line(finding.rule, finding.lastingImg, finding.field, in: file))
    }

    /// Nil if one of its names is new: such a finding cannot be known, and its names need no numbers.
    private func knownKey(_ finding: FindingIdentity, in file: String) -> FindingKey? {
        func number(_ name: String?) -> Int32? { name.map { names.known($0) } ?? -1 }
        guard let rule = number(finding.rule), let img = number(finding.lastingImg), let field = number(finding.field),
            let named = number(finding.lastingImg == nil ? file : nil)
        else { return nil }
        return FindingKey(rule: rule, img: img, field: field, file: named)
    }
}

// Counting and writing.
extension Baseline {
    /// How many findings were seen or learned.
    public var count: Int { seen.count }

    /// How many findings stay known because this run did not check for them.
    public var keptCount: Int { unchecked.count }

    /// How many known findings no longer exist in any file.
    public var staleCount: Int {
        var left = known
        for line in seen { left.remove(line.key) }
        for line in unchecked { left.remove(line.key) }
        return left.count
    }

    /// Writes the baseline file without stale findings: one finding on each line, sorted, so that changes of
    /// the file can be reviewed.
    public func write(to output: inout ByteBuffer) { write(to: &output) { _ throws(Never) in } }

    /// Calls `flush` whenever the output has become long; it may empty the output.
    package func write<Failure: Error>(
        to output: inout ByteBuffer, flush: (inout ByteBuffer) throws(Failure) -> Void
    ) throws(Failure) {
        output.append(Self.beginning)
        for (index, line) in sortedLines(seen + unchecked).enumerated() {
            output.append(index == 0 ? "\n" : ",\n")
            output.object { output in
                for (name, value) in [
                    ("rule", line.key.rule), ("img", line.key.img), ("field", line.key.field), ("file", line.file),
                ] as [(StaticString, Int32)] where value >= 0 {
                    output.member(name, json: names[value])
                }
            }
            if output.count > 1 << 20 { try flush(&output) }
        }
        output.append("\n")
        output.append(Self.end)
        output.append("\n")
    }

    private func sortedLines(_ lines: [KnownLine]) -> [KnownLine] {
        let ranks = names.ranks
        func rank(_ name: Int32) -> Int32 { name < 0 ? -1 : ranks[Int(name)] }
        func order(_ line: KnownLine) -> (Int32, Int32, Int32, Int32, Int32) {
            let key = line.key
            return (rank(key.rule), rank(key.file), rank(key.img), rank(key.field), rank(line.file))
        }
        return lines.sorted { order($0) < order($1) }
    }
}
