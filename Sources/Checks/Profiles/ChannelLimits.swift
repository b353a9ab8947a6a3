import ImageHeaders
import WeirBase

/// Pictures that a sales channel does not take.
struct ChannelLimits: ManifestRule {
    static let rule = Rule(
        "channel-limits", .manifest, .error, "the sales channels of the profiles accept all pictures",
        explanation: """
            A channel (docs/channels.md) refuses pictures, often weeks later. Needs a profile. Sizes are measured \
            with `--images`, otherwise w and h.
            """,
        example: #"{"w":300,"h":300,"img":"a.jpg","price":"¥169"} with the profile google-merchant"#,
        remedy: "Store larger pictures or another format, or leave the product out of the feed.",
        needs: [.profiles])

    /// The day of the check, as `2026-11-26`.
    private let day: String
    private var tallies: [[Tally]]

    /// A limit, and the pictures that violate it.
    private struct Tally {
        let profile: Profile
        let limit: Profile.Limit
        let severity: Severity
        var first: (entry: Int, value: String)?
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

    mutating func conclude(_ manifest: inout ManifestFiles, _ findings: inout FindingStore) {
        var unknown: Set<String> = []
        for entry in 0..<manifest.document.count where !manifest.document.isPlaceholder(entry) {
            let picture = Candidate(entry, of: manifest)
            for group in tallies.indices { look(at: picture, entry, &tallies[group], &unknown) }
        }
        for tally in tallies.joined() {
            guard let first = tally.first else { continue }
            var subject = manifest.subject(of: first.entry)
            subject.isAboutAllEntries = true
            subject.field = "\(tally.profile.name) \(tally.limit.kind.rawValue)"
            findings.add(
                Self.rule, in: manifest.document.file(of: first.entry), subject, message(tally, first.value, of: manifest.document.count),
                severity: tally.severity)
        }
        if !unknown.isEmpty {
            findings.unchecked.add(Self.rule, "of some pictures it is not known: \(unknown.sorted().joined(separator: ", "))")
        }
    }

    private func look(at picture: Candidate, _ entry: Int, _ limits: inout [Tally], _ unknown: inout Set<String>) {
        for index in limits.indices {
            switch picture.verdict(limits[index].limit) {
            case .fits: continue
            case .unknown(let what): unknown.insert(what)
            case .violates(let value):
                limits[index].count += 1
                limits[index].first = limits[index].first ?? (entry, value)
                return
            }
        }
    }

    private func message(_ tally: Tally, _ value: String, of total: Int) -> String {
        let start = tally.limit.start.map { $0 > day ? " from \($0) on" : " since \($0)" } ?? ""
        let verb = tally.limit.severity == .info ? "recommends" : "takes"
        let source = tally.limit.isPrimary ? "" : ", as pages of others say (\(tally.limit.source))"
        let share = tally.count == 1 ? "" : "; \(tally.count) of \(total) pictures, this one first"
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

    init(_ entry: Int, of manifest: ManifestFiles) {
        let (document, found) = (manifest.document, manifest.found(entry))
        width = found?.size.width ?? Int(document.widths[entry])
        height = found?.size.height ?? Int(document.heights[entry])
        bytes = manifest.bytes(of: entry)
        format = found?.format ?? document.string(document.fact(.format, of: entry), in: entry).flatMap { ImageFormat(rawValue: $0) }
        isAnimated = found?.isAnimated
        img = document.withImg(of: entry) { Array($0) }
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
        case .asciiAddress: return img.allSatisfy { $0 < 0x80 } ? .fits : .violates("the address has letters outside of ASCII")
        }
    }
}
