import Testing
import WeirReports
import WeirSystem

@testable import weir

@Suite struct ArgumentTests {
    @Test(arguments: [
        ("1", 1), ("0", 0), ("007", 7), ("250000000", 250_000_000), ("1e9", 1_000_000_000), ("1E9", 1_000_000_000),
        ("25e7", 250_000_000), ("3e0", 3), ("0e5", 0), ("9223372036854775807", Int.max), ("9e18", 9_000_000_000_000_000_000),
    ])
    func readsCounts(text: String, count: Int) throws {
        #expect(try Argument(text).count(atLeast: 0) == count)
    }

    @Test(arguments: [
        ("", "'' is not a whole number such as 5000 or 5e3"),
        ("many", "many is not a whole number such as 5000 or 5e3"),
        ("-1", "-1 is not a whole number such as 5000 or 5e3"),
        ("+1", "+1 is not a whole number such as 5000 or 5e3"),
        ("1.5", "1.5 is not a whole number such as 5000 or 5e3"),
        ("1_000", "1_000 is not a whole number such as 5000 or 5e3"),
        (" 1", "' 1' is not a whole number such as 5000 or 5e3"),
        ("e9", "e9 is not a whole number such as 5000 or 5e3"),
        ("1e", "1e is not a whole number such as 5000 or 5e3"),
        ("1e-3", "1e-3 is not a whole number such as 5000 or 5e3"),
        ("1e1e1", "1e1e1 is not a whole number such as 5000 or 5e3"),
        ("١", "١ is not a whole number such as 5000 or 5e3"),
        ("9223372036854775808", "9223372036854775808 is too large"),
        ("1e19", "1e19 is too large"),
        ("10e18", "10e18 is too large"),
        ("1e99999999999999999999", "1e99999999999999999999 is too large"),
        ("1", "1 is less than 2"),
    ])
    func refusesCounts(text: String, message: String) {
        #expect(throws: UsageError(message)) { try Argument(text).count(atLeast: 2) }
    }

    @Test func readsChoices() throws {
        #expect(try Argument("jsonl").choice() == ProbeReport.jsonl)
        for word in ["JSON", "", "json "] {
            let message = "\(Argument(word).shown) is not one of text, tsv, json, jsonl"
            #expect(throws: UsageError(message)) { () throws(UsageError) -> ProbeReport in
                try Argument(word).choice()
            }
        }
    }

    @Test(arguments: [
        (Array("photo.jpg".utf8), "photo.jpg"),
        (Array("fotó 1.jpg".utf8), "'fotó 1.jpg'"),
        ([], "''"),
        ([0x61, 0xFF], "a\u{FFFD}"),
        (Array("\u{1B}[2J\n".utf8), "<U+001B>[2J<U+000A>"),
    ])
    func isShownWithoutControls(bytes: [UInt8], shown: String) {
        #expect(Argument(bytes).shown == shown)
    }

    @Test func bytesThatAreNoTextSurvive() throws {
        let name: [UInt8] = [0x63, 0x61, 0x66, 0xE9]
        #expect(Argument(name).text == nil)
        let list = Argument("--files-from=".utf8 + name)
        let options = try ProbeOptions.grammar.options(from: [list, Argument(name)])
        #expect(options == ProbeOptions(operands: [name], filesFrom: name))
    }

    @Test func bytesThatAreNoTextAreRefusedWhereTextIsNeeded() {
        let format = Argument("--format=".utf8 + [0xFF])
        #expect(throws: UsageError("--format: \u{FFFD} is not one of text, tsv, json, jsonl")) {
            try ProbeOptions.grammar.options(from: [format])
        }
        let option = Argument("--rec".utf8 + [0xFF])
        #expect(throws: UsageError("unknown option --rec\u{FFFD}")) {
            try ProbeOptions.grammar.options(from: [option])
        }
    }
}
