import ImageHeaders
import TestSupport
import Testing
import WeirBase

@testable import Checks

@Suite struct ProfileTests {
    /// A picture that all channels take.
    private static let good = FoundPicture(
        size: PixelSize(width: 1600, height: 1600), format: .jpeg, colors: .rgb, isAnimated: false, bytes: 400_000)

    private static func picture(
        side: Int = 1600, other: Int? = nil, _ format: ImageFormat = .jpeg, isAnimated: Bool? = false, bytes: Int? = 400_000
    ) -> FoundPicture {
        FoundPicture(size: PixelSize(width: side, height: other ?? side), format: format, isAnimated: isAnimated, bytes: bytes)
    }

    private static func findings(
        _ profiles: [Profile], _ found: FoundPicture?, img: String = "https://cdn.example/a.jpg", images: String = "[]",
        on day: String = "2027-02-01"
    ) -> CheckResult {
        var choices = RuleChoices(Rule.all)
        choices.day = day
        choices.profiles = profiles
        choices.keepOnly([ChannelLimits.rule])
        var check = ManifestCheck(choices)
        var manifest = check.check("m.json", Array(#"[{"w":1600,"h":1600,"img":"\#(img)","price":"€1","images":\#(images)}]"#.utf8))
        if let found { manifest.take([found]) }
        check.take(manifest)
        return check.result
    }

    /// `info max-side`, for each finding.
    private static func words(_ result: CheckResult) -> [String] {
        result.files[0].findings.map { "\($0.severity.rawValue) \($0.field?.split(separator: " ").last ?? "")" }
    }

    @Test func allAreRead() {
        #expect(Profile.known.map(\.name) == ["google-merchant", "tiktok-shop", "meta", "pinterest", "openai", "allegro"])
        for limit in Profile.known.flatMap(\.limits) { #expect(limit.source.hasPrefix("https://")) }
    }

    struct Row: Sendable {
        let profile: String
        let limit: String
        let picture: FoundPicture
        var img = "https://cdn.example/a.jpg"
        var further = 0
        let isReported: Bool
    }

    /// So many further pictures.
    private static func images(_ count: Int) -> String {
        "[\((0..<count).map { #"{"w":1600,"h":1600,"img":"\#($0).jpg"}"# }.joined(separator: ","))]"
    }

    private static let address = "https://cdn.example/" + String(repeating: "a", count: 1976) + ".jpg"

    /// Each limit at its value and beyond it.
    private static let rows: [Row] = [
        Row(profile: "google-merchant", limit: "error min-side", picture: picture(side: 499, other: 1600), isReported: true),
        Row(profile: "google-merchant", limit: "error min-side", picture: picture(side: 500, other: 1600), isReported: false),
        Row(profile: "google-merchant", limit: "info min-side", picture: picture(side: 499), isReported: false),
        Row(profile: "google-merchant", limit: "info min-side", picture: picture(side: 1499), isReported: true),
        Row(profile: "google-merchant", limit: "info min-side", picture: picture(side: 1500), isReported: false),
        Row(profile: "google-merchant", limit: "error max-pixels", picture: picture(side: 8000, other: 7999), isReported: false),
        Row(profile: "google-merchant", limit: "error max-pixels", picture: picture(side: 8000, other: 8001), isReported: true),
        Row(profile: "google-merchant", limit: "error max-bytes", picture: picture(bytes: 16_000_000), isReported: false),
        Row(profile: "google-merchant", limit: "error max-bytes", picture: picture(bytes: 16_000_001), isReported: true),
        Row(profile: "google-merchant", limit: "error formats", picture: picture(.avif), img: "a.avif", isReported: true),
        Row(profile: "google-merchant", limit: "error formats", picture: picture(.webp), img: "a.webp", isReported: false),
        Row(profile: "google-merchant", limit: "error name-fits-format", picture: picture(.png), isReported: true),
        Row(profile: "google-merchant", limit: "error name-fits-format", picture: picture(.png), img: "a.png", isReported: false),
        Row(profile: "google-merchant", limit: "error name-fits-format", picture: picture(.png), img: "a", isReported: false),
        Row(
            profile: "google-merchant", limit: "warning animated", picture: picture(.gif, isAnimated: true), img: "a.gif", isReported: true),
        Row(profile: "google-merchant", limit: "warning animated", picture: picture(.gif), img: "a.gif", isReported: false),
        Row(profile: "google-merchant", limit: "error max-address", picture: good, img: address, isReported: false),
        Row(profile: "google-merchant", limit: "error max-address", picture: good, img: address + "?", isReported: true),
        Row(profile: "google-merchant", limit: "error ascii-address", picture: good, img: "https://cdn.example/hüte.jpg", isReported: true),
        Row(
            profile: "google-merchant", limit: "error ascii-address", picture: good, img: "https://cdn.example/h%C3%BCte.jpg",
            isReported: false),
        Row(profile: "tiktok-shop", limit: "warning min-side", picture: picture(side: 599), isReported: true),
        Row(profile: "tiktok-shop", limit: "warning min-side", picture: picture(side: 600), isReported: false),
        Row(profile: "tiktok-shop", limit: "warning max-side", picture: picture(side: 6000), isReported: false),
        Row(profile: "tiktok-shop", limit: "warning max-side", picture: picture(side: 6000, other: 6001), isReported: true),
        Row(profile: "tiktok-shop", limit: "warning max-bytes", picture: picture(bytes: 5_000_000), isReported: false),
        Row(profile: "tiktok-shop", limit: "warning max-bytes", picture: picture(bytes: 5_000_001), isReported: true),
        Row(profile: "tiktok-shop", limit: "warning formats", picture: picture(.webp), img: "a.webp", isReported: true),
        Row(profile: "tiktok-shop", limit: "warning formats", picture: picture(.png), img: "a.png", isReported: false),
        Row(profile: "google-merchant", limit: "warning max-further", picture: good, further: 10, isReported: false),
        Row(profile: "google-merchant", limit: "warning max-further", picture: good, further: 11, isReported: true),
        Row(profile: "meta", limit: "error min-side", picture: picture(side: 499), isReported: true),
        Row(profile: "meta", limit: "error min-side", picture: picture(side: 500), isReported: false),
        Row(profile: "pinterest", limit: "error min-side", picture: picture(side: 74), isReported: true),
        Row(profile: "pinterest", limit: "error min-side", picture: picture(side: 75), isReported: false),
        Row(profile: "pinterest", limit: "error max-address", picture: good, img: String(address.dropFirst()), isReported: false),
        Row(profile: "pinterest", limit: "error max-address", picture: good, img: address + "?", isReported: true),
        Row(profile: "pinterest", limit: "warning max-further", picture: good, further: 10, isReported: false),
        Row(profile: "pinterest", limit: "warning max-further", picture: good, further: 11, isReported: true),
        Row(profile: "allegro", limit: "error min-longer-side", picture: picture(side: 100, other: 399), isReported: true),
        Row(profile: "allegro", limit: "error min-longer-side", picture: picture(side: 100, other: 400), isReported: false),
        Row(profile: "allegro", limit: "warning min-longer-side", picture: picture(side: 100, other: 499), isReported: true),
        Row(profile: "allegro", limit: "warning min-longer-side", picture: picture(side: 100, other: 500), isReported: false),
        Row(profile: "allegro", limit: "info max-side", picture: picture(side: 2560), isReported: false),
        Row(profile: "allegro", limit: "info max-side", picture: picture(side: 100, other: 2561), isReported: true),
        Row(profile: "allegro", limit: "error max-pixels", picture: picture(side: 5000, other: 5200), isReported: false),
        Row(profile: "allegro", limit: "error max-pixels", picture: picture(side: 5000, other: 5201), isReported: true),
        Row(profile: "allegro", limit: "warning max-bytes", picture: picture(bytes: 26_200_000), isReported: false),
        Row(profile: "allegro", limit: "warning max-bytes", picture: picture(bytes: 26_200_001), isReported: true),
        Row(profile: "pinterest", limit: "info min-side", picture: picture(side: 999), isReported: true),
        Row(profile: "pinterest", limit: "info min-side", picture: picture(side: 1000), isReported: false),
        Row(profile: "openai", limit: "warning formats", picture: picture(.gif), img: "a.gif", isReported: true),
        Row(profile: "openai", limit: "warning formats", picture: good, isReported: false),
    ]

    @Test(arguments: rows) func limits(row: Row) throws {
        let profile = try #require(Profile.known.first { $0.name == row.profile })
        let found = Self.words(Self.findings([profile], row.picture, img: row.img, images: Self.images(row.further)))
        #expect(found.contains(row.limit) == row.isReported, "\(row): \(found)")
    }

    /// The first version that shows a format, on both sides of it; none; and one that is not known.
    @Test(
        arguments: [
            ("chrome>=84", .avif, "avif, not shown by Chrome 84 (Chrome 85 is the first known to)"), ("chrome>=85", .avif, nil),
            ("safari>=16.3", .avif, "avif, not shown by Safari 16.3 (Safari 16.4 is the first known to)"), ("safari>=16.4", .avif, nil),
            ("chrome>=155", .jxl, "jxl, not shown by Chrome 155 (Chrome 156 is the first known to)"), ("chrome>=156", .jxl, nil),
            ("firefox>=200", .jxl, nil),
            ("firefox>=200", .tiff, "tiff, not shown by Firefox 200 (no version does)"), ("safari>=1", .tiff, nil),
        ] as [(String, ImageFormat, String?)])
    func browsers(floor: String, format: ImageFormat, message: String?) throws {
        let limit = #"{"limit":"browsers","value":["\#(floor)"],"source":"s","read":"2026-11-26"}"#
        let profile = try Profile(Array(#"{"name":"a","limits":[\#(limit)]}"#.utf8).withUnsafeBytes { try JSONValue($0) })
        let file = Self.findings([profile], Self.picture(format)).files[0]
        let found = file.findings
        let (name, version) = (floor.prefix { $0 != ">" }, floor.drop { $0 != "=" }.dropFirst())
        let takes = "and a takes formats that \(name.prefix(1).uppercased())\(name.dropFirst()) \(version) show"
        #expect(found.map(\.message) == (message.map { ["the picture is a \($0), \(takes)"] } ?? []))
        let isKnown = floor != "firefox>=200" || format != .jxl
        #expect(file.reasonUnchecked(ChannelLimits.rule) == (isKnown ? nil : "of some pictures it is not known: browsers"))
    }

    /// A year stands for the versions of its end. docs/formats.md has them; its rows are `browser | versions | read on`.
    @Test func years() throws {
        func found(_ year: Int, _ format: ImageFormat) throws -> [String] {
            let limit = #"{"limit":"browsers","value":["\#(year)"],"source":"s","read":"2026-11-26"}"#
            let profile = try Profile(Array(#"{"name":"a","limits":[\#(limit)]}"#.utf8).withUnsafeBytes { try JSONValue($0) })
            return Self.findings([profile], Self.picture(format)).files[0].findings.map(\.message)
        }
        #expect(
            try found(2021, .avif) == [
                """
                the picture is a avif, not shown by Safari 15.2 (Safari 16.4 is the first known to), \
                and a takes formats that Chrome 96, Firefox 95, Safari 15.2 show
                """
            ])
        #expect(try [2022, 2023].map { try found($0, .avif).count } == [1, 0])
        #expect(try found(2020, .webp) == [])
        let page = String(decoding: try Fixtures.bytes(of: Fixtures.root + "/docs/formats.md"), as: UTF8.self)
        func documented(_ start: String) throws -> [Double] {
            let row = try #require(page.split(separator: "\n").first { $0.hasPrefix(start) })
            return row.split(separator: "|")[1].split(separator: ",").compactMap { Double($0.filter { $0 != " " }) }
        }
        #expect(try documented("| browser |") == ViewerFloor.years.map { Double($0.year) })
        #expect(try documented("| Chrome |") == ViewerFloor.years.map(\.chrome))
        #expect(try documented("| Firefox |") == ViewerFloor.years.map(\.firefox))
        #expect(try documented("| Safari |") == ViewerFloor.years.map(\.safari))
    }

    /// The address and the number of further pictures are judged where the picture itself is not known, and not its size.
    @Test func placeholders() throws {
        var choices = RuleChoices(Rule.all)
        let limits = [("min-side", 500), ("max-further", 1), ("max-address", 12)].map {
            #"{"limit":"\#($0.0)","value":\#($0.1),"source":"s","read":"2026-11-26"}"#
        }
        let text = #"{"name":"a","limits":[\#(limits.joined(separator: ","))]}"#
        choices.profiles = [try Profile(Array(text.utf8).withUnsafeBytes { try JSONValue($0) })]
        choices.keepOnly([ChannelLimits.rule])
        var check = ManifestCheck(choices)
        let further = #"[{"w":900,"h":900,"img":"b.jpg"},{"w":900,"h":900,"img":"c.jpg"}]"#
        let entries = ["a.jpg", "a-long-name.jpg"].map {
            #"{"w":9,"h":9,"img":"\#($0)","price":"","status":"placeholder","images":\#(further)}"#
        }
        check.take(check.check("m.json", Array("[\(entries.joined(separator: ","))]".utf8)))
        let messages = check.result.files[0].findings.map(\.message)
        #expect(
            messages == [
                "the entry has 2 further pictures, and a takes at most 1 further pictures of an entry; 2 of 2 entries, this one first",
                "the address has 15 characters, and a takes addresses of at most 12 characters",
            ], "\(messages)")
    }

    /// Each limit of a profile has rows on both sides.
    @Test func allLimitsAreTested() {
        for profile in Profile.known {
            for limit in profile.limits {
                let name = "\(limit.severity(on: "2027-02-01").rawValue) \(limit.kind.rawValue)"
                let rows = Self.rows.filter { $0.profile == profile.name && $0.limit == name }
                #expect(Set(rows.map(\.isReported)) == [true, false], "\(profile.name) \(name)")
            }
        }
    }

    @Test func beginsOnItsDay() {
        let google = Profile.known.filter { $0.name == "google-merchant" }
        let small = Self.picture(side: 499)
        let before = Self.findings(google, small, on: "2027-01-30")
        #expect(Self.words(before) == ["warning min-side"])
        #expect(
            before.files[0].findings[0].message
                == "the picture is 499x499, and google-merchant takes at least 500x500 pixels from 2027-01-31 on")
        #expect(Self.words(Self.findings(google, small, on: "2027-01-31")) == ["error min-side"])
    }

    /// Further pictures have the same limits, with what was found of them or what the entry states.
    @Test func furtherPictures() throws {
        let meta = Profile.known.filter { $0.name == "meta" }
        let images =
            #"[{"w":499,"h":800,"img":"b.jpg"},{"w":9,"h":9,"img":"c.jpg","status":"placeholder"},{"w":800,"h":800,"img":"d.jpg"}]"#
        let stated = try #require(Self.findings(meta, Self.good, images: images).files[0].findings.first)
        #expect(stated.message.hasPrefix("the picture is 499x800, and meta takes at least 500x500 pixels"), "\(stated.message)")
        #expect(stated.pointer == "/0/images/0" && stated.img == "b.jpg" && !stated.message.contains(" of 4 pictures"))

        var choices = RuleChoices(Rule.all)
        choices.profiles = meta
        choices.keepOnly([ChannelLimits.rule])
        var check = ManifestCheck(choices)
        var manifest = check.check("m.json", Array(#"[{"w":1600,"h":1600,"img":"a.jpg","price":"","images":\#(images)}]"#.utf8))
        for (picture, side) in zip(manifest.furtherPictures(of: 0), [600, 9, 300]) {
            let (file, subject) = manifest.subject(of: 0, picture)
            manifest.check(
                PictureComparison(file: file, subject: subject, declared: picture.size, found: .success(Self.picture(side: side))))
        }
        manifest.take([Self.good])
        check.take(manifest)
        #expect(check.result.files[0].findings.map(\.pointer) == ["/0/images/2"])
    }

    /// A limit as in a file of a team.
    private static func limit(_ kind: String, _ value: String, _ more: String = "") -> String {
        #"{"limit":"\#(kind)","value":\#(value),"source":"s","read":"2026-11-26"\#(more)}"#
    }

    private static let info = #","severity":"info""#

    /// Of the limits of one kind the worst is reported, and the first of those that are as bad. Their number stands in the first finding.
    @Test(
        arguments: [
            ([limit("min-side", "500"), limit("min-side", "800")], [300], ["error 300x300, and a takes at least 500x500 pixels"]),
            ([limit("min-side", "800"), limit("min-side", "500")], [300], ["error 300x300, and a takes at least 800x800 pixels"]),
            ([limit("min-side", "800"), limit("min-side", "500")], [600], ["error 600x600, and a takes at least 800x800 pixels"]),
            ([limit("min-side", "800"), limit("min-side", "500")], [800], []),
            (
                [limit("min-side", "800", info), limit("min-side", "500")], [499, 500, 799, 800],
                [
                    "error 499x499, and a takes at least 500x500 pixels",
                    "info 500x500, and a recommends at least 800x800 pixels; 2 of 4 pictures, this one first",
                ]
            ),
            (
                [limit("min-side", "500", #","severity":"warning""#)], [2, 2],
                ["warning 2x2, and a takes at least 500x500 pixels; 2 of 2 pictures, this one first"]
            ),
            (
                [limit("min-side", "5", #","from":"2027-02-01""#), limit("max-side", "5", #","from":"2027-02-02""#)], [4, 6],
                [
                    "error 4x4, and a takes at least 5x5 pixels since 2027-02-01",
                    "warning 6x6, and a takes at most 5x5 pixels from 2027-02-02 on",
                ]
            ),
            (
                [limit("min-side", "5", #","primary":false"#)], [4],
                ["warning 4x4, and a takes at least 5x5 pixels, as pages of others say (s, read on 2026-11-26)"]
            ),
            ([limit("min-side", "5", #","primary":true"#)], [4], ["error 4x4, and a takes at least 5x5 pixels"]),
            ([limit("min-longer-side", "5")], [4, 5], ["error 4x4, and a takes at least 5 pixels on the longer side"]),
            ([limit("max-pixels", "16")], [4, 5], ["error 5x5, and a takes at most 16 pixels in all"]),
        ] as [([String], [Int], [String])])
    func limitsOfATeam(_ limits: [String], sides: [Int], messages: [String]) throws {
        let entries = sides.enumerated().map { #"{"w":\#($1),"h":\#($1),"img":"\#($0).jpg","price":""}"# }
        let found = try Self.checked(limits, entries).findings
        #expect(
            found.map { "\($0.severity.rawValue) \($0.message.replacing("the picture is ", with: ""))" }.sorted() == messages.sorted())
        #expect(found.allSatisfy { $0.isAboutAllEntries })
    }

    private static func checked(_ limits: [String], _ entries: [String]) throws -> CheckResult.File {
        var choices = RuleChoices(Rule.all)
        choices.day = "2027-02-01"
        choices.profiles = [try Profile(JSONValue(#"{"name":"a","limits":[\#(limits.joined(separator: ","))]}"#))]
        choices.keepOnly([ChannelLimits.rule])
        var check = ManifestCheck(choices)
        check.take(check.check("m.json", Array("[\(entries.joined(separator: ","))]".utf8)))
        return check.result.files[0]
    }

    /// The facts that an entry states count until the picture was looked at; `0` states none.
    @Test(
        arguments: [
            ("max-bytes", "5", #""bytes":5"#, nil, nil), ("max-bytes", "5", #""bytes":6"#, "the picture has 6 bytes", nil),
            ("max-bytes", "5", #""bytes":0"#, nil, "bytes"), ("max-bytes", "5", #""status":"ok""#, nil, "bytes"),
            ("max-bytes", "1", #""bytes":1"#, nil, nil),
            ("formats", #"["png"]"#, #""format":"png""#, nil, nil),
            ("formats", #"["png"]"#, #""format":"gif""#, "the picture is a gif", nil),
            ("formats", #"["png"]"#, #""format":"what""#, nil, "format"), ("formats", #"["png"]"#, #""status":"ok""#, nil, "format"),
            ("animated", "false", #""format":"gif""#, nil, "animation"), ("min-side", "5", #""status":"placeholder""#, nil, nil),
            (
                "name-fits-format", "true", #""format":"png""#, "the picture is a png, and its name says jpeg", nil
            ), ("name-fits-format", "true", #""format":"jpeg""#, nil, nil), ("name-fits-format", "true", #""status":"ok""#, nil, "format"),
            ("max-address", "5", #""status":"ok""#, nil, nil), ("max-address", "4", #""status":"ok""#, "the address has 5 characters", nil),
            ("browsers", #"["chrome>=84"]"#, #""status":"ok""#, nil, "format"),
        ] as [(String, String, String, String?, String?)])
    func statedFacts(_ kind: String, value: String, fact: String, message: String?, unknown: String?) throws {
        let file = try Self.checked([Self.limit(kind, value)], [#"{"w":4,"h":9,"img":"a.jpg","price":"",\#(fact)}"#])
        let found = file.findings.map { String($0.message.split(separator: ", and a takes")[0]) }
        #expect(found == [message].compactMap { $0 })
        #expect(file.reasonUnchecked(ChannelLimits.rule) == unknown.map { "of some pictures it is not known: \($0)" })
    }

    /// A limit on an unknown fact has not passed.
    @Test func unknownFacts() {
        let google = Profile.known.filter { $0.name == "google-merchant" }
        let result = Self.findings(google, nil)
        #expect(result.files[0].findings.isEmpty)
        #expect(result.files[0].reasonUnchecked(ChannelLimits.rule) == "of some pictures it is not known: animation, bytes, format")
        #expect(Self.findings(google, Self.good).files[0].reasonUnchecked(ChannelLimits.rule) == nil)
        #expect(Self.findings([], Self.good).files[0].reasonUnchecked(ChannelLimits.rule) == "no profile of a channel is named")
    }

    @Test(arguments: [
        (
            #"{"name":"a","limits":[{"limit":"min-sid","value":5,"source":"s","read":"2026-11-26"}]}"#,
            #"limits[0].limit: there is no such choice "min-sid"; did you mean "min-side"?"#
        ),
        (
            #"{"name":"a","limits":[{"limit":"min-side","valu":5,"source":"s","read":"2026-11-26"}]}"#,
            #"limits[0]: there is no key "valu"; did you mean "value"?"#
        ),
        (
            #"{"name":"a","limits":[{"limit":"formats","value":["jpg"],"source":"s","read":"2026-11-26"}]}"#,
            #"limits[0].value: there is no format "jpg"; did you mean "jpeg"?"#
        ),
        (
            #"{"name":"a","limits":[{"limit":"min-side","value":0,"source":"s","read":"2026-11-26"}]}"#,
            "limits[0].value: this must be a whole number above 0"
        ),
        (
            #"{"name":"a","limits":[{"limit":"min-side","value":5,"read":"2026-11-26"}]}"#,
            "limits[0]: source is missing: whoever reads this next year will want to know it"
        ),
        (
            #"{"name":"a","limits":[{"limit":"min-side","value":5,"source":"s","read":"2026-13-26"}]}"#,
            #"limits[0].read: "2026-13-26" is not a day such as 2027-01-31"#
        ),
        (
            #"{"name":"a","limits":[{"limit":"browsers","value":["chrome>=new"],"source":"s","read":"2026-11-26"}]}"#,
            """
            limits[0].value: this must be an array of texts, each a year from 2020 to 2025, or chrome, firefox or safari with a version, \
            such as chrome>=120
            """
        ),
        (#"{"name":"a","limits":[]}"#, "limits: a profile has at least one limit"),
        (#"{"limits":[]}"#, "name is missing"),
    ])
    func refused(text: String, message: String) throws {
        let document = try Array(text.utf8).withUnsafeBytes { try JSONValue($0) }
        let failure = #expect(throws: ConfigurationFailure.self) { try Profile(document) }
        #expect(failure?.message == message)
    }
}
