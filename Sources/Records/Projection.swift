import WeirBase

/// The keys of a record that are read. A column is the index of a name in this list.
package struct Projection: Sendable {
    /// The first eight bytes of a name, and a mask of the bytes that the name has. Most keys are compared
    /// in one step.
    private struct Beginning: Sendable {
        var word: UInt64 = 0
        var mask: UInt64 = 0
        let count: Int
    }

    /// A column in the value of a key.
    struct Nested: Sendable {
        let column: Int32
        let tokens: [[UInt8]]
        /// Whether the pointer names several values.
        let isOfEach: Bool

        init(_ pointer: JSONPointer, _ column: Int) {
            self.column = Int32(column)
            tokens = pointer.tokens.map { Array($0.utf8) }
            isOfEach = pointer.isOfEach
        }

        /// Whether the pointer leads to that element of an array.
        func leads(toElement index: Int, level: Int) -> Bool {
            tokens[level].elementsEqual("\(index)".utf8) || tokens[level].elementsEqual(JSONPointer.eachElement.utf8)
        }
    }

    /// The role of a column is nil if it is optional.
    private let names: [(bytes: [UInt8], role: ColumnRole?)]
    let nested: [Nested]
    /// Asked for every field of JSON, so it costs no look at the list.
    let hasNested: Bool
    /// The columns whose arrays are read: each element is a value of the column. Only JSON has such arrays.
    let lists: [Int32]
    /// The column that a table or an item of a feed may have several times; -1 if there is none.
    let repeatable: Int32
    /// The sets of columns of which a record of parts needs one each; nil for other records.
    let neededOfParts: [[Int32]]?
    private let beginnings: [Beginning]
    private let namesInUTF16: [[UInt16]]
    /// Whether keys without a name in the list are read too. Then a key may occur twice.
    let includesOthers: Bool

    /// Reads all keys, and finds the named ones quickly.
    package init(allWith names: [String]) {
        self.init(names.map { (Array($0.utf8), nil) }, includesOthers: true)
    }

    /// The names must be different from each other.
    init(
        _ names: [(bytes: [UInt8], role: ColumnRole?)], nested: [Nested] = [], lists: [Int32] = [], repeatable: Int32 = -1,
        neededOfParts: [[Int32]]? = nil, includesOthers: Bool
    ) {
        self.nested = nested
        self.lists = lists
        self.repeatable = repeatable
        self.neededOfParts = neededOfParts
        hasNested = !nested.isEmpty
        self.names = names
        beginnings = names.map { name in
            var beginning = Beginning(count: name.bytes.count)
            for (index, byte) in name.bytes.prefix(8).enumerated() {
                beginning.word |= UInt64(byte) << (8 * UInt64(index))
                beginning.mask |= 0xFF << (8 * UInt64(index))
            }
            return beginning
        }
        namesInUTF16 = names.map { Array(String(decoding: $0.bytes, as: UTF8.self).utf16) }
        self.includesOthers = includesOthers
    }

    var columns: Range<Int32> { 0..<Int32(names.count) }

    func bytes(of column: Int32) -> [UInt8] { names[Int(column)].bytes }

    func role(of column: Int32) -> ColumnRole? { names[Int(column)].role }

    func name(_ column: Int32) -> String { String(decoding: names[Int(column)].bytes, as: UTF8.self) }

    /// The column of a key; -1 if the key is not in the list.
    @inline(__always)
    func column(of key: UnsafeBufferPointer<UInt8>) -> Int32 {
        var word: UInt64 = 0
        let bytes = UnsafeRawBufferPointer(key)
        if key.count >= 8 {
            word = UInt64(littleEndian: bytes.loadUnaligned(as: UInt64.self))
        } else {
            for index in 0..<key.count { word |= UInt64(key[index]) << (8 &* UInt64(truncatingIfNeeded: index)) }
        }
        for index in beginnings.indices {
            let beginning = beginnings[index]
            guard word & beginning.mask == beginning.word, beginning.count == key.count else { continue }
            if key.count <= 8 || names[index].bytes.elementsEqual(key) { return Int32(truncatingIfNeeded: index) }
        }
        return -1
    }

    /// The same of a key in UTF-16.
    func column(of key: some Collection<UInt16>) -> Int32 {
        Int32(namesInUTF16.firstIndex { $0.count == key.count && $0.elementsEqual(key) } ?? -1)
    }
}

/// The path to a value in a JSON document (RFC 6901): keys of objects and indexes of arrays, from the outermost on.
public struct JSONPointer: Equatable, Sendable {
    package let tokens: [String]
    /// The pointer as it is written.
    public let text: String

    /// nil if the text is no pointer: it does not begin with a slash, or `~` is not followed by 0 or 1.
    public init?(_ text: String) {
        var parts = text.split(separator: "/", omittingEmptySubsequences: false)[...]
        guard parts.popFirst() == "", !parts.isEmpty else { return nil }
        var tokens: [String] = []
        for part in parts {
            let pieces = part.split(separator: "~", omittingEmptySubsequences: false)
            guard pieces.dropFirst().allSatisfy({ $0.first == "0" || $0.first == "1" }) else { return nil }
            tokens.append(pieces.dropFirst().reduce(String(pieces[0])) { $0 + ($1.first == "0" ? "~" : "/") + $1.dropFirst() })
        }
        self.tokens = tokens
        self.text = text
    }

    /// The token of a column's pointer that stands for each element of an array.
    static let eachElement = "*"

    /// Whether the pointer of a column names a value in each element of an array.
    package var isOfEach: Bool { tokens.contains(Self.eachElement) }

    /// Whether a column of JSON is named by a pointer. Other names are keys of a row.
    package static func isPointer(_ name: String) -> Bool { name.utf8.first == UInt8(ascii: "/") }

    /// The pointer to a key of the outermost object.
    static func text(to key: String) -> String {
        key.reduce(into: "/") { $0 += $1 == "~" ? "~0" : $1 == "/" ? "~1" : String($1) }
    }
}
