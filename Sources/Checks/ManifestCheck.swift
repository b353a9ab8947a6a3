import Manifests
import WeirBase

/// Checks manifests one after another and collects their findings. It looks at no pictures and computes no layouts: those rules
/// are for `weir check`.
///
///     var check = ManifestCheck(choices)
///     let manifest = check.check("hats.json", bytes)
///     check.take(manifest)
///     check.result
public struct ManifestCheck {
    private let choices: RuleChoices
    private let silence: Silence.FindingLookup?
    private let previous: CheckedManifest?
    private let keys: [String]
    private let isPrevious: Bool
    /// The findings of all manifests that have been taken.
    public private(set) var result = CheckResult(files: [])

    /// `previous` is the manifest that phones have now, for the rules that compare with it. That manifest itself is
    /// read with `isPrevious`.
    public init(
        _ choices: RuleChoices, silence: Silence.FindingLookup? = nil, previous: CheckedManifest? = nil, isPrevious: Bool = false
    ) {
        self.init(choices, silence: silence, previous: previous, isPrevious: isPrevious, keys: [])
    }

    /// `keys` are other keys of entries, whose values are kept for layouts.
    package init(
        _ choices: RuleChoices, silence: Silence.FindingLookup? = nil, previous: CheckedManifest? = nil, isPrevious: Bool = false,
        keys: [String]
    ) {
        self.keys = keys
        self.choices = choices
        self.silence = silence
        self.previous = previous
        self.isPrevious = isPrevious
    }

    private var checker: EntryChecker {
        EntryChecker(choices, silence, previous: previous?.manifest.document, keys: keys, keepsPrices: isPrevious)
    }

    /// Checks a manifest in a single file, from the file's bytes, compressed or not.
    public func check(_ name: String, _ bytes: [UInt8]) -> CheckedManifest {
        var checker = checker
        _ = checker.read(name, bytes)
        return checker.checked()
    }

    /// Checks a folder with an index. `page` returns the bytes of a page by name, or nil if the page is missing;
    /// `others` are the names of all other files in the folder.
    public func check<Failure: Error>(
        folder: String, index: [UInt8], others: [String], page: (String) throws(Failure) -> [UInt8]?
    ) throws(Failure) -> CheckedManifest {
        var checker = checker
        let prefix = folder.hasSuffix("/") ? folder : folder + "/"
        if let index = checker.readIndex(prefix + PageIndex.fileName, index) {
            for listed in index.pages {
                let bytes = try page(listed.file)
                checker.readPage(prefix + listed.file, bytes)
            }
            checker.note(strayPages: others, of: index)
        }
        return checker.checked()
    }

    /// Adds the findings of a manifest to the result. The manifest is not needed afterwards.
    public mutating func take(_ manifest: consuming CheckedManifest) {
        manifest.conclude()
        result.known += manifest.findings.silent.known
        result.ignored += manifest.findings.silent.ignored
        result.unchecked.append(manifest.findings.unchecked)
        result.files += manifest.checkedFiles()
    }
}
