import Foundation
import TestSupport
import Testing
import WeirRecords

/// The memory and the time for hostile and huge XML.
@Suite(.serialized) struct XMLPlistLimitTests {
    private static let start: Bytes = "<plist><array><dict><key>img</key><string>a</string><key>price</key><string>1</string>"
    private static let end: Bytes = "</dict><dict><key>img</key><string>b</string><key>price</key><string>2</string></dict></array></plist>"

    /// Reads a list in which a part is repeated, one block at a time. Returns the reading and the memory that was
    /// added meanwhile.
    private func read(_ start: Bytes, _ part: Bytes, times: Int, _ end: Bytes) -> (CatalogueReading, bytes: Int) {
        var reader = RowReader(.xmlPlist, columns: RowColumns())
        var batch = RowBatch()
        var reading = CatalogueReading()
        let perBlock = max(1, 65536 / part.count)
        let block = Bytes(Array((0..<perBlock).map { _ in part.all }.joined()))
        let before = residentBytes()
        func push(_ bytes: Bytes, isEnd: Bool = false) {
            guard reading.failure == nil else { return }
            bytes.all.withUnsafeBytes { bytes in
                do throws(DocumentFailure) {
                    try reader.read(bytes, isEnd: isEnd, into: &batch)
                } catch {
                    reading.failure = error
                }
            }
        }
        push(start)
        for _ in 0..<max(1, times / perBlock) { push(block) }
        push(end, isEnd: true)
        reading.append(batch, kept: 0)
        return (reading, residentBytes() - before)
    }

    private func residentBytes() -> Int {
        let status = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
        return (status.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * 4096
    }

    private static let tooLong = "the dictionary is longer than 1048576 bytes"
    /// Other tests run at the same time, so no number is exact.
    private static let someMegabytes = 64 << 20

    /// An endless row is broken, and the next row is read.
    @Test(arguments: [
        ("<key>more</key><string>", "line\n", "</string>"),
        ("<key>more</key><data>", "\n\n\n\n\n\n\n\n", "</data>"),
        ("<key>more</key><array>", "<dict><key>a</key><true/></dict>", "</array>"),
        ("<key>w</key><string>", "0123456789abcdef", "</string>"),
        ("<key>", "0123456789abcdef", "</key><true/>"),
        ("", "<key>more</key><string>text</string>", ""),
        ("", "<!-- a comment -->", ""),
        ("", "                ", ""),
        ("stray", "                ", ""),
        ("", "stray text stray", ""),
    ])
    func longRow(_ before: String, _ part: String, _ behind: String) {
        let (reading, _) = read(Self.start + Bytes(before), Bytes(part), times: (2 << 20) / part.utf8.count, Bytes(behind) + Self.end)
        expectTooLong(reading)
    }

    /// A hundred megabytes in one text are not held.
    @Test(arguments: ["<key>more</key><string>", "<key>w</key><string>"])
    func longText(_ before: String) {
        let count = Sanitizer.isOn ? 4 << 20 : 100 << 20
        let (reading, bytes) = read(Self.start + Bytes(before), "0123456789abcdef", times: count / 16, "</string>" + Self.end)
        expectTooLong(reading)
        if !Sanitizer.isOn { #expect(bytes < Self.someMegabytes) }
    }

    private func expectTooLong(_ reading: CatalogueReading) {
        #expect(reading.broken.map(\.text) == [Self.tooLong])
        #expect(reading.broken.first?.position == TextPosition(line: 1, column: 15))
        #expect(reading.rows == [CatalogueReading.Row(img: "b", price: "2")])
        #expect(reading.failure == nil)
    }

    /// A row of the largest length, and a row of one byte more.
    @Test func rowBytes() {
        let frame =
            xmlPlist("<key>img</key><string>a</string><key>price</key><string></string>").count - xmlPlist("").count + "<dict>".count
        let longest = RecordLimits.recordBytes - frame
        for (length, isBroken) in [(longest, false), (longest + 1, true)] {
            let list = xmlPlist("<key>img</key><string>a</string><key>price</key><string>\(String(repeating: "1", count: length))</string>")
            for cuts in [[], Array(stride(from: 4096, to: list.count, by: 4096))] {
                let reading = readXMLPlist(list, cutAt: cuts)
                #expect(reading.broken.map(\.text) == (isBroken ? [Self.tooLong] : []))
                #expect(reading.rows.map(\.price.utf8.count) == (isBroken ? [] : [length]))
            }
        }
    }

    /// Text may be longer in UTF-8 than in a document in UTF-16.
    @Test func rowBytesOfUTF16() {
        let text = String(repeating: "价", count: RecordLimits.recordBytes / 3 + 1)
        let list = "\u{FEFF}<plist><array><dict><key>price</key><string>\(text)</string></dict></array></plist>"
        let reading = readXMLPlist(Bytes(list.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }))
        #expect(reading.broken.map(\.text) == [Self.tooLong])
    }

    /// Any number of rows; no bytes of a row remain for the next one.
    @Test func manyRows() {
        let row: Bytes = "<dict><key>img</key><string>a</string><key>price</key><string>1</string></dict>\n"
        var reader = RowReader(.xmlPlist, columns: RowColumns())
        let block = Bytes(Array((0..<500).map { _ in row.all }.joined()))
        var rows = 0
        for piece in ["<plist><array>"] + Array(repeating: block, count: 100) + ["</array></plist>"] {
            var batch = RowBatch()
            #expect(throws: Never.self) {
                try piece.all.withUnsafeBytes { try reader.read($0, isEnd: false, into: &batch) }
            }
            rows += batch.rows.count
        }
        #expect(rows == 50_000)
    }

