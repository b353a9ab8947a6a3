import Manifests

/// A rule about a manifest, its entries and their pictures.
protocol ManifestRule: Sendable {
    static var rule: Rule { get }
    /// Whether the rule looks at the further pictures of an entry too, each as an entry without a price.
    static var looksAtImages: Bool { get }
    /// The failures of which a rule about pictures has something to say. All look at pictures that were measured.
    static var failuresLookedAt: Set<PictureComparison.FailureKind> { get }
    init(_ parameters: RuleParameters)
    /// Looks at the index of a folder, before its pages.
    mutating func look(at index: PageIndex)
    /// Looks at the reasons why a file, or entries of it, cannot be read.
    mutating func look(at faults: [ManifestFault], in file: Int, _ findings: inout FindingStore)
    /// Looks at the next entries of a file.
    mutating func look(at batch: EntryBatch, _ findings: inout FindingStore)
    /// Looks at an entry and the picture that was found, after all entries.
    mutating func look(at picture: PictureComparison, _ findings: inout FindingStore)
    /// Whether the rule needs a fact of a picture that was found, and that fact is not known.
    static func lacksFacts(of picture: PictureComparison) -> Bool
    /// Checks the manifest as a whole, after all entries of all files and their pictures.
    mutating func conclude(_ manifest: inout ManifestFiles, _ findings: inout FindingStore)
}

extension ManifestRule {
    static var looksAtImages: Bool { false }
    static var failuresLookedAt: Set<PictureComparison.FailureKind> { [] }
    mutating func look(at index: PageIndex) {}
    mutating func look(at faults: [ManifestFault], in file: Int, _ findings: inout FindingStore) {}
    mutating func look(at batch: EntryBatch, _ findings: inout FindingStore) {}
    mutating func look(at picture: PictureComparison, _ findings: inout FindingStore) {}
    static func lacksFacts(of picture: PictureComparison) -> Bool { false }
    mutating func conclude(_ manifest: inout ManifestFiles, _ findings: inout FindingStore) {}
}

/// All rules about manifests and their pictures. A new rule is a file and a row here.
public enum ManifestRules {
    /// In the order in which they are listed.
    static let types: [any ManifestRule.Type] = [
        Parses.self, EntriesPresent.self, FileFormat.self, UnknownKey.self, MissingKey.self, DuplicateKey.self, EntryFacts.self,
        EntryImages.self,
        PlaceholderForm.self,
        SizeInteger.self, SizePlausible.self, SizeDrop.self, ByteBudget.self, ImgPresent.self, ImgFormat.self, ImgAddress.self,
        ImgHost.self,
        ImgHTTP.self, ImgExpiry.self, ImgCredentials.self, HostSpelling.self, ImgEncoding.self, ImgAsked.self, ImgPage.self,
        MixedSchemes.self, PricePresent.self, PricePattern.self, PriceZero.self, PriceOutlier.self, PriceShift.self, PriceJump.self,
        OneCurrency.self, DuplicateImg.self, DuplicateSize.self, RemovedEntries.self, PlaceholderShare.self,
        StaleShare.self, PageCount.self, PageCopy.self, PageOrder.self, PageHash.self, PageWeight.self, ChannelLimits.self,
        PictureExists.self, PictureReachable.self, PictureDecodes.self, PictureSize.self, PictureOrientation.self, PictureFormat.self,
        PictureColors.self, PictureFileFacts.self, PicturePlaceholders.self, PictureSource.self, PictureRange.self, PictureShows.self,
        PictureTwice.self, PictureReaders.self, PictureCached.self, PictureGenerated.self,
    ]

    /// The rule that a file can be parsed.
    package static let parses = Parses.rule
    /// The rules that a manifest can be read whole.
    package static let ofReading = [parses, PageCount.rule]

    /// The rules about the pixels of pictures, for which pictures are decoded.
    package static let ofContent = [PictureShows.rule, PictureTwice.rule]

    /// The rules about the metadata of pictures, for which pictures are read to their ends.
    package static let ofMetadata = [PictureGenerated.rule]

    /// The rules that read the journal's record of a picture.
    package static let ofRecords = [PictureReaders.rule, PictureCached.rule]

    /// The rule that reads headers as other programs do.
    package static let ofOtherHeaders = PictureReaders.rule

    /// The rules that need no pictures. The rule `parses` is the first.
    public static let withoutPictures = types.map { $0.rule }.filter { $0.family == .manifest }
}
