import Manifests

/// A rule about the entries of a manifest.
protocol ManifestRule: Sendable {
    static var rule: Rule { get }
    /// Whether the rule looks at the further pictures of an entry too, each as an entry without a price.
    static var looksAtImages: Bool { get }
    init(_ parameters: RuleParameters)
    /// Looks at the index of a folder, before its pages.
    mutating func look(at index: PageIndex)
    /// Looks at the reasons why a file, or entries of it, cannot be read.
    mutating func look(at faults: [ManifestFault], in file: Int, _ findings: inout FindingStore)
    /// Looks at the next entries of a file.
    mutating func look(at batch: EntryBatch, _ findings: inout FindingStore)
    /// Checks the manifest as a whole, after all entries of all files.
    mutating func conclude(_ manifest: inout ManifestFiles, _ findings: inout FindingStore)
}

extension ManifestRule {
    static var looksAtImages: Bool { false }
    mutating func look(at index: PageIndex) {}
    mutating func look(at faults: [ManifestFault], in file: Int, _ findings: inout FindingStore) {}
    mutating func look(at batch: EntryBatch, _ findings: inout FindingStore) {}
    mutating func conclude(_ manifest: inout ManifestFiles, _ findings: inout FindingStore) {}
}

/// All rules about manifests, in the order in which they are listed.
public enum ManifestRules {
    static let types: [any ManifestRule.Type] = [
        Parses.self, EntriesPresent.self, FileFormat.self, UnknownKey.self, MissingKey.self, DuplicateKey.self, EntryFacts.self,
        EntryImages.self,
        PlaceholderForm.self,
        SizeInteger.self, SizePlausible.self, ByteBudget.self, ImgPresent.self, ImgFormat.self, ImgAddress.self, ImgHost.self,
        ImgHTTP.self, ImgExpiry.self, ImgCredentials.self, HostSpelling.self, ImgEncoding.self, ImgAsked.self, ImgPage.self,
        MixedSchemes.self, PricePresent.self, PricePattern.self, PriceZero.self, PriceOutlier.self, PriceShift.self, PriceJump.self,
        OneCurrency.self, DuplicateImg.self, DuplicateSize.self, RemovedEntries.self, PlaceholderShare.self,
        StaleShare.self, PageCount.self, PageCopy.self, PageOrder.self, PageHash.self, PageWeight.self, ChannelLimits.self,
    ]

    /// The rules about pictures that look at what entries state if no pictures are measured.
    static let readingEntries: [any ManifestRule.Type] = [StatedFormat.self, PictureShows.self, PictureTwice.self]

    /// The rule that a file can be parsed.
    package static let parses = Parses.rule
    /// The rules that a manifest can be read whole.
    package static let ofReading = [parses, PageCount.rule]

    /// The rule `parses` is the first.
    public static let all: [Rule] = types.map { $0.rule }
}
