import Testing

@testable import Checks

/// Keys of entries, and texts that resemble them.
@Suite struct EntryKeyTests {
    /// Each word has as many slips as a third of its letters. Capitals are none.
    @Test(
        arguments: [
            ("w", .w), ("W", .w), ("h", .h), ("H", .h), ("x", nil), ("ww", nil), ("", nil), ("width", .w), ("Wdith", .w), ("wdht", nil),
            ("hegith", .h), ("HEXXHT", .h), ("hexxxt", nil), ("heightss", .h), ("img", .img), ("imgg", .img), ("mig", .img), ("im", .img),
            ("xxg", nil), ("photos", .img), ("photoes", nil), ("picture", .img), ("pictures", .img), ("picturess", nil), ("pixtre", .img),
            ("pixtr", nil), ("src", .img), ("URL", .img), ("prise", .price), ("preis", nil), ("cost", .price), ("costs", .price),
            ("costly", nil), ("amount", .price), ("AMOUNT", .price), ("AMOINX", .price), ("AMXXXT", nil), ("[mount", .price),
            ("@rice", .price),
            ("size", nil), ("colour", nil), ("höhe", nil),
        ] as [(String, EntryKey?)])
    func similarKeys(_ text: String, key: EntryKey?) {
        #expect(Array(text.utf8).withUnsafeBufferPointer { similarKey(to: $0) } == key)
    }

    /// Texts of all lengths around the eight bytes that are compared at once, with a sign in each place and in none.
    @Test func signs() {
        for count in 0...20 {
            var text = Array(repeating: UInt8(ascii: "a"), count: count)
            #expect(!text.withUnsafeBufferPointer { $0.has("_") })
            for index in 0..<count {
                text[index] = UInt8(ascii: "_")
                #expect(text.withUnsafeBufferPointer { $0.has("_") }, "\(index) of \(count)")
                // A neighbour of the sign, and the sign with the highest bit, are others.
                for other in [UInt8(ascii: "^"), UInt8(ascii: "`"), 0xDF] {
                    text[index] = other
                    #expect(!text.withUnsafeBufferPointer { $0.has("_") }, "\(index) of \(count)")
                }
                text[index] = UInt8(ascii: "a")
            }
        }
        #expect(!UnsafeBufferPointer<UInt8>(start: nil, count: 0).has("_"))
        // Bytes behind the end do not count.
        #expect(!Array("abcdefghi_".utf8).withUnsafeBufferPointer { UnsafeBufferPointer(rebasing: $0[..<9]).has("_") })
    }

    @Test func starts() {
        func hasStart(_ text: [UInt8], _ start: [UInt8]) -> Bool {
            text.withUnsafeBufferPointer { text in start.withUnsafeBufferPointer { text.hasStart($0) } }
        }
        let text = Array("abcdefghijklmnopqrst".utf8)
        for count in 0...text.count {
            let start = Array(text.prefix(count))
            #expect(hasStart(text, start) && hasStart(start, start))
            #expect(!hasStart(start, start + [0]))
            for index in 0..<count {
                var other = start
                other[index] = UInt8(ascii: "_")
                #expect(!hasStart(text, other), "\(index) of \(count)")
            }
        }
    }

    @Test(arguments: [
        ("img", "img", true), ("", "", true), ("img", "ima", false), ("img", "im", false), ("im", "img", false), ("mg", "img", false),
    ])
    func equalTexts(_ one: String, _ other: String, areEqual: Bool) {
        let (one, other) = (Array(one.utf8), Array(other.utf8))
        #expect(one.withUnsafeBufferPointer { one in other.withUnsafeBufferPointer { one.isEqual(to: $0) } } == areEqual)
        #expect(one.withUnsafeBufferPointer { $0.isEqual(to: "img" as StaticString) } == (one == Array("img".utf8)))
    }

    /// A size in an address, whatever the entry's size is.
    @Test(arguments: [
        ("a.jpg?w=20000", "20000 x any height"), ("a.jpg?w=20001", nil), ("a.jpg?h=99999", nil), ("a.jpg?h=10", "any width x 10"),
        ("a_300x300.jpg", "300 x 300"), ("a_300x.jpg", "300 x any height"), ("a_x299.jpg", nil), ("a.jpg?w=200#h=9", nil),
    ])
    func askedSizes(_ img: String, text: String?) {
        #expect(Array(img.utf8).withUnsafeBufferPointer { AskedSize($0, of: (1, 1))?.text } == text)
    }

