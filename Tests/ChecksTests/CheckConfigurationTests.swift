import Layouts
import Testing
import WeirBase

@testable import Checks

@Suite struct CheckConfigurationTests {
    private static let rules = [
        Rule(
            "size-plausible", .manifest, .warning, "sizes are plausible", explanation: "", example: "", remedy: "",
            parameters: [
                RuleParameter("max-side", default: .number(20_000), "the longest side"),
                RuleParameter("share", default: .number(0.5), in: 0...1, "how many may be longer"),
                RuleParameter("keys", default: .texts([]), "further keys"),
            ]),
        Rule("price-present", .manifest, .error, "prices are there", explanation: "", example: "", remedy: ""),
        ManifestRules.parses,
    ]

    private func read(_ text: String) throws -> CheckConfiguration {
        try CheckConfiguration(JSONValue(text), rules: Self.rules)
    }

    /// A profile is one of those that weir knows, or a path.
    @Test func profiles() throws {
        let known = try #require(Profile.known.first).name
        #expect(try read("{\"profiles\":[\"\(known)\",\"./own.json\"]}").profiles == [known, "./own.json"])
        for unknown in ["\"\"", "7", "\"no-such-channel\""] {
            #expect(throws: ConfigurationFailure.self) { try read("{\"profiles\":[\(unknown)]}") }
        }
    }

    @Test func emptyConfiguration() throws {
        #expect(try read("{}") == CheckConfiguration())
        #expect(try read(#"{"$schema":"x"}"#) == CheckConfiguration())
        #expect(try read(#"{"$comment":"x","rules":{"$comment":""}}"#) == CheckConfiguration())
    }

