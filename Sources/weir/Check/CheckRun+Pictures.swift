import Checks
import ImageHeaders
import Ingest
import Journals
import Measuring
import Pixels
import WeirBase
import WeirSystem

extension CheckRun {
    /// Measures every picture once, even if several entries have it, and compares each entry with its picture.
    /// Returns the picture that was found for each item.
    func checkPictures(
        of manifest: inout CheckedManifest, at path: [UInt8], _ signals: TerminationSignals
    ) throws(MachineFailure) -> [FoundPicture?] {
        let (options, choices) = (plan.options, plan.choices)
        var names = NameTable()
        var imgs: [[UInt8]] = []
        func number(of img: [UInt8]) -> Int {
            let number = names.add(img)
            if number == imgs.count { imgs.append(options.baseURL.flatMap { localPath(of: img, below: $0) } ?? img) }
            return number
        }
        let numbers = manifest.widths.indices.map { number(of: manifest.imgBytes(of: $0)) }
        var further: [(item: Int, number: Int, picture: FurtherPicture)] = []
        for item in manifest.widths.indices {
            further += manifest.furtherPictures(of: item).map { (item, number(of: $0.img), $0) }
        }
        if options.isVerifying, options.mirror == nil {
            let remote = imgs.indices.filter { imgs[$0].withUnsafeBufferPointer(PictureLocation.isURL) }
            if let first = remote.first, let item = numbers.firstIndex(of: first) ?? further.first(where: { $0.number == first })?.item {
                let fact =
                    remote.count == 1
                    ? "a picture of the network: only its header is compared"
                    : "the first of \(remote.count) pictures of the network: only their headers are compared"
                manifest.noteUnverified(remote.count)
                StandardStream.error.report(
                    """
                    weir: \(manifest.location(of: item)) names \(fact); --mirror DIR names the folder that keeps whole pictures
                    """)
            }
        }
        // A trailing slash of a folder of pages must not change the folder that contains it.
        let root = try PictureRoot(options.root ?? folder(of: withoutEndSlashes(path)))
        for report in options.reports {
            guard let file = ReplacedFile(report.path),
                imgs.contains(where: { $0.withUnsafeBufferPointer { file.isPicture($0, below: root) } })
            else { continue }
            throw .input(
                "--report: \(Argument(report.path).shown) is a picture of \(Argument(path).shown), and the report would take its place")
        }
        var plan = options.measuringPlan
        let keys = manifest.placeholderKeys
        plan.placeholders = Set(Placeholders.Kind.allCases.filter { !keys.isDisjoint(with: $0.keys) })
        if ManifestRules.ofContent.contains(where: { choices.severity(of: $0.id) != nil }) {
            plan.placeholders.formUnion([.thumbhash, .phash, .content])
        }
        if ManifestRules.ofMetadata.contains(where: { choices.severity(of: $0.id) != nil }) { plan.placeholders.insert(.source) }
        if plan.journal != nil { manifest.markJournalGiven() }
        let (found, run): ([PictureResult], MeasuringRun)
        do throws(MachineFailure) { (found, run) = try measure(imgs, below: root, plan, signals) } catch { throw error.ofCheck }
        let readsRecords = ManifestRules.ofRecords.contains { choices.severity(of: $0.id) != nil }
        let readsOtherHeaders = choices.severity(of: ManifestRules.ofOtherHeaders.id) != nil
        let pictures = imgs.indices.map { number in
            let (picture, result) = (Picture(Int32(number), imgs[number]), found[number])
            var other: ImageHeader?
            if readsOtherHeaders, let facts = result.facts, facts.format == .ico || facts.format == .heic && facts.orientation == .up {
                other = run.otherHeader(of: picture, facts.format, result.details?.mirrored)
            }
            return result.foundPicture(readsRecords ? run.record(of: picture) : nil, other)
        }
        func compare(
            _ number: Int, _ about: (file: Int, subject: FindingSubject), _ declared: PixelSize, _ declaredFacts: FileFacts,
            isPlaceholder: Bool
        )
            throws(MachineFailure) -> PictureComparison
        {
            var facts = found[number].fileFacts
            // A file is read to its end only for an entry that has a hash.
            if declaredFacts.sha256 != nil, facts.sha256 == nil {
                try signals.check()
                facts.sha256 = root.sha256(of: imgs[number])
            }
            return PictureComparison(
                file: about.file, subject: about.subject, declared: declared, declaredFacts: declaredFacts, isPlaceholder: isPlaceholder,
                found: pictures[number], foundFacts: facts, status: found[number].details?.status)
        }
        for (item, number) in numbers.enumerated() {
            let about = manifest.subject(of: item)
            guard about.subject.img != nil else { continue }
            let size = PixelSize(width: Int(manifest.widths[item]), height: Int(manifest.heights[item]))
            manifest.check(try compare(number, about, size, manifest.facts(of: item), isPlaceholder: manifest.isPlaceholder(item)))
        }
        for (item, number, picture) in further {
            let about = manifest.subject(of: item, picture)
            manifest.check(try compare(number, about, picture.size, picture.facts, isPlaceholder: picture.isPlaceholder))
        }
        return numbers.map { pictures[$0].success }
    }

