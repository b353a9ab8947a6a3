import ImageHeaders
import WeirBase

/// Pictures that a sales channel does not take.
struct ChannelLimits: ManifestRule {
    static let rule = Rule(
        "channel-limits", .manifest, .error, "the sales channels of the profiles accept all pictures",
        explanation: """
            A channel (docs/channels.md) refuses pictures, often weeks later. Needs a profile. Further pictures count. Sizes are \
            measured with `--images`, otherwise w and h.
            """,
        example: #"{"w":300,"h":300,"img":"a.jpg","price":"¥169"} with the profile google-merchant"#,
        remedy: "Store larger pictures or another format, or leave the product out of the feed.",
        needs: [.profiles])

    /// The day of the check, as `2026-11-26`.
    private let day: String
    private var tallies: [[Tally]]
    /// The further pictures that were found, by the file and the pointer of their findings.
    private var found: [String: FoundPicture] = [:]

    /// A limit, and the pictures that violate it.
    private struct Tally {
        let profile: Profile
        let limit: Profile.Limit
        let severity: Severity
        var first: (file: Int, subject: FindingSubject, value: String)?
        var count = 0
    }

    init(_ parameters: RuleParameters) {
        let day = parameters.day
        self.day = day
        // Of a requirement and a recommendation, which come in this order, a picture violates one.
        tallies = parameters.profiles.flatMap { profile in
            Profile.Kind.allCases.map { kind in
                profile.limits.filter { $0.kind == kind }.map { Tally(profile: profile, limit: $0, severity: $0.severity(on: day)) }
                    .sorted { $0.severity > $1.severity }
            }
        }.filter { !$0.isEmpty }
    }

    mutating func look(at picture: PictureComparison, _ findings: inout FindingStore) {
        guard picture.subject.pointer.contains("/\(EntryKey.images.text)/"), case .success(let found) = picture.found else { return }
        self.found["\(picture.file)\(picture.subject.pointer)"] = found
    }

    mutating func conclude(_ manifest: inout ManifestFiles, _ findings: inout FindingStore) {
        var unknown: Set<String> = []
        for entry in 0..<manifest.document.count {
            let (file, images) = (manifest.document.file(of: entry), manifest.images(of: entry))
            let isPlaceholder = manifest.document.isPlaceholder(entry)
            judge(Candidate(entry, of: manifest, furtherCount: images.count), isPlaceholder: isPlaceholder, &unknown) {
                (file, manifest.subject(of: entry))
            }
            for picture in images where !picture.isPlaceholder {
                let found = found.isEmpty ? nil : found["\(file)\(manifest.subject(of: entry, picture).pointer)"]
                judge(Candidate(picture, found), &unknown) { (file, manifest.subject(of: entry, picture)) }
            }
        }
        for tally in tallies.joined() {
            guard let (file, first, value) = tally.first else { continue }
            var subject = first
            subject.isAboutAllEntries = true
            subject.field = "\(tally.profile.name) \(tally.limit.kind.rawValue)"
            findings.add(Self.rule, in: file, subject, message(tally, value, of: manifest), severity: tally.severity)
        }
        if !unknown.isEmpty {
            findings.unchecked.add(Self.rule, "of some pictures it is not known: \(unknown.sorted().joined(separator: ", "))")
        }
    }

    private mutating func judge(
        _ picture: Candidate, isPlaceholder: Bool = false, _ unknown: inout Set<String>, about: () -> (file: Int, subject: FindingSubject)
    ) {
        for group in tallies.indices {
            limits: for index in tallies[group].indices where !isPlaceholder || tallies[group][index].limit.kind.isOfEntry {
                switch picture.verdict(tallies[group][index].limit) {
                case .fits: continue
                case .unknown(let what): unknown.insert(what)
                case .violates(let value):
                    tallies[group][index].count += 1
                    if tallies[group][index].first == nil { tallies[group][index].first = (about().file, about().subject, value) }
                    break limits
                }
            }
        }
    }

    private func message(_ tally: Tally, _ value: String, of manifest: ManifestFiles) -> String {
        let start = tally.limit.start.map { $0 > day ? " from \($0) on" : " since \($0)" } ?? ""
        let verb = tally.limit.severity == .info ? "recommends" : "takes"
        let source = tally.limit.isPrimary ? "" : ", as pages of others say (\(tally.limit.source), read on \(tally.limit.read))"
        let all = tally.limit.kind == .maxFurther ? "\(manifest.document.count) entries" : "\(manifest.pictureCount) pictures"
        let share = tally.count == 1 ? "" : "; \(tally.count) of \(all), this one first"
        return "\(value), and \(tally.profile.name) \(verb) \(tally.limit.requirement)\(start)\(source)\(share)"
    }
}

