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
        /// Where the row's texts begin: img, and behind it price.
        fileprivate let textStart: Int
        /// Where the row's kept texts begin in `kept`; one for each kept column.
        fileprivate let keptStart: Int
        fileprivate let imgCount: UInt32
        fileprivate let priceCount: UInt32
        private let side: (width: UInt32, height: UInt32)

        public var img: Text { Text(offset: textStart, count: Int(imgCount)) }
        public var price: Text { Text(offset: textStart + Int(imgCount), count: Int(priceCount)) }
        /// The size that the catalogue itself tells, if it tells one that a picture can have.
        public var width: Int? { side.width > 0 ? Int(side.width) : nil }
        public var height: Int? { side.height > 0 ? Int(side.height) : nil }

        fileprivate init(number: Int, line: Int, textStart: Int, keptStart: Int, _ fields: Fields) {
            self.number = number
            self.line = line
            self.textStart = textStart
            self.keptStart = keptStart
            imgCount = UInt32(fields.img?.count ?? 0)
            priceCount = UInt32(fields.price?.count ?? 0)
            side = (Row.side(fields.width), Row.side(fields.height))
        }

        private static func side(_ pixels: Int?) -> UInt32 { pixels.flatMap { UInt32(exactly: $0) } ?? 0 }
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
    /// The texts, and behind them room for more: an array that grows by appending is asked of each
    /// text anew whether it may.
    private var bytes: [UInt8] = []
    private var byteCount = 0
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
        if let fault = fields.fault { return appendBroken(fault.message(.catalogue), at: position) }
        append(sound: fields, line: position.line)
    }

    /// Takes a row without a fault.
    mutating func append(sound fields: Fields, line: Int) {
        let keptStart = kept.count
        for column in 0..<keptColumns {
            let text = column < fields.kept.count ? fields.kept[column] : nil
            kept.append(text.map { Text(offset: byteCount, count: $0.count) })
            if let text { add(text) }
        }
        rows.append(Row(number: nextNumber, line: line, textStart: byteCount, keptStart: keptStart, fields))
        if let img = fields.img, let price = fields.price { add(img, price) }
        nextNumber += 1
    }

    public mutating func appendBroken(_ message: String, at position: CataloguePosition) {
        broken.append(BrokenRow(number: nextNumber, position: position, message: message))
        nextNumber += 1
    }

    /// Adds one text, or two that follow each other.
    private mutating func add(
        _ first: UnsafeBufferPointer<UInt8>, _ second: UnsafeBufferPointer<UInt8> = UnsafeBufferPointer(start: nil, count: 0)
    ) {
        let (start, middle) = (byteCount, byteCount + first.count)
        byteCount = middle + second.count
        if byteCount > bytes.count { bytes.append(contentsOf: repeatElement(0, count: max(byteCount, 4096))) }
        bytes.withUnsafeMutableBytes { bytes in
            UnsafeMutableRawBufferPointer(rebasing: bytes[start...]).copyMemory(from: UnsafeRawBufferPointer(first))
            UnsafeMutableRawBufferPointer(rebasing: bytes[middle...]).copyMemory(from: UnsafeRawBufferPointer(second))
        }
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