    @Test func everything() throws {
        let configuration = try read(
            """
            {"rules": {"size-plausible": {"severity": "error", "max-side": 9000, "keys": ["a"]}, "price-present": "off"},
             "devices": ["iphone-15", {"name": "kiosk", "width": 1080, "height": 1920, "platform": "web"}],
             "layouts": ["waterflow:columns=4", {"layout": "flow", "columns": 3, "inset": "1,2,3,4", "orientation": "landscape"}],
             "ignore": [{"rule": "size-*", "img": "*/banner-*", "reason": "drawn by hand", "until": "2028-02-29"}],
             "failOn": "warning", "baseline": "known.json"}
            """)
        let change = try #require(configuration.rules["size-plausible"])
        #expect(change.severity == .error && !change.isOff)
        #expect(change.parameters.number("max-side") == 9000)
        #expect(change.parameters.texts("keys") == ["a"])
        #expect(configuration.rules["price-present"]?.isOff == true)
        #expect(configuration.devices.map(\.name) == ["iphone-15", "kiosk"])
        #expect(configuration.devices.map(\.platform) == [.ios, .web])
        #expect(
            configuration.layouts.map(\.choice)
                == [try LayoutChoice("waterflow:columns=4"), try LayoutChoice("flow:columns=3,inset=1,2,3,4")])
        #expect(configuration.layouts.map(\.orientation) == [nil, .landscape])
        #expect(configuration.ignores.map(\.reason) == ["drawn by hand"])
        #expect(configuration.failOn == .warning)
        #expect(configuration.baseline == "known.json")
    }

    @Test(arguments: [
        ("[]", "this must be an object"),
        (#"{"rule":{}}"#, #"there is no key "rule"; did you mean "rules"?"#),
        (#"{"rules":[]}"#, "rules: this must be an object"),
        (
            #"{"rules":{"size-plausibel":"off"}}"#,
            #"rules: there is no rule "size-plausibel"; did you mean "size-plausible"?"#
        ),
        (
            #"{"rules":{"price-present":"fatal"}}"#,
            #"rules.price-present: there is no severity "fatal"; there are off, info, warning, error"#
        ),
        (
            #"{"rules":{"price-present":1}}"#,
            "rules.price-present: this must be off, a severity, or an object with the rule's parameters"
        ),
        (
            #"{"rules":{"parses":"off"}}"#,
            "rules.parses: this cannot be off: of a file that does not parse nobody knows what is in it"
        ),
        (#"{"rules":{"parses":{"severity":"off"}}}"#, "rules.parses.severity: this cannot be off"),
        (
            #"{"rules":{"price-present":{"severity":"eror"}}}"#,
            #"rules.price-present.severity: there is no severity "eror"; did you mean "error"?"#
        ),
        (
            #"{"rules":{"size-plausible":{"max-sides":1}}}"#,
            #"rules.size-plausible: there is no key "max-sides"; did you mean "max-side"?"#
        ),
        (
            #"{"rules":{"size-plausible":{"max-side":"1"}}}"#,
            "rules.size-plausible.max-side: this must be a number of at least 0"
        ),
        (
            #"{"rules":{"size-plausible":{"max-side":-5}}}"#,
            "rules.size-plausible.max-side: this must be a number of at least 0"
        ),
        (
            #"{"rules":{"size-plausible":{"share":20}}}"#,
            "rules.size-plausible.share: this must be a number from 0 to 1"
        ),
        (#"{"rules":{"size-plausible":{"keys":[1]}}}"#, "rules.size-plausible.keys: this must be an array of texts"),
        (#"{"devices":"all"}"#, "devices: this must be an array"),
        (#"{"devices":["iphone-51"]}"#, #"devices[0]: there is no device "iphone-51"; did you mean"#),
        (#"{"devices":[{"name":"a","width":0,"height":1}]}"#, "devices[0]: width must be a number above 0"),
        (#"{"devices":["iphone-15","all"]}"#, "devices[1]: there is one named iphone-15 already"),
        (#"{"layouts":["waterfall"]}"#, "layouts[0]: layout: there is none named"),
        (#"{"layouts":[{"columns":3}]}"#, "layouts[0]: layout is missing"),
        (
            #"{"layouts":[{"layout":"flow","column":3}]}"#,
            #"layouts[0]: there is no key "column"; did you mean "columns"?"#
        ),
        (
            #"{"layouts":[{"layout":"flow","columns":[]}]}"#,
            "layouts[0].columns: this must be a number, a text, true or false"
        ),
        (#"{"layouts":[{"layout":"flow","columns":1.5}]}"#, "layouts[0].columns: \"1.5\" is not a whole number"),
        (#"{"layouts":[{"layout":"flow","orientation":"up"}]}"#, "layouts[0].orientation: there is no such choice"),
        (#"{"ignore":[{"rule":"size-plausible","img":"a"}]}"#, "ignore[0]: reason is missing"),
        (#"{"ignore":[{"rule":"size-plausible","reason":"a"}]}"#, "ignore[0]: file or img is missing"),
        (#"{"ignore":[{"rule":"size","img":"a","reason":"a"}]}"#, #"ignore[0].rule: there is no rule "size""#),
        (
            #"{"ignore":[{"rule":"*","img":"a","reason":"a","until":"2027-02-29"}]}"#,
            #"ignore[0].until: "2027-02-29" is not a day such as 2027-01-31"#
        ),
        (#"{"failOn":"never"}"#, #"failOn: there is no such choice "never"; there are info, warning, error"#),
        (#"{"$comment":1}"#, "$comment: this must be text"),
        (#"{"rules":{"$comment":null}}"#, "rules.$comment: this must be text"),
        (#"{"baseline":""}"#, "baseline: this must be text that is not empty"),
    ])
    func refused(text: String, message: String) {
        let failure = #expect(throws: ConfigurationFailure.self) { try read(text) }
        #expect(failure?.message.hasPrefix(message) == true, "\(failure?.message ?? "")")
    }

    /// Texts that could match nothing are refused.
    @Test(
        arguments: [
            ("price-pattern", "patterns", ["Free", "Price on*", "?"], ["# pieces", "¤#"]),
            (
                "img-host", "allowed", ["*.local", "10.0.0.1", "fd00::1"],
                ["", "http://a.example", "a.example/", "localhost:80", "[::1]", "u@a"]
            ),
            (
                "img-format", "browsers", ["chrome>=120", "firefox>=1", "safari>=16.4", "chrome>=9999", "2020", "2025"],
                [
                    "", "chrome", "opera>=9", "Chrome>=120", "chrome>120", "chrome>=", "chrome>=new", "chrome>=0", "chrome>=-1",
                    "chrome>=1.2.3", "chrome>=.5", "chrome>=5.", "chrome>=012", "chrome>=12000", "chrome>=1000000000000000000000", "2019",
                    "2026", "02024", "24",
                ]
            ),
            ("img-http", "allowed", ["cdn.*"], ["", "http://a.example", "localhost:80"]),
        ] as [(String, String, [String], [String])])
    func texts(rule: String, parameter: String, allowed: [String], refused: [String]) throws {
        func read(_ text: String) throws -> CheckConfiguration {
            try CheckConfiguration(JSONValue(#"{"rules":{"\#(rule)":{"\#(parameter)":["\#(text)"]}}}"#), rules: Rule.all)
        }
        for text in allowed { #expect(try read(text).rules[rule]?.parameters.texts(parameter) == [text]) }
        for text in refused {
            let failure = #expect(throws: ConfigurationFailure.self, "\(text)") { try read(text) }
            #expect(failure?.message.hasPrefix("rules.\(rule).\(parameter): this must be an array of texts, each ") == true)
        }
    }

    @Test(arguments: [
        ("img-expiry", #""on":"2001-02-29""#, "on: this must be a day such as 2027-01-31"),
        ("img-expiry", #""days":0"#, "days: this must be a number from 1 to 36500"),
        ("img-address", #""min-ios":0"#, "min-ios: this must be a number from 8 to 99"),
        ("img-address", #""min-ios":1700"#, "min-ios: this must be a number from 8 to 99"),
    ])
    func refusedParameters(rule: String, parameter: String, message: String) {
        let failure = #expect(throws: ConfigurationFailure.self) {
            try CheckConfiguration(JSONValue(#"{"rules":{"\#(rule)":{\#(parameter)}}}"#), rules: Rule.all)
        }
        #expect(failure?.message == "rules.\(rule).\(message)")
    }

    private static let nameWords = "name must be text that can be the name of a file"
    private static let insetWords = "insets must be [top, left, bottom, right], numbers from 0"

    /// Members of a device of 1 by 1 point that is named `a`, and the message if it is refused.
    @Test(
        arguments: [
            ([:], nil), (["insets": "[0,1.5,2,3]"], nil), (["insets": "[0,1,2,-1]"], insetWords), (["insets": "[0,1,2]"], insetWords),
            (["insets": "[0,1,2,3,4]"], insetWords), (["insets": "[0,1,2,3,null]"], insetWords), (["insets": "7"], insetWords),
            (["scale": "0.5"], nil), (["scale": "0"], "scale must be a number above 0"),
            (["width": "-1"], "width must be a number above 0"),
            (["height": "0"], "height must be a number above 0"), (["name": "7"], nameWords), (["name": "\"\""], nameWords),
            (["name": "\".\""], nameWords), (["name": "\"..\""], nameWords), (["name": "\"...\""], nil),
            (["name": "\"a/b\""], nameWords),
            (["name": "\"a\\u0007\""], nameWords), (["name": "\"\(String(repeating: "a", count: 200))\""], nil),
            (["name": "\"\(String(repeating: "a", count: 201))\""], nameWords),
        ] as [([String: String], String?)])
    func devices(_ members: [String: String], message: String?) throws {
        let all = ["name": "\"a\"", "width": "1", "height": "1"].merging(members) { $1 }
        let text = "[{\(all.map { "\"\($0)\":\($1)" }.joined(separator: ","))}]"
        let list = try JSONValue(text)
        do throws(ConfigurationFailure) {
            let devices = try Device.list(list)
            #expect(devices.count == 1 && message == nil)
        } catch {
            #expect(error.message == "device 1: \(message ?? "")")
        }
    }

    @Test func defaultsAreAllowed() {
        #expect(Rule.all.flatMap(\.parameters).allSatisfy { $0.allows($0.defaultValue) })
    }

    @Test(
        arguments: [
            ("a.json", "x/banner-1.png", "2028-02-29", true), ("a.json", "x/banner-1.png", "2028-03-01", false),
            ("b.json", "x/banner-1.png", "2028-01-01", false), ("a.json", "x/other.png", "2028-01-01", false),
            ("a.json", nil, "2028-01-01", false),
        ] as [(String, String?, String, Bool)])
    func ignores(file: String, img: String?, day: String, isCovered: Bool) throws {
        let text = #"{"ignore":[{"rule":"size-*","file":"a*","img":"*/banner-*","reason":"r","until":"2028-02-29"}]}"#
        let ignore = try #require(try read(text).ignores.first)
        let finding = FindingIdentity(rule: "size-plausible", img: img, field: nil)
        #expect(ignore.covers(finding, in: file, on: day) == isCovered)
    }
}