/// The known facts of a picture that a channel may take.
private struct Candidate {
    enum Verdict {
        case fits
        case violates(String)
        /// The fact that is not known.
        case unknown(String)
    }

    let width: Int
    let height: Int
    let bytes: Int?
    let format: ImageFormat?
    let isAnimated: Bool?
    let img: [UInt8]
    /// How many further pictures the entry has.
    let furtherCount: Int

    init(_ entry: Int, of manifest: ManifestFiles, furtherCount: Int) {
        let (document, found) = (manifest.document, manifest.found(entry))
        width = found?.size.width ?? Int(document.widths[entry])
        height = found?.size.height ?? Int(document.heights[entry])
        bytes = manifest.bytes(of: entry)
        format = found?.format ?? document.string(document.fact(.format, of: entry), in: entry).flatMap { ImageFormat(rawValue: $0) }
        isAnimated = found?.isAnimated
        img = document.withImg(of: entry) { Array($0) }
        self.furtherCount = furtherCount
    }

    init(_ picture: FurtherPicture, _ found: FoundPicture?) {
        let size = found?.size ?? picture.size
        (width, height) = (size.width, size.height)
        bytes = found?.bytes ?? picture.facts.bytes
        format = found?.format ?? picture.facts.format.flatMap { ImageFormat(rawValue: $0) }
        isAnimated = found?.isAnimated
        img = picture.img
        furtherCount = 0
    }

    func verdict(_ limit: Profile.Limit) -> Verdict {
        func judge(_ value: Int?, _ what: String, isAllowed: (Int) -> Bool, _ words: (Int) -> String) -> Verdict {
            guard let value, value > 0 else { return .unknown(what) }
            return isAllowed(value) ? .fits : .violates(words(value))
        }
        let number = limit.value.number
        let (shorter, longer) = (min(width, height), max(width, height))
        let size = "the picture is \(width)x\(height)"
        switch limit.kind {
        case .minSide:
            return judge(shorter, "size") {
                $0 >= number
            } _: { _ in
                size
            }
        case .minLongerSide:
            return judge(longer, "size") {
                $0 >= number
            } _: { _ in
                size
            }
        case .maxSide:
            return judge(shorter, "size") { _ in
                longer <= number
            } _: { _ in
                size
            }
        case .maxPixels:
            return judge(shorter, "size") { _ in
                width.multipliedReportingOverflow(by: height).partialValue <= number
            } _: { _ in
                size
            }
        case .maxBytes:
            return judge(bytes, "bytes") {
                $0 <= number
            } _: {
                "the picture has \($0) bytes"
            }
        case .formats:
            guard let format else { return .unknown("format") }
            return limit.value.formats.contains(format) ? .fits : .violates("the picture is a \(format.rawValue)")
        case .browsers:
            guard let format else { return .unknown("format") }
            let obstacles = limit.value.browsers.compactMap { $0.obstacle(to: format) }
            if obstacles.isEmpty, !limit.value.browsers.allSatisfy({ $0.knows(format) }) { return .unknown("browsers") }
            return obstacles.isEmpty
                ? .fits : .violates("the picture is a \(format.rawValue), not shown by \(obstacles.joined(separator: ", "))")
        case .animated:
            guard let isAnimated else { return .unknown("animation") }
            return isAnimated ? .violates("the picture is animated") : .fits
        case .nameFitsFormat:
            guard let format else { return .unknown("format") }
            guard let ending = ImageFormat.ending(of: img), let named = ImageFormat(ending: ending), named != format else { return .fits }
            return .violates("the picture is a \(format.rawValue), and its name says \(named.rawValue)")
        case .maxAddress:
            let count = String(decoding: img, as: UTF8.self).unicodeScalars.count
            return count <= number ? .fits : .violates("the address has \(count) characters")
        case .maxFurther: return furtherCount <= number ? .fits : .violates("the entry has \(furtherCount) further pictures")
        case .asciiAddress: return img.allSatisfy { $0 < 0x80 } ? .fits : .violates("the address has letters outside of ASCII")
        }
    }
}
