import Checks
import Glibc
import Manifests
import WeirBase
import WeirSystem

/// Decides which findings are silent: those that the baseline knows, and those that the configuration ignores.
final class FindingSilencer: Sendable {
    private let ignores: [Ignore]
    private let day: String
    /// The indices of the ignores that have matched a finding.
    private let used = Locked<Set<Int>>([])
    /// Several threads check screens at the same time.
    private let baseline: Locked<Baseline>
    private let files: BaselinePaths
    /// Whether all findings are added to the baseline, and none is reported.
    private let isLearning: Bool
    private let hasBaseline: Bool

    /// `baseline` is nil if none was named.
    init(_ configuration: CheckConfiguration, _ baseline: Baseline?, _ files: BaselinePaths, isLearning: Bool, day: String) {
        ignores = configuration.ignores
        self.day = day
        self.files = files
        self.baseline = Locked(baseline ?? Baseline())
        hasBaseline = baseline != nil
        self.isLearning = isLearning
    }

    /// Nil if no finding can be silent. Then findings that are only counted need no names.
    var lookup: Silence.FindingLookup? {
        guard isLearning || hasBaseline || !ignores.isEmpty else { return nil }
        return { self.silence(of: $1, in: $0) }
    }

    /// Rules about a change since another manifest. A baseline that knew the change of one night would hide that of the next.
    private static let changes = Set(Rule.all.filter { $0.needs.contains(.previous) }.map(\.id))

    private func silence(of finding: FindingIdentity, in file: String) -> Silence? {
        // A file that does not parse may hide any other finding, so this one is never silent.
        if finding.rule == ManifestRules.parses.id { return nil }
        let covering = ignores.indices.filter { ignores[$0].covers(finding, in: file, on: day) }
        if !covering.isEmpty {
            used.change { $0.formUnion(covering) }
            return .ignored
        }
        guard isLearning || hasBaseline, !FindingSilencer.changes.contains(finding.rule) else { return nil }
        let name = files.name(of: file)
        return baseline.change { baseline in
            if isLearning {
                baseline.learn(finding, in: name)
                return .known
            }
            return baseline.knows(finding, in: name) ? .known : nil
        }
    }

    /// Keeps the known findings of rules and files that this run did not check, and of what it could not look at. Returns how many
    /// findings the baseline has then, how many of them were kept so, and how many are no longer there.
    func finish(
        uncheckedRules: [String], checked manifests: [String], _ unchecked: [Unchecked]
    ) -> (count: Int, kept: Int, stale: Int) {
        var files = files
        files.setChecked(manifests)
        let rules = Dictionary(uniqueKeysWithValues: Rule.all.map { ($0.id, $0) })
        return baseline.change { baseline in
            baseline.keep(rules: uncheckedRules.contains, files: files.isUnchecked) { rule, img in
                rules[rule].map { rule in unchecked.contains { $0.covers(rule, img: img) } } ?? false
            }
            return (baseline.count, baseline.keptCount, baseline.staleCount)
        }
    }

    /// The ignores whose last day is over.
    var expired: [Ignore] { ignores.filter { $0.isExpired(on: day) } }

    /// The ignores that match no finding, of those that are about these rules and files.
    func unused(rules: [String], files: [String]) -> [Ignore] {
        let used = used.value
        return ignores.indices.filter { !used.contains($0) }.map { ignores[$0] }.filter { ignore in
            !ignore.isExpired(on: day) && rules.contains(where: ignore.rule.matches) && files.contains(where: ignore.file.matches)
        }
    }

    func write(to path: [UInt8]) throws(MachineFailure) {
        let file = try OutputFile(path)
        var buffer = ByteBuffer()
        try baseline.read { $0 }.write(to: &buffer) { buffer throws(MachineFailure) in
            try file.write(buffer)
            buffer.removeAll()
        }
        try file.write(buffer)
        try file.commit()
    }
}

