import Encodings

/// Findings that were there when a team began to check, and are silent until they are mended.
///
/// A finding is known by its rule, img and field, in whichever file it stands. The file is noted
/// beside it, since a run may look at some files only: what the others have stays known.
public struct Baseline: Sendable {
    /// By what a finding is known again: never by a measured value, which changes, and by its file
    /// only where it is about no picture. Names are numbers, since there may be a million findings.
    private struct Key: Hashable {
        let rule: Int32
        let img: Int32?
        let field: Int32?
        let file: Int32?
    }

    /// A finding and the file it stands in; nil where that is not noted.
    private struct Line: Hashable {
        let key: Key
        let file: Int32?
    }

    private var names = Names()
    private var known: Set<Key> = []
    private var noted: Set<Line> = []
    /// What this run has found of it, or has learned.
    private var seen: Set<Line> = []
    /// What this run does not look at, and nobody can tell of whether it is still there.
    private var isUnasked: @Sendable (_ rule: String) -> Bool = { _ in false }
    private var isUnchecked: @Sendable (_ file: String) -> Bool = { _ in false }

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

    private mutating func note(_ finding: NotedFinding) {
        let file = finding.file.map { names.number($0) }
        let key = Key(
            rule: names.number(finding.rule), img: finding.img.map { names.number($0) },
            field: finding.field.map { names.number($0) }, file: finding.img == nil ? file : nil)
        known.insert(key)
        noted.insert(Line(key: key, file: file))
    }

    /// Tells which rules are not asked, and which files are not looked at.
    public mutating func keep(
        rules: @escaping @Sendable (_ rule: String) -> Bool, files: @escaping @Sendable (_ file: String) -> Bool
    ) {
        isUnasked = rules
        isUnchecked = files
    }

    /// Whether a finding is known; it is noted as still there.
    public mutating func knows(_ finding: FindingIdentity, in file: String) -> Bool {
        guard let key = knownKey(finding, in: file), known.contains(key) else { return false }
        seen.insert(Line(key: key, file: names.number(file)))
        return true
    }

    /// Notes a finding that is to be known from now on.
    public mutating func learn(_ finding: FindingIdentity, in file: String) {
        let number = names.number(file)
        let key = Key(
            rule: names.number(finding.rule), img: finding.img.map { names.number($0) },
            field: finding.field.map { names.number($0) }, file: finding.img == nil ? number : nil)
        seen.insert(Line(key: key, file: number))
    }

    /// Nil where one of its names has never been met, so that what is new takes no memory.
    private func knownKey(_ finding: FindingIdentity, in file: String) -> Key? {
        guard let rule = names.known(finding.rule) else { return nil }
        let (img, field) = (finding.img.map { names.known($0) }, finding.field.map { names.known($0) })
        let named = finding.img == nil ? names.known(file) : nil
        guard img != .some(nil), field != .some(nil), finding.img != nil || named != nil else { return nil }
        return Key(rule: rule, img: img ?? nil, field: field ?? nil, file: named)
    }
}

// What becomes of it.
extension Baseline {
    /// The lines that nobody has looked for this time.
    private var unlooked: Set<Line> {
        let seenKeys = Set(seen.map(\.key))
        return noted.filter { line in
            if seen.contains(line) { return false }
            if isUnasked(names[line.key.rule]) { return true }
            // Of a finding without a file this run tells where it stands.
            guard let file = line.file else { return !seenKeys.contains(line.key) }
            return isUnchecked(names[file])
        }
    }

    /// How many findings were seen or learned.
    public var count: Int { seen.count }

    /// How many lines stay since this run did not look.
    public var keptCount: Int { unlooked.count }

    /// How many of the known findings are no longer there, in no file.
    public var staleCount: Int { known.subtracting(seen.union(unlooked).map(\.key)).count }

    /// Whether `write` would write what was read.
    public var isUnchanged: Bool { seen.union(unlooked) == noted }

    /// The findings that were seen or learned, and those that this run did not look for, in the form of the file:
    /// one a line, sorted, so that a change of it can be read. Stale ones are gone from it.
    public func write(to output: inout ByteBuffer) {
        output.append("{\"version\":1,\"findings\":[")
        for (index, line) in inOrder(seen.union(unlooked)).enumerated() {
            output.append(index == 0 ? "\n{\"rule\":" : ",\n{\"rule\":")
            output.append(json: names[line.key.rule])
            for (name, value) in [("img", line.key.img), ("field", line.key.field), ("file", line.file)] {
                guard let value else { continue }
                output.append(",\"\(name)\":")
                output.append(json: names[value])
            }
            output.append("}")
        }
        output.append("\n]}\n")
    }

    private func inOrder(_ lines: Set<Line>) -> [Line] {
        let ranks = names.ranks
        func rank(_ name: Int32?) -> Int { name.map { ranks[Int($0)] } ?? -1 }
        func order(_ line: Line) -> (Int, Int, Int, Int, Int) {
            let key = line.key
            return (rank(key.rule), rank(key.file), rank(key.img), rank(key.field), rank(line.file))
        }
        return lines.sorted { order($0) < order($1) }
    }
}

/// Texts by the numbers in whose order they were met.
private struct Names: Sendable {
    private var numbers: [String: Int32] = [:]
    private var texts: [String] = []

    subscript(number: Int32) -> String { texts[Int(number)] }

    func known(_ text: String) -> Int32? { numbers[text] }

    /// The place of each text among all of them, sorted.
    var ranks: [Int] {
        var ranks = [Int](repeating: 0, count: texts.count)
        for (rank, number) in texts.indices.sorted(by: { texts[$0] < texts[$1] }).enumerated() { ranks[number] = rank }
        return ranks
    }

    mutating func number(_ text: String) -> Int32 {
        if let number = numbers[text] { return number }
        let number = Int32(texts.count)
        numbers[text] = number
        texts.append(text)
        return number
    }
}

/// A finding as a line of the file has it.
private struct NotedFinding {
    let rule: String
    let img: String?
    let field: String?
    let file: String?

    init(_ object: ConfigurationObject) throws(ConfigurationFailure) {
        try object.allow(["rule", "img", "field", "file"])
        guard let rule = try object.text("rule") else { throw ConfigurationFailure(object.path, "rule is missing") }
        self.rule = rule
        // An entry without a picture has an img that is empty.
        img = object["img"]?.string
        field = try object.text("field")
        file = try object.text("file")
        guard img != nil || file != nil else {
            throw ConfigurationFailure(object.path, "img or file is missing; without both, it is nothing's")
        }
    }
}