    // MARK: Unknown keys

    private func messages(_ entries: [String]) -> [String] {
        let text = entries.map { #"{"h":3,"img":"a","price":""\#($0)}"# }.joined(separator: ",")
        return findings(in: Array("[\(text)]".utf8)).filter { $0.rule == "unknown-key" }.map(\.message)
    }

    private static func unknown(_ key: String, _ similar: String? = nil) -> String {
        "`\(key)` is not a key of a manifest; this is the first entry that has it" + (similar.map { "; did you mean `\($0)`?" } ?? "")
    }

    /// A key that is similar to one which an entry need not have is reported if no more than half of the entries have it.
    @Test(
        arguments: [
            ("statsu", 1, 1, nil), ("statsu", 1, 2, "status"), ("statsu", 2, 3, nil), ("statsu", 2, 4, "status"),
            ("statsu", 1, 3, "status"),
            ("mim", 1, 3, nil), ("mimo", 1, 3, "mime"), ("red", 1, 9, nil), ("reddish", 1, 9, nil), ("Bytes", 1, 3, "bytes"),
            ("thumbhsah", 1, 3, "thumbhash"), ("alhpa", 1, 3, "alpha"), ("animated", 1, 3, nil),
            // The entry has the key that is similar.
            ("wdith", 1, 3, nil),
        ] as [(String, Int, Int, String?)])
    func similarOptionalKeys(_ key: String, _ count: Int, _ total: Int, similar: String?) {
        let entries = (0..<total).map { #","w":2"# + ($0 < count ? #","\#(key)":"1""# : "") }
        #expect(messages(entries) == (similar.map { [Self.unknown(key, $0)] } ?? []))
    }

    /// A key is at fault that no column has, or that may be meant to be one which the entry needs.
    @Test(
        arguments: [
            (#","w":2,"red":1"#, "red", nil), (#","w":2,"red":1.5"#, "red", nil), (#","w":2,"red":true"#, "red", nil),
            (#","w":2,"red":null"#, "red", nil), (#","w":2,"red":"1""#, nil, nil), (#","w":2,"red":[1]"#, nil, nil),
            (#","w":2,"red":{}"#, nil, nil), (#","w":2,"":"1""#, "", nil), (#","red":"1""#, "red", nil),
            (#","wdith":"1""#, "wdith", "w"), (#","heigth":"1""#, "heigth", nil), (#","w":2,"statsu":1"#, "statsu", "status"),
        ] as [(String, String?, String?)])
    func faultyKeys(_ members: String, key: String?, similar: String?) {
        #expect(messages([members]) == (key.map { [Self.unknown($0, similar)] } ?? []))
    }

    /// Keys that no column has may be few or many, and one of them may stand twice.
    @Test(arguments: [2, 3, 16, 17, 18, 40]) func repeatedKeys(_ count: Int) {
        func found(_ keys: [Int]) -> Int {
            let members = keys.map { #","k\#($0)":"1""# }.joined()
            return findings(in: Array(#"[{"w":2,"h":3,"img":"a","price":""\#(members)}]"#.utf8)).count { $0.rule == "duplicate-key" }
        }
        #expect(found(Array(0..<count)) == 0)
        for (first, last) in [(0, 1), (0, count - 1), (count - 2, count - 1)] {
            var keys = Array(0..<count)
            keys[last] = keys[first]
            #expect(found(keys) == 1, "\(first), \(last)")
        }
    }

    /// No more keys are kept than a thousand.
    @Test(arguments: [(999, 999), (1000, 1000), (1001, 1000), (1500, 1000)])
    func manyKeys(_ count: Int, reported: Int) {
        let keys = (0..<count).map { #","k\#($0)":1"# }.joined()
        let file = checked(Array(#"[{"w":2,"h":3,"img":"a","price":""\#(keys)}]"#.utf8)).files[0]
        #expect(
            file.findings.count { $0.rule == "unknown-key" } + file.more.filter { $0.rule == "unknown-key" }.reduce(0) { $0 + $1.count }
                == reported)
    }
}
