import ImageHeaders

/// Pictures whose format differs from the manifest or from their names.
struct PictureFormat: ManifestRule {
    static let rule = Rule(
        "picture-format", .pictures, .warning, "the picture has the format of its entry and its name",
        explanation: """
            A server that takes the media type from the name sends a wrong one. Without `--images`, `format` is compared with the \
            ending of `img`.
            """,
        example: #"{"w":200,"h":275,"img":"a.png","price":"¥169"}, and a.png is a JPEG"#,
        remedy: "Rename the file, or convert the picture.",
        readsEntries: true)

    init(_ parameters: RuleParameters) {}

    func look(at picture: PictureComparison, _ findings: inout FindingStore) {
        guard case .success(let facts) = picture.found else { return }
        let format = facts.format.rawValue
        if let declared = picture.declaredFacts.format, declared != format {
            return findings.add(Self.rule, about: picture, "format", "the entry says \(declared), and the picture is a \(format)")
        }
        guard let ending = ImageFormat.ending(of: picture.img.utf8), let named = ImageFormat(ending: ending),
            Self.differ(named, facts.format)
        else { return }
        findings.add(
            Self.rule, about: picture, "img",
            "the name ends in .\(Substring(ending).lowercased()), and the picture is a \(format)")
    }

    /// Compares the formats that entries state with the endings of names, if no pictures were measured.
    mutating func conclude(_ manifest: inout ManifestFiles, _ findings: inout FindingStore) {
        guard manifest.measured == nil, manifest.document.has(.format) else { return }
        for entry in 0..<manifest.document.count {
            guard let fact = manifest.document.fact(.format, of: entry) else { continue }
            let message = manifest.document.withTexts(ofFile: manifest.document.file(of: entry)) {
                Self.message(about: $0[manifest.document.imgs[entry]], stated: $0[fact])
            }
            guard let message else { continue }
            findings.add(Self.rule, in: manifest.document.file(of: entry), manifest.subject(of: entry, fact: .format), message)
        }
    }

    private static func message(about img: UnsafeBufferPointer<UInt8>, stated: UnsafeBufferPointer<UInt8>) -> String? {
        guard let format = ImageFormat(ending: stated), let ending = ImageFormat.ending(of: img), let named = ImageFormat(ending: ending),
            differ(named, format)
        else { return nil }
        // A server that converts pictures is asked by a word of the address, as in `fm=webp`, `f_auto` and `/format,webp/`.
        let address = String(decoding: img, as: UTF8.self).lowercased()
        let path = address.split(separator: "://", maxSplits: 1).last?.drop { $0 != "/" } ?? ""
        let endings = FormatTable.standard.rows.first { $0.format == format }?.endings.map(\.description) ?? []
        let isAsked = path.split { !$0.isLetter && !$0.isNumber }.contains { $0 == "auto" || endings.contains(String($0)) }
        guard !isAsked else { return nil }
        return "the entry says \(format.rawValue), and the name ends in .\(String(decoding: ending, as: UTF8.self).lowercased())"
    }

    private static func differ(_ one: ImageFormat, _ other: ImageFormat) -> Bool {
        one != other && !sharingContainer.isSuperset(of: [one, other])
    }

    /// HEIC and AVIF share a container, so mixing them up does no harm.
    private static let sharingContainer: Set<ImageFormat> = [.avif, .heic]
}
