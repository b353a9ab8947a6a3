import TestSupport
import Testing
import WeirRecords

/// JSON Lines in which each row stands on a line of its own, in pieces of any length.
@Suite struct StrictLineTests {
    private func read(_ document: Bytes, cutAt cuts: [Int]) -> (texts: [String], complaints: [String], failure: String?) {
        let reading = RecordsTests.read(
            document, with: RowReader(.json(.lines), columns: RowColumns()), cutAt: cuts)
        return (reading.texts, reading.complaints, reading.failure?.text)
    }

    @Test func brokenLines() {
        let lines = [
            #"{"img":"a","price":1}"#, #"{"img":x}"#, #" {"img":"b"}"#, #"{"img":"c"} {"#, #"{"img":"d""#, "", #"{"img":"\u00e9"}"#,
            #"{"img":"e","img":"f"}"#, #"{"img":"g"}"#,
        ]
        let document = Bytes(lines.joined(separator: "\n"))
        let whole = read(document, cutAt: [])
        #expect(whole.texts == ["a 1", "b ", "é ", "g "])
        #expect(whole.complaints.map { $0.prefix { $0 != " " } } == ["2:8", "4:13", "5:11", "8:18"])
        #expect(whole.complaints[1].hasSuffix("text follows the row on its line"))
        #expect(whole.complaints[2].hasSuffix("the line ends inside the row"))
        for cut in 1..<document.count {
            let cut = read(document, cutAt: [cut])
            #expect(cut.texts == whole.texts && cut.complaints == whole.complaints && cut.failure == whole.failure)
        }
        let bytes = read(document, cutAt: Array(1..<document.count))
        #expect(bytes.texts == whole.texts && bytes.complaints == whole.complaints)
    }

    /// A line may be as long as a row, however it arrives, and the next ones are read.
    @Test(arguments: 0...1) func longLines(excess: Int) {
        let limit = RecordLimits.recordBytes
        let frame = #"{"img":"","price":2}"#
        let long = frame.replacing("\"\"", with: "\"\(String(repeating: "b", count: limit - frame.utf8.count + excess))\"")
        let document = Bytes("{\"img\":\"a\",\"price\":1}\n\(long)\n{\"img\":\"c\",\"price\":3}\n{\"img\":\"d\",\"price\":4}\n")
        for cuts in [[], [22, 22 + limit], [5, limit]] {
            let lines = read(document, cutAt: cuts)
            #expect(lines.texts.map { $0.suffix(1) } == (excess == 0 ? ["1", "2", "3", "4"] : ["1", "3", "4"]))
            #expect(lines.complaints == (excess == 0 ? [] : ["2:1 the row is longer than \(limit) bytes"]) && lines.failure == nil)
        }
    }
}
