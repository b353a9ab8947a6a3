import WeirBase

/// Some thousand rows in one block of memory. A String for each text of a million rows would cost more than
/// all other work.
public struct RowBatch: Sendable {
    /// The range of a text in the batch's bytes.
    public struct Text: Equatable, Sendable {
        let offset: Int
        /// In bytes of UTF-8.
        public let count: Int
        /// Whether the text is an array or an object of JSON.
        var isJSON = false
    }

    /// A picture and its price from the catalogue.
    public struct Row: Sendable {
        /// The number of the row, from 1. Broken rows are counted too.
        public let number: Int
        /// Where the row begins.
        public let position: TextPosition
        /// The offset of the row's texts: img, followed by price.
        fileprivate let textStart: Int
        /// The index in `kept` of the row's first kept text. Each kept column has one entry.
        fileprivate let keptStart: Int
        /// The index in `further` of the row's second picture, and the number of pictures behind the first.
        fileprivate let furtherStart: UInt32
        fileprivate let furtherCount: UInt32
        fileprivate let imgCount: UInt32
        fileprivate let priceCount: UInt32
        private let side: (width: UInt32, height: UInt32)

        /// The name of the picture, or of the first of several.
        public var img: Text { Text(offset: textStart, count: Int(imgCount)) }
        /// The price as the catalogue writes it; it may be empty.
        public var price: Text { Text(offset: textStart + Int(imgCount), count: Int(priceCount)) }
        /// The number of pictures that the row names.
        public var pictureCount: Int { Int(furtherCount) + 1 }
        /// The line on which the row begins.
        public var line: Int { position.line }
        /// The size that the catalogue states; nil if it states none or an impossible one.
        public var width: Int? { side.width > 0 ? Int(side.width) : nil }
        /// Nil as for the width.
        public var height: Int? { side.height > 0 ? Int(side.height) : nil }

        fileprivate init(number: Int, position: TextPosition, textStart: Int, keptStart: Int, furtherStart: Int, _ fields: Fields) {
            self.number = number
            self.position = position
            self.textStart = textStart
            self.keptStart = keptStart
            self.furtherStart = UInt32(furtherStart)
            furtherCount = UInt32(max(0, fields.images.count - 1))
            imgCount = UInt32((fields.lacksScheme ? RowBatch.usualScheme.utf8CodeUnitCount : 0) + (fields.img?.count ?? 0))
            priceCount = UInt32(fields.price?.count ?? 0)
            side = (Row.side(fields.width), Row.side(fields.height))
        }

        private static func side(_ pixels: Int?) -> UInt32 { pixels.flatMap { UInt32(exactly: $0) } ?? 0 }
    }

    /// A broken row and the reason.
    public struct BrokenRow: Equatable, Sendable {
        /// The number of the row, from 1; sound rows are counted too.
        public let number: Int
        /// Where the row begins.
        public let position: TextPosition
        /// One sentence without a full stop.
        public let message: String
        /// The end of the message for a program that names settings.
        public let advice: Advice?
    }

    /// The fields of one row before the row is checked. A text is nil if the row does not have it.
    package struct Fields {
        package var img: UnsafeBufferPointer<UInt8>?
        package var price: UnsafeBufferPointer<UInt8>?
        package var width: Int?
        package var height: Int?
        /// One text for each kept column, in the order of the columns.
        package var kept: [UnsafeBufferPointer<UInt8>?] = []
        /// The columns among these whose texts are arrays or objects of JSON.
        package var jsonColumns: [Int] = []
        /// Whether `img` names a host, but no scheme, as in `//host/a.jpg`. The row has it with `https:`.
        var lacksScheme = false
        /// The names of all pictures of a row that may have several; else empty. The first is `img`.
        package var images = ImageNames()

        package init() {}
    }

    /// The sound rows, in the order of the document.
    public private(set) var rows: [Row] = []
    /// The broken rows, in the order of the document.
    public private(set) var broken: [BrokenRow] = []
    /// The texts, followed by free room. Writing into this room is faster than `append`, which checks the
    /// array for every text.
    private var bytes: [UInt8] = []
    private var byteCount = 0
    private var kept: [Text?] = []
    /// The names of the pictures behind the first of each row.
    private var further: [Text] = []
    private let keptColumns: Int
    private var nextNumber: Int

    static let usualScheme: StaticString = "https:"

    /// `firstNumber` is the number of the first row, and `keptColumns` how many columns the reader keeps, as `RowColumns.kept`.
    public init(firstNumber: Int = 1, keptColumns: Int = 0) {
        nextNumber = firstNumber
        self.keptColumns = keptColumns
    }

    /// Whether no row was read, broken ones included.
    public var isEmpty: Bool { rows.isEmpty && broken.isEmpty }

    /// The number of pictures that the rows name besides their first ones.
    public var furtherCount: Int { further.count }

