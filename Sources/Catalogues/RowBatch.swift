/// Some thousand rows in one block of memory: rows come by the million, and a String for each
/// text of each would cost more than all that is done with them.
public struct RowBatch: Sendable {
    /// The place of a text among the batch's bytes.
    public struct Text: Equatable, Sendable {
        let offset: Int
        public let count: Int
    }

    /// A picture and its price, as the catalogue has them.
    public struct Row: Sendable {
        /// Counts from 1, broken rows included.
        public let number: Int
        /// The line on which the row begins.
        public let line: Int
        public let img: Text
        public let price: Text
        /// The size that the catalogue itself tells, if it tells one.
        public let width: Int?
        public let height: Int?
        /// Where the row's kept texts begin in `kept`; one for each kept column.
        let keptStart: Int
    }

    /// A row that is not taken, and why.
    public struct BrokenRow: Equatable, Sendable {
        public let number: Int
        public let position: CataloguePosition
        public let message: String
    }

    /// What a reader found of one row, before it is judged. A text is nil where the row has none.
    public struct Fields {
        public var img: UnsafeBufferPointer<UInt8>?
        public var price: UnsafeBufferPointer<UInt8>?
        public var width: Int?
        public var height: Int?
        /// One for each kept column, in their order.
        public var kept: [UnsafeBufferPointer<UInt8>?] = []

        public init() {}
    }

    public private(set) var rows: [Row] = []
    public private(set) var broken: [BrokenRow] = []
    private var bytes: [UInt8] = []
    private var kept: [Text?] = []
    private let keptColumns: Int
    private var nextNumber: Int

    /// A batch whose first row has that number.
    public init(firstNumber: Int = 1, keptColumns: Int = 0) {
        nextNumber = firstNumber
        self.keptColumns = keptColumns
    }

    public var isEmpty: Bool { rows.isEmpty && broken.isEmpty }

    /// The number of the row behind the last.
    public var endNumber: Int { nextNumber }

    /// Takes a row if it can be one: with a picture, with a price, and of text that every
    /// manifest format can hold. Else it is noted as broken.
    public mutating func append(_ fields: Fields, at position: CataloguePosition) {
        guard let img = fields.img, !img.isEmpty else { return appendBroken("the row has no picture (img)", at: position) }
        guard let price = fields.price else { return appendBroken("the row has no price", at: position) }
        if let fault = textFault(img) { return appendBroken("img \(fault)", at: position) }
        if let fault = textFault(price) { return appendBroken("price \(fault)", at: position) }
        for case let text? in fields.kept {
            if let fault = textFault(text) { return appendBroken("a kept column \(fault)", at: position) }
        }
        let keptStart = kept.count
        for column in 0..<keptColumns {
            kept.append(column < fields.kept.count ? fields.kept[column].map { add($0) } : nil)
        }
        rows.append(
            Row(
                number: nextNumber, line: position.line, img: add(img), price: add(price), width: fields.width,
                height: fields.height, keptStart: keptStart))
        nextNumber += 1
    }

    public mutating func appendBroken(_ message: String, at position: CataloguePosition) {
        broken.append(BrokenRow(number: nextNumber, position: position, message: message))
        nextNumber += 1
    }

    private mutating func add(_ text: UnsafeBufferPointer<UInt8>) -> Text {
        defer { bytes.append(contentsOf: text) }
        return Text(offset: bytes.count, count: text.count)
    }
}

extension RowBatch {
    /// Gives access to the bytes of all texts.
    public func withTexts<Result, Failure: Error>(_ body: (Texts) throws(Failure) -> Result) throws(Failure) -> Result {
        let kept = kept
        let keptColumns = keptColumns
        // A closure that rethrows a typed error is not understood by the standard library here.
        var result: Swift.Result<Result, Failure>?
        bytes.withUnsafeBufferPointer { bytes in
            do throws(Failure) {
                result = .success(try body(Texts(bytes: bytes, kept: kept, keptColumns: keptColumns)))
            } catch {
                result = .failure(error)
            }
        }
        guard let result else { preconditionFailure("the body was called") }
        return try result.get()
    }

    /// The texts of a batch, while it is being looked at.
    public struct Texts {
        fileprivate let bytes: UnsafeBufferPointer<UInt8>
        fileprivate let kept: [Text?]
        fileprivate let keptColumns: Int

        public subscript(text: Text) -> UnsafeBufferPointer<UInt8> {
            UnsafeBufferPointer(rebasing: bytes[text.offset..<text.offset + text.count])
        }

        /// The text of a kept column, or nil where the row has none.
        public func kept(_ column: Int, of row: Row) -> UnsafeBufferPointer<UInt8>? {
            kept[row.keptStart + column].map { self[$0] }
        }
    }
}

/// What is wrong with a text, if anything: it must be UTF-8 and hold no character that an XML
/// property list cannot (XML 1.0, 2.2).
func textFault(_ text: UnsafeBufferPointer<UInt8>) -> String? {
    var isASCII = true
    for byte in text {
        if byte < 0x20 && byte != 0x09 && byte != 0x0A && byte != 0x0D { return "holds a control character" }
        if byte >= 0x80 { isASCII = false }
    }
    guard !isASCII else { return nil }
    guard let string = String(validating: text, as: UTF8.self) else { return "is not UTF-8" }
    let hasNonCharacter = string.unicodeScalars.contains { $0.value == 0xFFFE || $0.value == 0xFFFF }
    return hasNonCharacter ? "holds U+FFFE or U+FFFF, which XML cannot" : nil
}