extension Baseline {
    /// Reads a baseline. If it need not exist, a missing or an empty file gives an empty one.
    init(file path: [UInt8], mustExist: Bool) throws(MachineFailure) {
        if !mustExist {
            guard let status = fileStatus(path), status.isRegular, status.st_size > 0 else {
                self.init()
                return
            }
        }
        guard fileStatus(path) != nil else {
            throw .input("there is no baseline \(Argument(path).shown); --write-baseline makes one")
        }
        let text = try InputFile(path).whole()
        if let written = text.withUnsafeBytes({ Baseline(written: $0) }) {
            self = written
            return
        }
        // A pipe has its content once.
        let document = try jsonDocument(InputFile(content: text, name: shown(path)), called: path)
        do throws(ConfigurationFailure) { try self.init(document) } catch {
            throw .input("\(Argument(path).shown): \(error.message)")
        }
    }
}

/// Decides which findings about the layouts of a manifest are silent. All screens have the same pictures, so
/// the answer for a rule and a picture is looked up once, counted once and kept in a byte.
final class LayoutSilencer: Sendable {
    private enum CachedSilence: UInt8 {
        case unknown, reported, known, ignored
    }

    private let manifest: CheckedManifest
    private let findingLookup: Silence.FindingLookup
    private let cache = Locked(Cache())

    private struct Cache {
        /// By rule and item. The last answer of each rule is about the layout as a whole.
        var answers: [String: [CachedSilence]] = [:]
        var silent: (known: Int, ignored: Int) = (0, 0)
    }

    init(_ manifest: CheckedManifest, _ lookup: @escaping Silence.FindingLookup) {
        self.manifest = manifest
        findingLookup = lookup
    }

    /// How many findings are silent. One that would be on many screens counts once.
    var silent: (known: Int, ignored: Int) { cache.read { $0.silent } }

    /// Can be called by several threads.
    var lookup: Silence.ItemLookup { { self.silence(of: $1, $0) } }

    private func silence(of item: Int?, _ rule: Rule) -> Silence? {
        let index = item ?? manifest.widths.count
        let answer = cache.change { cache in
            let known = cache.answers[rule.id]?[index] ?? .unknown
            guard known == .unknown else { return known }
            let found = lookUp(item, rule)
            cache.answers[rule.id, default: Array(repeating: .unknown, count: manifest.widths.count + 1)][index] = found
            if found == .known { cache.silent.known += 1 }
            if found == .ignored { cache.silent.ignored += 1 }
            return found
        }
        return switch answer {
        case .known: .known
        case .ignored: .ignored
        case .unknown, .reported: nil
        }
    }

    private func lookUp(_ item: Int?, _ rule: Rule) -> CachedSilence {
        let (file, finding) = manifest.identity(of: item, rule)
        return switch findingLookup(file, finding) {
        case .known: .known
        case .ignored: .ignored
        case nil: .reported
        }
    }
}

/// Files are named in a baseline by their paths relative to it, so that a run in another folder or on another
/// machine means the same files.
struct BaselinePaths: Sendable {
    /// The absolute path of the baseline's folder; nil if it is unknown.
    private let folder: [Substring]?
    /// The working folder.
    private let origin: [Substring]
    /// The names of the manifests of this run.
    private var checked: [String] = []

    init(besides baseline: [UInt8], seenFrom workingFolder: String?) {
        origin = pathNames(of: workingFolder ?? "/")
        let path = String(decoding: baseline, as: UTF8.self)
        let isKnown = workingFolder != nil || path.hasPrefix("/")
        folder = isKnown ? pathNames(of: path, seenFrom: path.hasPrefix("/") ? [] : origin).dropLast() : nil
    }

    /// Standard input keeps its name `-`.
    func name(of file: String) -> String {
        guard file != "-", let folder else { return file }
        let path = pathNames(of: file, seenFrom: file.hasPrefix("/") ? [] : origin)
        let shared = zip(folder, path).prefix { $0 == $1 }.count
        return (folder.dropFirst(shared).map { _ in ".." } + path.dropFirst(shared)).joined(separator: "/")
    }

    mutating func setChecked(_ manifests: [String]) { checked = manifests.map(name(of:)) }

    /// Whether a file is neither a manifest of this run nor the index or a page of one.
    func isUnchecked(_ name: String) -> Bool {
        let slash = name.lastIndex(of: "/")
        let folder = slash.map { name[..<$0] } ?? ""
        let last = slash.map { name[name.index(after: $0)...] } ?? name[...]
        let isPage = last == PageIndex.fileName || last.utf8.first.map { isDigit($0) } ?? false
        return !checked.contains { $0 == name || (isPage && $0 == folder) }
    }
}
