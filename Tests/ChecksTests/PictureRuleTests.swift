import ImageHeaders
import Pixels
import Testing
import WeirBase

@testable import Checks

@Suite struct PictureRuleTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let title: String
        var img = "a.jpg"
        var facts = FileFacts()
        var isPlaceholder = false
        let found: Result<FoundPicture, Failure>
        var foundFacts = FileFacts()
        var status: Int?
        /// The rule, the key of the entry, and the message.
        var problem: [String] = []
        var testDescription: String { title }
    }

    private static func picture(
        _ width: Int, _ height: Int, _ format: ImageFormat = .jpeg, colors: ColorModel? = nil, hasOtherSize: Bool = false,
        other: (side: Int, turn: Orientation)? = nil, until: Int64? = nil
    ) -> Result<FoundPicture, Failure> {
        let size = PixelSize(width: other?.side ?? width, height: height)
        return .success(
            .init(
                size: PixelSize(width: width, height: height), format: format, colors: colors, hasOtherSize: hasOtherSize,
                otherHeader: ImageHeader(format: format, displayed: size, stored: size, orientation: other?.turn ?? .up),
                outdatedUntil: until))
    }

    private static func hash(_ text: String) -> FileFacts {
        var facts = FileFacts()
        facts.placeholders[.phash] = text
        return facts
    }

    private static func placeholders(_ thumbhash: String?, _ meanColor: String) -> FileFacts {
        var facts = FileFacts()
        facts.placeholders = [.meanColor: meanColor]
        facts.placeholders[.thumbhash] = thumbhash
        return facts
    }

    private static func source(_ text: String?, isKnown: Bool = true) -> FileFacts {
        var facts = FileFacts()
        facts.placeholders[.source] = text
        if isKnown { facts.kinds = [.source] }
        return facts
    }

    private static func range(_ text: String?) -> FileFacts {
        var facts = FileFacts()
        facts.placeholders[.range] = text
        facts.kinds = [.range]
        return facts
    }

    private static let lostSource = [
        "picture-source", "source", "the picture's metadata have no digital source type, and source is trainedAlgorithmicMedia",
    ]

    /// Each entry says 200x275.
    static let cases = [
        Case(title: "as it is", found: picture(200, 275)),
        Case(
            title: "another height", found: picture(200, 276),
            problem: ["picture-size", "h", "the entry says 200x275, and the picture is 200x276"]),
        Case(
            title: "another size", found: picture(20, 27),
            problem: ["picture-size", "w", "the entry says 200x275, and the picture is 20x27"]),
        Case(
            title: "turned", found: picture(275, 200),
            problem: [
                "picture-orientation", "w",
                "w and h are the wrong way round: the picture is shown as 275x200, and the entry says 200x275",
            ]),
        Case(title: "its format", facts: FileFacts(format: "jpeg"), found: picture(200, 275)),
        Case(
            title: "another format", facts: FileFacts(format: "png"), found: picture(200, 275),
            problem: ["picture-format", "format", "the entry says png, and the picture is a jpeg"]),
        Case(
            title: "a name of another format", img: "https://x.example/a.b/c.PNG?x=.jpg", found: picture(200, 275),
            problem: ["picture-format", "img", "the name ends in .png, and the picture is a jpeg"]),
        Case(
            title: "its facts", facts: FileFacts(bytes: 12, orientation: 6, sha256: "0f"), found: picture(200, 275),
            foundFacts: FileFacts(bytes: 12, orientation: 6, sha256: "0f")),
        Case(title: "facts that are not known", facts: FileFacts(bytes: 12, sha256: "0f"), found: picture(200, 275)),
        Case(
            title: "other facts", facts: FileFacts(bytes: 12, orientation: 6, sha256: "0f"), found: picture(200, 275),
            foundFacts: FileFacts(bytes: 13, orientation: 1, sha256: "0e"),
            problem: [
                "picture-facts", "bytes",
                "the entry says bytes 12, orientation 6, sha256 0f, and the picture has bytes 13, orientation 1, sha256 0e",
            ]),
        Case(
            title: "another orientation", facts: FileFacts(bytes: 12, orientation: 3), found: picture(200, 275),
            foundFacts: FileFacts(bytes: 12, orientation: 1),
            problem: ["picture-facts", "orientation", "the entry says orientation 3, and the picture has orientation 1"]),
        Case(
            title: "its placeholders", facts: placeholders("AAgCBIAAAAAAAAAAAAAAAAAAAA==", "#102030"), found: picture(200, 275),
            foundFacts: placeholders("AAgCBIAAAAAAAAAAAAAAAAAAAA==", "#142434")),
        Case(title: "placeholders that nobody has made", facts: placeholders(nil, "#102030"), found: picture(200, 275)),
        Case(
            title: "placeholders of another form", facts: placeholders("AAgC", "red"), found: picture(200, 275),
            foundFacts: placeholders("AAgCBIAAAAAAAAAAAAAAAAAAAA==", "#142434")),
        Case(
            title: "another color", facts: placeholders(nil, "#102030"), found: picture(200, 275), foundFacts: placeholders(nil, "#506070"),
            problem: [
                "picture-placeholders", "meanColor",
                "meanColor is not the picture's: what it shows differs by 64 of 255 in the mean, and 8 is allowed",
            ]),
        Case(
            title: "its hash, of another decoder", facts: hash("00ff00ff12345678"), found: picture(200, 275),
            foundFacts: hash("00ff00ff12345679")),
        Case(
            title: "another hash", facts: hash("00ff00ff12345678"), found: picture(200, 275), foundFacts: hash("00ff00ff00005678"),
            problem: []),
        Case(
            title: "the hash of another picture", facts: hash("00ff00ff12345678"), found: picture(200, 275),
            foundFacts: hash("ff0000ff12345678"),
            problem: ["picture-placeholders", "phash", "phash is not the picture's: 16 of 64 bits differ, and 10 may"]),
        Case(
            title: "its source", facts: source("algorithmicMedia"), found: picture(200, 275), foundFacts: source("algorithmicMedia")),
        Case(title: "a source of a shop", facts: source("warehouse 3"), found: picture(200, 275), foundFacts: source(nil)),
        Case(
            title: "a source that nobody looked for", facts: source("algorithmicMedia"), found: picture(200, 275),
            foundFacts: source(nil, isKnown: false)),
        Case(
            title: "a larger picture without its source", facts: source("trainedAlgorithmicMedia"), found: picture(400, 550),
            foundFacts: source(nil),
            problem: ["picture-size", "w", "the entry says 200x275, and the picture is 400x550"] + lostSource),
        Case(
            title: "a source that is no longer stated", facts: source("trainedAlgorithmicMedia"), found: picture(200, 275),
            foundFacts: source(nil),
            problem: lostSource),
        Case(
            title: "another source", facts: source("trainedAlgorithmicMedia"), found: picture(200, 275),
            foundFacts: source("compositeSynthetic"),
            problem: ["picture-source", "source", "the picture's metadata say compositeSynthetic, and source is trainedAlgorithmicMedia"]),
        Case(
            title: "a gain map that was cut off", facts: range("gainMap"), found: picture(200, 275), foundFacts: range(nil),
            problem: ["picture-range", "range", "the picture is not HDR, and range is gainMap"]),
        Case(title: "HDR in another way", facts: range("gainMap"), found: picture(200, 275), foundFacts: range("hdr")),
        Case(title: "a range of a shop", facts: range("summer"), found: picture(200, 275), foundFacts: range(nil)),
        Case(title: "a range that nobody looked for", facts: range("hdr"), found: picture(200, 275)),
        Case(
            title: "another picture", facts: FileFacts(bytes: 12), found: picture(200, 276), foundFacts: FileFacts(bytes: 13),
            problem: ["picture-size", "h", "the entry says 200x275, and the picture is 200x276"]),
        Case(
            title: "colors of printers", found: picture(200, 275, colors: .cmyk),
            problem: [
                "picture-colors", "img",
                "the picture has the colors of printers (CMYK), which phones and browsers show wrong or not at all",
            ]),
        Case(title: "colors of screens", found: picture(200, 275, colors: .rgb)),
        Case(title: "a name without an end", img: "https://x.example/a.png/c", found: picture(200, 275)),
        Case(title: "a name with another end", img: "c.php", found: picture(200, 275)),
        Case(title: "a kin of its format", img: "c.heic", found: picture(200, 275, .avif)),
        Case(
            title: "no file", found: .failure(Failure(.notFound)),
            problem: ["picture-exists", "img", "the picture is not there: not-found: there is no such file"]),
        Case(
            title: "a source that C2PA alone has kept", facts: source("algorithmicMedia"), found: picture(200, 275),
            foundFacts: source("c2pa:algorithmicMedia"),
            problem: ["picture-source", "source", "the picture's metadata say c2pa:algorithmicMedia, and source is algorithmicMedia"]),
        Case(
            title: "XMP, and C2PA before", facts: source("c2pa:algorithmicMedia"), found: picture(200, 275),
            foundFacts: source("algorithmicMedia")),
        Case(
            title: "a generated picture, and an entry that does not say so", found: picture(200, 275),
            foundFacts: source("c2pa:trainedAlgorithmicMedia"),
            problem: [
                "picture-generated", "source",
                "the picture's metadata say c2pa:trainedAlgorithmicMedia, and the entry has no source",
            ]),
        Case(
            title: "a generated picture, and a column of another meaning", facts: source("supplier"), found: picture(200, 275),
            foundFacts: source("algorithmicMedia"),
            problem: ["picture-generated", "source", "the picture's metadata say algorithmicMedia, and the entry has no source"]),
        Case(title: "a photograph", found: picture(200, 275), foundFacts: source(nil)),
        // The entry says so itself, and placeholder-share limits how many there may be.
        Case(title: "no file, and a placeholder", isPlaceholder: true, found: .failure(Failure(.notFound))),
        Case(
            title: "a placeholder of a picture that is there", isPlaceholder: true, found: picture(1, 1),
            problem: ["picture-size", "w", "the entry says 200x275, and the picture is 1x1"]),
        Case(
            title: "a WebP that only some turn", img: "a.webp", found: picture(200, 275, .webp), foundFacts: FileFacts(orientation: 6),
            problem: ["picture-readers", "w", "weir turns the picture by its Exif orientation, and Chromium does not"]),
        Case(
            title: "a PNG that only some turn", img: "a.png", found: picture(200, 275, .png), foundFacts: FileFacts(orientation: 3),
            problem: ["picture-readers", "w", "Chromium turns the picture by its eXIf chunk, and ImageMagick does not"]),
        Case(
            title: "a HEIC that only some turn", img: "a.heic", found: picture(200, 275, .heic), foundFacts: FileFacts(orientation: 8),
            problem: ["picture-readers", "w", "libheif turns the picture by irot or imir, and Android's BitmapFactory does not"]),
        Case(
            title: "a HEIC that only some turn by its Exif block", img: "a.heic", found: picture(200, 275, .heic, other: (200, .right)),
            foundFacts: FileFacts(orientation: 1),
            problem: ["picture-readers", "w", "immich's app turns the picture by its Exif orientation, and libheif does not"]),
        Case(title: "an upright HEIC", img: "a.heic", found: picture(200, 275, .heic), foundFacts: FileFacts(orientation: 1)),
        Case(
            title: "an ICO with a larger PNG", img: "a.ico", found: picture(200, 275, .ico, other: (512, .up)),
            problem: [
                "picture-readers", "w",
                "Chromium shows an empty picture of the directory's size, and ImageMagick shows the PNG in its own",
            ]),
        Case(title: "an ICO with a PNG as its directory says", img: "a.ico", found: picture(200, 275, .ico)),
        Case(title: "a JPEG that all turn", found: picture(200, 275), foundFacts: FileFacts(orientation: 6)),
        Case(title: "an upright WebP", img: "a.webp", found: picture(200, 275, .webp), foundFacts: FileFacts(orientation: 1)),
        Case(
            title: "a picture that phones have in an older form", found: picture(200, 275, until: 1_800_000_000),
            problem: [
                "picture-cached", "img",
                "the picture has replaced another at this address, which phones may show until 2027-01-15T08:00:00Z",
            ]),
        Case(
            title: "a GIF that only some enlarge", img: "a.gif", found: picture(200, 275, .gif, hasOtherSize: true),
            problem: ["picture-readers", "w", "Chromium enlarges the screen to the first frame, and ImageMagick does not"]),
        Case(
            title: "an AVIF that only some crop", img: "a.avif", found: picture(200, 275, .avif, hasOtherSize: true),
            problem: ["picture-readers", "w", "libheif crops the picture by clap, and Chromium does not"]),
        Case(
            title: "a ratio", img: "a.svg", found: picture(200, 275, .svg, hasOtherSize: true),
            problem: ["picture-readers", "w", "the SVG has only a ratio, for which each program chooses a size"]),
        Case(title: "a GIF", img: "a.gif", found: picture(200, 275, .gif)),
        Case(
            title: "404", found: .failure(Failure(.httpStatus, "the server answered 404")), status: 404,
            problem: ["picture-exists", "img", "the picture is not there: http-status: the server answered 404"]),
        Case(
            title: "503", found: .failure(Failure(.httpStatus, "the server answered 503")), status: 503,
            problem: ["picture-reachable", "img", "the picture cannot be had now: http-status: the server answered 503"]),
        Case(
            title: "no HTTP", found: .failure(Failure(.httpStatus, "the server's answer breaks the rules of HTTP")),
            problem: [
                "picture-reachable", "img",
                "the picture cannot be had now: http-status: the server's answer breaks the rules of HTTP",
            ]),
        Case(
            title: "too slow", found: .failure(Failure(.timeout)),
            problem: [
                "picture-reachable", "img",
                "the picture cannot be had now: timeout: the transfer took longer than its limit",
            ]),
        Case(
            title: "a page", found: .failure(Failure(.notAnImage)),
            problem: ["picture-decodes", "img", "the picture is broken: not-an-image: the content is not a picture"]),
    ]

    private static func found(_ picture: PictureComparison) -> [Finding] {
        var choices = RuleChoices(Rule.all)
        choices.keepOnly(Rule.all)
        var findings = FindingStore(choices)
        _ = findings.addFile("m.json")
        for type in ManifestRules.types {
            var rule = type.init(RuleParameters(type.rule.parameters))
            rule.look(at: picture, &findings)
        }
        return findings.kept[0]
    }

    @Test(arguments: cases)
    func problems(row: Case) {
        let picture = PictureComparison(
            file: 0, subject: FindingSubject(img: row.img), declared: PixelSize(width: 200, height: 275), declaredFacts: row.facts,
            isPlaceholder: row.isPlaceholder, found: row.found, foundFacts: row.foundFacts, status: row.status)
        #expect(Self.found(picture).flatMap { [$0.rule, $0.field ?? "", $0.message] } == row.problem)
    }

    @Test func everyRuleFindsAProblem() {
        #expect(
            Set(Self.cases.compactMap(\.problem.first))
                == Set(Rule.all.filter { $0.family == .pictures && !$0.readsEntries }.map(\.id)).union([
                    "picture-format", "picture-source", "picture-range",
                ])
        )
    }

    struct Unread: CustomTestStringConvertible, Sendable {
        let title: String
        var format = ImageFormat.jpeg
        var hasOtherHeader = false
        /// The placeholders that the entry has, and those that its picture has.
        var declared: [Placeholders.Key: String] = [:]
        var found: [Placeholders.Key: String] = [:]
        var kinds: Set<Placeholders.Kind> = [.source, .range]
        var declaredFile = FileFacts()
        var foundFile = FileFacts()
        let rules: [String]
        var testDescription: String { title }
    }

    private static let hash16 = "00ff00ff12345678"

    /// The rules that need facts which were not read.
    static let unread = [
        Unread(title: "all kinds were looked for", rules: []),
        Unread(title: "no kind was", kinds: [], rules: ["picture-generated"]),
        Unread(title: "another kind was", kinds: [.range], rules: ["picture-generated"]),
        Unread(title: "a source", declared: [.source: "algorithmicMedia"], rules: []),
        Unread(
            title: "a source that nobody looked for", declared: [.source: "algorithmicMedia"], kinds: [.range], rules: ["picture-source"]),
        Unread(title: "a column of another meaning", declared: [.source: "supplier"], rules: []),
        Unread(title: "a column that nobody looked for", declared: [.source: "supplier"], kinds: [.range], rules: ["picture-generated"]),
        Unread(title: "a range", declared: [.range: "hdr"], rules: []),
        Unread(title: "a range that nobody looked for", declared: [.range: "hdr"], kinds: [.source], rules: ["picture-range"]),
        Unread(title: "a range of a shop", declared: [.range: "summer"], kinds: [.source], rules: []),
        Unread(title: "bytes", declaredFile: FileFacts(bytes: 1), foundFile: FileFacts(bytes: 2), rules: []),
        Unread(
            title: "bytes that nobody counted", declaredFile: FileFacts(bytes: 1), foundFile: FileFacts(sha256: "0f"),
            rules: ["picture-facts"]),
        Unread(title: "a hash", declaredFile: FileFacts(sha256: "0f"), foundFile: FileFacts(sha256: "0e"), rules: []),
        Unread(
            title: "a hash that nobody made", declaredFile: FileFacts(sha256: "0f"), foundFile: FileFacts(bytes: 1),
            rules: ["picture-facts"]),
        Unread(
            title: "one of both", declaredFile: FileFacts(bytes: 1, sha256: "0f"), foundFile: FileFacts(bytes: 1),
            rules: ["picture-facts"]),
        Unread(
            title: "the other of both", declaredFile: FileFacts(bytes: 1, sha256: "0f"), foundFile: FileFacts(sha256: "0f"),
            rules: ["picture-facts"]),
        Unread(title: "facts that the entry lacks", foundFile: FileFacts(bytes: 1, sha256: "0f"), rules: []),
        Unread(title: "an orientation", declaredFile: FileFacts(orientation: 6), rules: []),
        Unread(title: "a phash", declared: [.phash: hash16], found: [.phash: hash16], rules: []),
        Unread(title: "a phash that nobody made", declared: [.phash: hash16], rules: ["picture-placeholders"]),
        Unread(title: "a phash of a shop", declared: [.phash: "12"], rules: []),
        Unread(title: "a color", declared: [.meanColor: "#102030"], found: [.meanColor: "#102030"], rules: []),
        Unread(
            title: "a color that nobody made", declared: [.meanColor: "#102030"], found: [.phash: hash16], rules: ["picture-placeholders"]),
        Unread(title: "a color of a shop", declared: [.meanColor: "red"], rules: []),
        Unread(title: "a color that is not compared", declared: [.dominantColor: "#102030"], rules: []),
        Unread(title: "an ICO", format: .ico, rules: ["picture-readers"]),
        Unread(title: "an ICO that others have read", format: .ico, hasOtherHeader: true, rules: []),
        Unread(title: "an upright HEIC", format: .heic, foundFile: FileFacts(orientation: 1), rules: ["picture-readers"]),
        Unread(
            title: "an upright HEIC that others have read", format: .heic, hasOtherHeader: true, foundFile: FileFacts(orientation: 1),
            rules: []),
        Unread(title: "a turned HEIC", format: .heic, foundFile: FileFacts(orientation: 6), rules: []),
        Unread(title: "an upright JPEG", foundFile: FileFacts(orientation: 1), rules: []),
    ]

    @Test(arguments: unread) func factsThatWereNotRead(_ row: Unread) {
        var (declared, found) = (row.declaredFile, row.foundFile)
        declared.placeholders = row.declared
        found.placeholders = row.found
        found.kinds = row.kinds
        let size = PixelSize(width: 2, height: 3)
        let other = ImageHeader(format: row.format, displayed: size, stored: size, orientation: .up)
        func unread(_ result: Result<FoundPicture, Failure>) -> [String] {
            let picture = PictureComparison(
                file: 0, subject: FindingSubject(img: "a"), declared: size, declaredFacts: declared, found: result, foundFacts: found)
            return ManifestRules.types.filter { $0.lacksFacts(of: picture) }.map { $0.rule.id }
        }
        let picture = FoundPicture(size: size, format: row.format, otherHeader: row.hasOtherHeader ? other : nil)
        #expect(unread(.success(picture)) == row.rules)
        // Without a picture there is no format.
        #expect(unread(.failure(Failure(.notFound))) == row.rules.filter { $0 != "picture-readers" })
    }

    /// A picture whose name has another ending counts once, and so does one whose ending is right.
    @Test func formatsThatWereFound() {
        var choices = RuleChoices(Rule.all)
        #expect(choices.set("min-ios", of: "img-format", to: .number(15)) == true)
        var check = ManifestCheck(choices)
        let entries = ["a.jpg", "b.avif", "c.avif", "d.avif", "e.jpg"].map { #"{"w":30,"h":40,"img":"\#($0)","price":"1"}"# }
        var manifest = check.check("m.json", Array("[\(entries.joined(separator: ","))]".utf8))
        let size = PixelSize(width: 30, height: 40)
        let formats: [ImageFormat?] = [.avif, .avif, .avif, nil, .jpeg]
        manifest.take(formats.map { format in format.map { FoundPicture(size: size, format: $0) } })
        check.take(manifest)
        let found = check.result.files.flatMap(\.findings).filter { $0.rule == "img-format" }
        #expect(
            found.map { "\($0.pointer) \($0.message)" } == [
                "/1/img 4 of 5 pictures (this one first) are in the format avif, which is not shown by iOS 15 (iOS 16 is the first known to)"
            ])
    }

    /// Every failure belongs to exactly one rule.
    @Test(arguments: Failure.Code.allCases)
    func everyFailure(code: Failure.Code) {
        let picture = PictureComparison(
            file: 0, subject: FindingSubject(img: "a"), declared: PixelSize(width: 1, height: 1), found: .failure(Failure(code)))
        #expect(Self.found(picture).count == 1)
    }
}