    private static let tooLarge = "a tag, a comment or a nesting that is far too large"
    static let openEnds: [(String, String, Int, String?)] = [
        ("<key>more</key>", "<array>", 10_000, nil),
        ("<key>more</key>", "<array>", 1_000_000, tooLarge),
        ("<!--", " long ", 1 << 18, nil),
        ("<!--", " long ", 1 << 22, tooLarge),
        ("<key>more</key><string a='", "long", 1 << 18, nil),
        ("<key>more</key><string a='", "long", 1 << 22, tooLarge),
        ("<key>more</key><", "name", 1 << 22, tooLarge),
        ("<?", "name", 1 << 22, tooLarge),
        ("&", "name", 1 << 22, tooLarge),
    ]

    /// expat holds an unfinished token in memory, so its length must be limited.
    @Test(arguments: openEnds)
    func openEnd(_ before: String, _ part: String, _ times: Int, _ message: String?) {
        let closing: Bytes =
            switch part {
            case "<array>": Bytes(String(repeating: "</array>", count: times / (65536 / 7) * (65536 / 7)))
            case " long ": "-->"
            default: "'/>"
            }
        let (reading, bytes) = read(Self.start + Bytes(before), Bytes(part), times: times, closing + Self.end)
        #expect(reading.failure?.text == message)
        #expect(reading.rows.last == (message == nil ? CatalogueReading.Row(img: "b", price: "2") : nil))
        if !Sanitizer.isOn { #expect(bytes < Self.someMegabytes) }
    }

    /// expat never frees a name.
    @Test func manyNames() {
        var reader = RowReader(.xmlPlist, columns: RowColumns())
        var failure: DocumentFailure?
        let before = residentBytes()
        for block in 0..<1000 where failure == nil {
            let names = (0..<1000).map { "<n\(block)x\($0) a\(block)x\($0)=''/>" }.joined()
            let piece = Bytes((block == 0 ? "<plist><array><dict><key>more</key><dict>" : "") + names)
            piece.all.withUnsafeBytes { bytes in
                var batch = RowBatch()
                do throws(DocumentFailure) { try reader.read(bytes, isEnd: false, into: &batch) } catch { failure = error }
            }
        }
        #expect(failure?.message == Self.tooLarge)
        if !Sanitizer.isOn { #expect(residentBytes() - before < Self.someMegabytes) }
    }

    /// A list with declarations is refused, so that no entity is expanded and no file is fetched.
    @Test(arguments: [
        "<!DOCTYPE plist [<!ENTITY a 'aaaaaaaaaa'><!ENTITY b '&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;'>]><plist><array>&b;</array></plist>",
        "<!DOCTYPE plist [<!ENTITY x SYSTEM 'file:///etc/passwd'>]><plist><array>&x;</array></plist>",
        "<!DOCTYPE plist [<!ENTITY % x SYSTEM 'http://localhost/'> %x;]><plist><array/></plist>",
        "<!DOCTYPE plist SYSTEM 'x' []><plist><array/></plist>",
    ])
    func declarations(_ list: String) {
        let list = Bytes(list)
        let reading = readXMLPlist(list)
        #expect(reading.failure?.text == "the document type has declarations of its own, which no property list needs")
        #expect(readXMLPlist(list, cutAt: Array(1..<list.count)) == reading)
    }
}