    /// A thousand pictures cost one lock, and a block of them little memory.
    private static let picturesAtOnce = 1024

    /// Measures each of these pictures, and returns them in their order, with the run, whose journal can be asked.
    private func measure(
        _ imgs: [[UInt8]], below root: PictureRoot, _ plan: MeasuringPlan, _ signals: TerminationSignals
    ) throws(MachineFailure) -> ([PictureResult], MeasuringRun) {
        let found = Locked(imgs.map { PictureResult(Failure(.cancelled), of: Picture(0, $0)) })
        let pictures = try MeasuringRun(plan, below: root, Cancellation(signals)) { results in
            found.change { found in for result in results { found[Int(result.number)] = result } }
        }
        for first in stride(from: 0, to: imgs.count, by: CheckRun.picturesAtOnce) {
            var block = NameBlock()
            for number in first..<min(imgs.count, first + CheckRun.picturesAtOnce) {
                imgs[number].withUnsafeBufferPointer { block.append(Int32(number), $0) }
            }
            pictures.add(block)
        }
        do throws(MachineFailure) { try pictures.wait() } catch { pictures.cancellation.cancel(error) }
        try pictures.finish()
        return (found.value, pictures)
    }
}

extension CheckOptions {
    fileprivate var measuringPlan: MeasuringPlan {
        var plan = MeasuringPlan(fetching: fetching)
        plan.journal = journal.map { JournalPlan($0) }
        plan.mirror = mirror
        plan.isVerifying = isVerifying
        return plan
    }
}

extension PictureResult {
    /// The journal's record has facts that a picture without an answer lacks.
    fileprivate func foundPicture(_ record: PictureRecord?, _ other: ImageHeader?) -> Result<FoundPicture, Failure> {
        guard let facts else { return .failure((failure ?? Failure(.cancelled)).ofCheck) }
        let header = header ?? record?.header
        let hasOwnSize = header.map { $0.displayed != $0.stored.turned(by: $0.orientation) } ?? false
        return .success(
            FoundPicture(
                size: facts.size, format: facts.format, colors: facts.traits.colors, isAnimated: facts.traits.isAnimated,
                // Some servers do not send a picture's length.
                bytes: facts.bytes.map { Int($0) },
                content: fileFacts.placeholders[.thumbhash].map { _ in PictureContent(fileFacts.placeholders) },
                hasOtherSize: facts.traits.isSizedByViewBox || hasOwnSize, otherHeader: other,
                outdatedUntil: record?.outdatedUntil.flatMap { $0 > unixSeconds() ? $0 : nil }))
    }

    fileprivate var fileFacts: FileFacts {
        guard let facts else { return FileFacts() }
        var fileFacts = FileFacts(
            format: facts.format.rawValue, bytes: facts.bytes.map { Int($0) }, orientation: facts.orientation.rawValue,
            sha256: details?.mirrored?.hash)
        let placeholders = details?.placeholders?.placeholders
        for key in Placeholders.Key.allCases { fileFacts.placeholders[key] = placeholders?[key] }
        fileFacts.kinds = placeholders?.kinds ?? []
        return fileFacts
    }
}

extension Result {
    fileprivate var success: Success? { if case .success(let value) = self { value } else { nil } }
}
