import Base

/// Findings that were there when a team began to check, and are silent until they are mended.
///
/// A finding is known by its rule, img and field, in whichever file it stands. The file is noted
/// beside it, since a run may look at some files only: what the others have stays known.
public struct Baseline: Sendable {
    /// By what a finding is known again: never by a measured value, which changes, and by its file
    /// only where it is about no picture. Names are numbers, -1 where there is none, since there may be
    /// millions of findings.
    private struct Key: Hashable {
        let rule: Int32
        let img: Int32
        let field: Int32
        let file: Int32
    }

    /// A finding and the file it stands in, where that is noted.
    private struct Line: Hashable {
        let key: Key
        let file: Int32
    }

    private var names = NumberedNames()
    private var known: Set<Key> = []
    private var noted: Set<Line> = []
    /// What this run has found of it, or has learned.
    private var seen: Set<Line> = []
    /// What stays of it since this run did not look.
    private var unlooked: [Line] = []

    /// Nothing is known yet.
    public init() {}

    /// Reads what `write` wrote.
    public init(_ document: JSONValue) throws(ConfigurationFailure) {
        let object = try ConfigurationObject(document, at: "")
        try object.allow(["version", "findings"])
        guard object["version"]?.integer == 1 else { throw ConfigurationFailure("version", "this must be 1") }
        for (index, element) in try object.elements("findings").enumerated() {
            note(try NotedFinding(ConfigurationObject(element, at: "findings[\(index)]")))
        }
    }

    /// Reads a text that stands as `write` wrote it, a line at a time: the values of a document with millions of
    /// findings take far more memory than these do. Nil for any other text, be it sound or not.
    public init?(written text: UnsafeRawBufferPointer) {
        var lines = text.split(separator: UInt8(ascii: "\n"))[...]
        guard let first = lines.popFirst(), let last = lines.popLast(), first.elementsEqual(Self.beginning.utf8),
            last.elementsEqual(Self.end.utf8)
        else { return nil }
        while let line = lines.popFirst() {
            let isLast = lines.isEmpty
            guard isLast || line.last == UInt8(ascii: ","),
                let value = try? JSONValue(UnsafeRawBufferPointer(rebasing: isLast ? line : line.dropLast())),
                let object = try? ConfigurationObject(value, at: ""), let finding = try? NotedFinding(object)
            else { return nil }
            note(finding)
        }
    }

    private static let beginning = #"{"version":1,"findings":["#
    private static let end = "]}"

    private mutating func note(_ finding: NotedFinding) {
        let line = line(finding.rule, finding.img, finding.field, in: finding.file)
        known.insert(line.key)
        noted.insert(line)
    }

    private mutating func line(_ rule: String, _ img: String?, _ field: String?, in file: String?) -> Line {
        let file = file.map { names.number($0) } ?? -1
        let key = Key(
            rule: names.number(rule), img: img.map { names.number($0) } ?? -1, field: field.map { names.number($0) } ?? -1,
            file: img == nil ? file : -1)
        return Line(key: key, file: file)
    }

    /// Keeps the lines that this run has not looked for: of rules that are not asked, and of files that
    /// it leaves alone.
    public mutating func keep(rules isUnasked: (_ rule: String) -> Bool, files isUnchecked: (_ file: String) -> Bool) {
        // Of a finding without a file this run tells where it stands.
        let found = noted.contains { $0.file < 0 } ? Set(seen.map(\.key)) : []
        unlooked = noted.filter { line in
            if seen.contains(line) { return false }
            if isUnasked(names[line.key.rule]) { return true }
            return line.file < 0 ? !found.contains(line.key) : isUnchecked(names[line.file])
        }
    }

    /// Whether a finding is known; it is noted as still there.
    public mutating func knows(_ finding: FindingIdentity, in file: String) -> Bool {
        guard let key = knownKey(finding, in: file), known.contains(key) else { return false }
        seen.insert(Line(key: key, file: names.number(file)))
        return true
    }

    /// Notes a finding that is to be known from now on.
    public mutating func learn(_ finding: FindingIdentity, in file: String) {
        seen.insert(line(finding.rule, finding.img, finding.field, in: file))
    }

    /// Nil where one of its names has never been met, so that what is new takes no memory.
    private func knownKey(_ finding: FindingIdentity, in file: String) -> Key? {
        func number(_ name: String?) -> Int32? { name.map { names.known($0) } ?? -1 }
        guard let rule = number(finding.rule), let img = number(finding.img), let field = number(finding.field),
            let named = number(finding.img == nil ? file : nil)
        else { return nil }
        return Key(rule: rule, img: img, field: field, file: named)
    }
}

// What becomes of it.
extension Baseline {
    /// How many findings were seen or learned.
    public var count: Int { seen.count }

    /// How many lines stay since this run did not look.
    public var keptCount: Int { unlooked.count }

    /// How many of the known findings are no longer there, in no file.
    public var staleCount: Int {
        var left = known
        for line in seen { left.remove(line.key) }
        for line in unlooked { left.remove(line.key) }
        return left.count
    }

    /// Whether `write` would write what was read.
    public var isUnchanged: Bool { seen.count + unlooked.count == noted.count && seen.isSubset(of: noted) }

    /// The findings that were seen or learned, and those that this run did not look for, in the form of the file:
    /// one a line, sorted, so that a change of it can be read. Stale ones are gone from it.
    public func write(to output: inout ByteBuffer) { write(to: &output) { _ throws(Never) in } }

    /// Hands the output on whenever it has become long; it need not be kept.
    public func write<Failure: Error>(
        to output: inout ByteBuffer, handingOn: (inout ByteBuffer) throws(Failure) -> Void
    ) throws(Failure) {
        output.append(Self.beginning)
        for (index, line) in inOrder(seen + unlooked).enumerated() {
            output.append(index == 0 ? "\n{\"rule\":" : ",\n{\"rule\":")
            output.append(json: names[line.key.rule])
            for (name, value) in [("img", line.key.img), ("field", line.key.field), ("file", line.file)] where value >= 0 {
                output.append(",\"\(name)\":")
                output.append(json: names[value])
            }
            output.append("}")
            if output.count > 1 << 20 { try handingOn(&output) }
        }
        output.append("\n")
        output.append(Self.end)
        output.append("\n")
    }

    private func inOrder(_ lines: [Line]) -> [Line] {
        let ranks = names.ranks
        func rank(_ name: Int32) -> Int32 { name < 0 ? -1 : ranks[Int(name)] }
        func order(_ line: Line) -> (Int32, Int32, Int32, Int32, Int32) {
            let key = line.key
            return (rank(key.rule), rank(key.file), rank(key.img), rank(key.field), rank(line.file))
        }
        return lines.sorted { order($0) < order($1) }
    }
}