    /// The number after that of the last row.
    public var endNumber: Int { nextNumber }

    /// Adds a row if it has a picture and a price, and if every manifest format can hold its texts.
    /// Otherwise the row is reported as broken.
    package mutating func append(_ fields: Fields, at position: TextPosition) {
        var hasCharacters = false
        if let fault = fields.fault(&hasCharacters) { return appendBroken(fault.message("row"), at: position) }
        append(sound: fields, at: position)
    }

    /// Adds a row that has been checked.
    mutating func append(sound fields: Fields, at position: TextPosition) {
        let keptStart = kept.count
        for column in 0..<keptColumns {
            let text = column < fields.kept.count ? fields.kept[column] : nil
            if !fields.jsonColumns.isEmpty, let text, fields.jsonColumns.contains(column) {
                keepJSON(text)
                continue
            }
            kept.append(text.map { Text(offset: byteCount, count: $0.count) })
            if let text { add(text) }
        }
        rows.append(
            Row(number: nextNumber, position: position, textStart: byteCount, keptStart: keptStart, furtherStart: further.count, fields))
        if fields.lacksScheme { add(RowBatch.usualScheme.withUTF8Buffer { $0 }) }
        if let img = fields.img, let price = fields.price { add(img, price) }
        if fields.images.count > 1 { addFurther(fields.images) }
        nextNumber += 1
    }

    private mutating func addFurther(_ names: ImageNames) {
        names.bytes.withUnsafeBufferPointer { bytes in
            for name in 1..<names.count {
                let range = names.range(of: name)
                further.append(Text(offset: byteCount, count: range.count))
                add(UnsafeBufferPointer(rebasing: bytes[range]))
            }
        }
    }

    /// Keeps an array or an object without the white space between its values, since an entry is one line.
    private mutating func keepJSON(_ text: UnsafeBufferPointer<UInt8>) {
        var line: [UInt8] = []
        var isInText = false
        var isEscaped = false
        for byte in text {
            if isInText || !isJSONSpace(byte) { line.append(byte) }
            if byte == Byte.quote, !isEscaped { isInText.toggle() }
            isEscaped = byte == Byte.backslash && !isEscaped
        }
        kept.append(Text(offset: byteCount, count: line.count, isJSON: true))
        line.withUnsafeBufferPointer { add($0) }
    }

    package mutating func appendBroken(_ message: String, _ advice: Advice? = nil, at position: TextPosition) {
        broken.append(BrokenRow(number: nextNumber, position: position, message: message, advice: advice))
        nextNumber += 1
    }

    /// Adds one text, or two texts as one.
    private mutating func add(
        _ first: UnsafeBufferPointer<UInt8>, _ second: UnsafeBufferPointer<UInt8> = UnsafeBufferPointer(start: nil, count: 0)
    ) {
        let (start, middle) = (byteCount, byteCount + first.count)
        byteCount = middle + second.count
        if byteCount > bytes.count { bytes += [UInt8](repeating: 0, count: max(byteCount, 4096)) }
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
        let further = further
        // The standard library's function does not support typed errors here, so the closure stores a
        // Result.
        var result: Swift.Result<Result, Failure>?
        bytes.withUnsafeBufferPointer { bytes in
            do throws(Failure) {
                result = .success(try body(Texts(bytes: bytes, kept: kept, keptColumns: keptColumns, further: further)))
            } catch {
                result = .failure(error)
            }
        }
        guard let result else { preconditionFailure("the body was called") }
        return try result.get()
    }

    /// The texts of a batch. Valid only during a call.
    public struct Texts {
        fileprivate let bytes: UnsafeBufferPointer<UInt8>
        fileprivate let kept: [Text?]
        fileprivate let keptColumns: Int
        fileprivate let further: [Text]

        /// The bytes of a text of this batch, in UTF-8.
        public subscript(text: Text) -> UnsafeBufferPointer<UInt8> {
            UnsafeBufferPointer(rebasing: bytes[text.offset..<text.offset + text.count])
        }

        /// The names of the row's pictures behind the first.
        public func further(of row: Row) -> ArraySlice<Text> {
            further[Int(row.furtherStart)..<Int(row.furtherStart + row.furtherCount)]
        }

        /// The name of a picture of the row, counted from 0.
        public func picture(_ index: Int, of row: Row) -> UnsafeBufferPointer<UInt8> {
            self[index == 0 ? row.img : further[Int(row.furtherStart) + index - 1]]
        }

        /// The text of a kept column; nil if the row does not have it.
        public func kept(_ column: Int, of row: Row) -> UnsafeBufferPointer<UInt8>? {
            kept[row.keptStart + column].map { self[$0] }
        }

        /// Whether the kept text is an array or an object of JSON.
        public func isKeptJSON(_ column: Int, of row: Row) -> Bool { kept[row.keptStart + column]?.isJSON ?? false }
    }
}
