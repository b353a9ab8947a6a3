/// Something that must hold of the entries of a manifest.
protocol ManifestRule: Sendable {
    static var rule: Rule { get }
    init(_ settings: RuleSettings)
    /// Looks at the next entries of a file.
    mutating func look(at batch: EntryBatch, _ findings: inout FindingCollector)
    /// Judges the manifest as a whole, when all entries of all its files have been looked at.
    mutating func conclude(_ manifest: inout ManifestFiles, _ findings: inout FindingCollector)
}

extension ManifestRule {
    mutating func look(at batch: EntryBatch, _ findings: inout FindingCollector) {}
    mutating func conclude(_ manifest: inout ManifestFiles, _ findings: inout FindingCollector) {}
}

/// All rules about manifests, in the order in which they are listed.
public enum ManifestRules {
    static let judged: [any ManifestRule.Type] = [
        UnknownKey.self, MissingKey.self, DuplicateKey.self, SizeInteger.self, SizePlausible.self, ImgPresent.self,
        ImgAddress.self, ImgCredentials.self, MixedSchemes.self, PricePresent.self, PricePattern.self, OneCurrency.self,
        DuplicateImg.self, PlaceholderShare.self, StaleShare.self, PageCount.self, PageOrder.self, PageHash.self,
    ]

    /// The rule that a file can be read at all.
    public static let parses = Parses.rule

    public static let all: [Rule] = [parses] + judged.map { $0.rule }
}
