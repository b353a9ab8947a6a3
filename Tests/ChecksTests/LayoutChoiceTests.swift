import Layouts
import Testing
import WeirBase

@testable import Checks

/// Layouts from texts, the keys that they take from a manifest, and parameters of single sections.
@Suite struct LayoutChoiceTests {
    /// `section-by section-size extra-height-by`, and the own parameter that stands beside them.
    @Test(
        arguments: [
            ("flow", nil, nil, nil, nil), ("flow:columns=3", nil, nil, nil, "3"), ("flow:section-by=a", "a", nil, nil, nil),
            ("flow:section-size=1", nil, 1, nil, nil), ("flow:section-by=a=b", "a=b", nil, nil, nil),
            ("waterflow:columns=2,extra-height-by=more", nil, nil, "more", "2"),
            ("mk-masonry:section-by=a,columns=4,extra-height-by=b", "a", nil, "b", "4"),
            ("mk-masonry:extra-height-by=b,section-size=20", nil, 20, "b", nil),
        ] as [(String, String?, Int?, String?, String?)])
    func texts(_ text: String, by: String?, size: Int?, extra: String?, columns: String?) throws {
        let choice = try LayoutChoice(text)
        #expect(choice.text == text && choice.recipe.kind.name == text.prefix { $0 != ":" })
        #expect(choice.keys == LayoutKeys(sectionBy: by, extraHeightBy: extra, sectionSize: size))
        #expect(choice.recipe.parameters.isSet("columns") == (columns != nil))
        if let columns { #expect(choice.recipe.parameters.text("columns") == columns) }
    }

    @Test(arguments: [
        ("flow:section-by=", "section-by: the value is empty"), ("flow:section-size=", "section-size: the value is empty"),
        ("flow:section-by=a,section-by=b", "section-by: it is set twice"),
        ("flow:section-size=1,section-size=1", "section-size: it is set twice"),
        ("waterflow:extra-height-by=a,extra-height-by=a", "extra-height-by: it is set twice"),
        ("flow:section-size=0", "section-size: \"0\" is not a number of pictures"),
        ("flow:section-size=-1", "section-size: \"-1\" is not a number of pictures"),
        ("flow:section-size=x", "section-size: \"x\" is not a number of pictures"),
        ("flow:section-by=a,section-size=2", "section-size: section-by and section-size exclude each other: one of them cuts the sections"),
        ("flow:section-size=2,section-by=a", "section-by: section-by and section-size exclude each other: one of them cuts the sections"),
        ("waterflow:section-by=a", "section-by: the layout has no such parameter; it has columns"),
        ("flow:section-by", "section-by: a parameter is set as name=value"),
        ("flow:", "layout: no parameter stands behind the colon of \"flow:\"; one is set as name=value"),
        // A colon before the name is part of no layout.
        (":", "layout: there is none named "), (":flow:columns=3", "layout: there is none named "),
        ("flow::columns=3", ":columns: the layout has no such parameter"),
    ])
    func refusedTexts(_ text: String, message: String) {
        let error = #expect(throws: LayoutError.self) { try LayoutChoice(text) }
        #expect(error?.description.hasPrefix(message) == true, "\(error?.description ?? "")")
    }

    @Test(arguments: [
        ("flow", ["section-by", "section-size"]), ("flow-waterfall", ["section-by", "section-size"]),
        ("mk-masonry", ["section-by", "section-size", "extra-height-by"]), ("waterflow", ["extra-height-by"]), ("carousel", []),
    ])
    func keysOfKinds(_ name: String, keys: [String]) throws {
        #expect(try LayoutKeys.parameters(of: LayoutKind.named(name)) == keys)
    }

    // MARK: Keys and the values of entries

    @Test func names() {
        #expect(LayoutKeys().names == [])
        #expect(LayoutKeys(sectionBy: "b", extraHeightBy: "a", sectionSize: 3).names == ["a", "b"])
        #expect(LayoutKeys(sectionBy: "a", extraHeightBy: "a").names == ["a"])
    }

    /// One entry with the key is enough, and an empty manifest lacks nothing.
    @Test(
        arguments: [
            (LayoutKeys(sectionBy: "a"), [], nil), (LayoutKeys(sectionBy: "a"), [nil, "x"], nil), (LayoutKeys(), [nil], nil),
            (LayoutKeys(sectionSize: 2), [nil], nil),
            (LayoutKeys(sectionBy: "a"), [nil, nil], "no entry has a, which section-by names; was it kept when the manifest was made?"),
            (
                LayoutKeys(extraHeightBy: "b"), [nil],
                "no entry has b, which extra-height-by names; was it kept when the manifest was made?"
            ),
        ] as [(LayoutKeys, [String?], String?)])
    func keysWithoutValues(_ keys: LayoutKeys, values: [String?], message: String?) {
        let found = fault { () throws(LayoutFault) in try keys.check { _ in values } }
        #expect(found?.message == message)
    }

    /// The points that a value adds, or the fault of the second entry.
    @Test(
        arguments: [
            (nil, 0), ("", 0), ("0", 0), ("-0", 0), ("1.5", 1.5), ("1000000", 1_000_000), ("1000000.1", nil), ("-0.1", nil), ("x", nil),
            ("nan", nil), ("inf", nil),
        ] as [(String?, Double?)])
    func extraHeights(_ value: String?, points: Double?) {
        let keys = LayoutKeys(extraHeightBy: "more")
        var page: PicturePage?
        let fault = fault { () throws(LayoutFault) in
            page = try keys.page([1, 2], [3, 4]) {
                $0 == "more" ? ["7", value] : []
            } unnamed: { () throws(LayoutError) in
                try PicturePage(widths: [1, 2], heights: [3, 4])
            }
        }
        #expect(page?.extraHeights == points.map { [7, $0] })
        let message = "more is \"\(value ?? "")\", and must be a number of points from 0 to 1000000"
        #expect(fault == (points == nil ? LayoutFault(message, item: 1) : nil))
    }

    /// Entries without the key form a section without a name. A page whose first section goes on has the name of the page before.
    @Test(arguments: [(nil, false), ("a", true), ("b", false)] as [(String?, Bool)])
    func namedSections(behind last: String?, continues: Bool) throws {
        let page = try LayoutKeys(sectionBy: "k").page([1, 1, 1, 1], [1, 1, 1, 1], behind: last) { _ in
            ["a", "a", nil, "b"]
        } unnamed: {
            () throws(LayoutError) in
            throw LayoutError("k", "the key names the sections")
        }
        #expect(page.sectionNames == ["a", "", "b"] && page.sectionLengths == [2, 1, 1])
        #expect(page.continuesSection == continues && page.extraHeights == [])
    }

    @Test func aPageThatIsRefused() {
        let found = fault { () throws(LayoutFault) in
            _ = try LayoutKeys().page([1], [1]) { _ in
                []
            } unnamed: { () throws(LayoutError) in
                throw LayoutError("k", "it is too long")
            }
        }
        #expect(found == LayoutFault("it is too long"))
    }

    // MARK: Sections

    private static func numbered(_ count: Int, size: Int, filled: Int = 0) -> PicturePage {
        let sides = Array(repeating: Int32(1), count: count)
        return try! PicturePage(widths: sides, heights: sides, sectionSize: size, filled: filled)
    }

    private static func named(_ names: [String], behind last: String? = nil) -> PicturePage {
        let sides = Array(repeating: Int32(1), count: names.count)
        return try! PicturePage(widths: sides, heights: sides, namedAfter: names, behind: last)
    }

    private func choice(_ sections: [String], _ keys: LayoutKeys) throws -> LayoutChoice {
        var recipe = try LayoutRecipe("flow")
        for key in sections { try recipe.parameters.set([("columns", "2")], ofSection: key) }
        return LayoutChoice(recipe, "flow", keys)
    }

    /// Sections are counted over all pages of a manifest, and one that goes on from the page before is counted once.
    @Test(
        arguments: [
            (["0", "2"], [[numbered(5, size: 2)]], nil), (["3"], [[numbered(5, size: 2)]], ("3", 3)),
            (["2"], [[numbered(3, size: 2), numbered(3, size: 2, filled: 3)]], nil),
            (["3"], [[numbered(3, size: 2), numbered(3, size: 2, filled: 3)]], ("3", 3)),
            (["3"], [[numbered(4, size: 2), numbered(4, size: 2, filled: 4)]], nil),
            (["4"], [[numbered(4, size: 2), numbered(4, size: 2, filled: 4)]], ("4", 4)),
            // Before the first page stands nothing that it could continue.
            (["1"], [[numbered(3, size: 2, filled: 1)]], nil), (["2"], [[numbered(3, size: 2, filled: 1)]], ("2", 2)),
            (["2"], [[numbered(3, size: 2)], [numbered(5, size: 2)]], nil), (["2"], [[numbered(5, size: 2)], [numbered(3, size: 2)]], nil),
            (["3"], [[numbered(3, size: 2)], [numbered(5, size: 2)]], ("3", 3)),
            (["*"], [[numbered(1, size: 2)]], nil), ([], [[numbered(1, size: 2)]], nil), (["*", "1"], [[numbered(1, size: 2)]], ("1", 1)),
            (["x"], [[numbered(1, size: 2)]], ("x", 1)), (["0"], [], ("0", 0)),
        ] as [([String], [[PicturePage]], (String, Int)?)])
    func numbersOfSections(_ sections: [String], manifests: [[PicturePage]], expected: (key: String, count: Int)?) throws {
        let layout = try choice(sections, LayoutKeys(sectionSize: 2))
        let message = expected.map { "there is no section \($0.key); the manifest has \($0.count), counted from 0" }
        let found = fault { () throws(LayoutFault) in try check(layout, manifests) }
        #expect(found?.message == message)
    }

    @Test(
        arguments: [
            (["hats", "*"], [[named(["hats", "sale"])]], nil), (["sale"], [[named(["hats"])], [named(["sale"])]], nil),
            (["0"], [[named(["hats"])]], "there is no section \"0\"; there are hats"),
            (["slae"], [[named(["hats", "sale"])]], "there is no section \"slae\"; did you mean \"sale\"?"),
            (["x"], [[named(["b", "a", "b"])], [named(["c"])]], "there is no section \"x\"; there are b, a, c"),
            (["x"], [[named([])]], "there is no section \"x\"; the manifest is empty and has none"), (["*"], [[named([])]], nil),
            (
                ["sock"], [[named((10..<30).map { "\($0)" })]],
                "there is no section \"sock\"; there are \((10..<30).map { "\($0)" }.joined(separator: ", "))"
            ),
            (
                ["sock"], [[named((10..<31).map { "\($0)" })]],
                "there is no section \"sock\"; there are \((10..<30).map { "\($0)" }.joined(separator: ", ")) and others"
            ),
        ] as [([String], [[PicturePage]], String?)])
    func namesOfSections(_ sections: [String], manifests: [[PicturePage]], message: String?) throws {
        let layout = try choice(sections, LayoutKeys(sectionBy: "k"))
        let found = fault { () throws(LayoutFault) in try check(layout, manifests) }
        #expect(found?.message == message)
    }

    private func check(_ layout: LayoutChoice, _ manifests: [[PicturePage]]) throws(LayoutFault) {
        switch manifests.count {
        case 0: try layout.checkSections()
        case 1: try layout.checkSections(of: manifests[0])
        default: try layout.checkSections(of: manifests[0], manifests[1])
        }
    }

    private func fault(_ body: () throws(LayoutFault) -> Void) -> LayoutFault? {
        do throws(LayoutFault) { try body() } catch { return error }
        return nil
    }

    /// `name item` of the section that comes back.
    @Test(
        arguments: [
            ([], nil), ([named(["a", "a", "b"])], nil), ([named(["a", "b", "b", "a"])], "a 3"),
            ([named(["a", "b"]), named(["b", "c"], behind: "b")], nil), ([named(["a", "b"]), named(["b", "c"])], "b 2"),
            // Only the first section of a page goes on.
            ([named(["a", "b"]), named(["b", "b", "a"], behind: "b")], "a 4"),
            ([named(["a", "b"]), named(["c", "b"], behind: "b")], "b 3"), ([numbered(4, size: 2)], nil),
            ([named(["a"]), named(["b", "b"]), named(["", "a", "b"])], "a 4"), ([named([""]), named(["a", ""])], " 2"),
        ] as [([PicturePage], String?)])
    func returningSections(_ pages: [PicturePage], expected: String?) {
        #expect(PicturePage.returningSection(of: pages).map { "\($0.name) \($0.item)" } == expected)
    }

    // MARK: Tables of sections

    private static let numbers = "sections have numbers from 0, and \"*\" is all others; names need section-by"

    @Test(arguments: [
        (#"{"0":{"columns":2},"12":{"header":"4"},"*":{"inset":1}}"#, false, ["*", "0", "12"]), ("{}", false, []),
        (#"{"hats":{},"-1":{},"01":{},"":{},"*":{}}"#, true, ["", "*", "-1", "01", "hats"]),
        (#"{"$comment":"all", "0":{"$comment":"two","columns":2}}"#, false, ["0"]),
    ])
    func tables(_ text: String, areNamed: Bool, keys: [String]) throws {
        var recipe = try LayoutRecipe("flow")
        try recipe.setSections(JSONValue(text), areNamed: areNamed)
        #expect(recipe.parameters.sections.keys.sorted() == keys)
    }

    @Test func parametersOfSections() throws {
        var recipe = try LayoutRecipe("flow:header=7")
        try recipe.setSections(JSONValue(#"{"0":{"columns":2,"footer":"4.5"},"1":{}}"#), areNamed: false)
        let sections = recipe.parameters.sections
        #expect(["columns", "footer", "header"].map { sections["0"]?.text($0) } == ["2", "4.5", "7"])
        #expect(sections["1"]?.isSet("columns") == false && sections["1"]?.text("header") == "7")
    }

    @Test(arguments: [
        (#"{"-1":{}}"#, "s.-1: \(numbers)"), (#"{"01":{}}"#, "s.01: \(numbers)"), (#"{"+1":{}}"#, "s.+1: \(numbers)"),
        (#"{"hats":{}}"#, "s.hats: \(numbers)"), (#"{"":{}}"#, "s.: \(numbers)"), ("[]", "s: this must be an object"),
        (#"{"0":2}"#, "s.0: this must be an object"), (#"{"0":{"columns":"two"}}"#, "s.0.columns: \"two\" is not a whole number"),
        (#"{"0":{"columns":null}}"#, "s.0.columns: this must be a number, a text, true or false"),
        (#"{"0":{"columns":[2]}}"#, "s.0.columns: this must be a number, a text, true or false"),
        (#"{"0":{"colums":2}}"#, "s.0: there is no parameter \"colums\"; did you mean \"columns\"?"),
        (#"{"0":{"direction":"horizontal"}}"#, "s.0.direction: it belongs to the whole layout, not to a section"),
        (#"{"$comment":1,"0":{}}"#, "s.$comment: this must be text"), (#"{"0":{"$comment":null}}"#, "s.0.$comment: this must be text"),
    ])
    func refusedTables(_ text: String, message: String) throws {
        var recipe = try LayoutRecipe("flow")
        let table = try JSONValue(text)
        let failure = #expect(throws: ConfigurationFailure.self) { try recipe.setSections(table, at: "s", areNamed: false) }
        #expect(failure?.message == message)
    }

    @Test(arguments: [
        ("\"a\"", "a"), ("1.50", "1.50"), ("true", "true"), ("false", "false"), ("null", nil), ("[1]", nil), ("{}", nil),
    ])
    func textsOfParameters(_ value: String, text: String?) throws { #expect(try JSONValue(value).parameterText == text) }
}
