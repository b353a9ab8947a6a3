import CSIMDJSON

/// Judges what an object says in the columns that are used, and makes a row of it.
struct JSONRow {
    /// What is wrong with an object; the offset is nil where it lacks something.
    struct Fault {
        let message: String
        let offset: Int?
    }

    private let columns: UsedColumns
    private var kept: [UnsafeBufferPointer<UInt8>?]

    init(_ columns: UsedColumns) {
        self.columns = columns
        kept = Array(repeating: nil, count: columns.kept.count)
    }

    /// Appends the row, or tells why it is none.
    mutating func take(
        _ object: CSIMDJSON_object, _ values: UnsafePointer<CSIMDJSON_value>, line: Int, into batch: inout RowBatch
    ) -> Fault? {
        if object.repeated >= 0 {
            let name = columns.name(Int(object.repeated))
            return Fault(message: "the key \(name) stands twice", offset: Int(object.repeated_offset))
        }
        let img = values[columns.img]
        guard img.isString || img.isMissing else { return Fault(message: "img is not text", offset: Int(img.offset)) }
        var fields = RowBatch.Fields()
        fields.img = img.text
        fields.isImgFit = img.isFit
        let price = values[columns.price]
        guard price.isString || price.isNumber || price.isMissing else {
            return Fault(message: "price is neither text nor a number", offset: Int(price.offset))
        }
        fields.price = price.text
        fields.isPriceFit = price.isFit
        fields.width = values[columns.width].size
        fields.height = values[columns.height].size
        if !columns.kept.isEmpty {
            if let fault = readKept(values) { return fault }
            fields.kept = kept
        }
        guard let fault = fields.fault else {
            batch.append(sound: fields, line: line)
            return nil
        }
        let value = values[column(of: fault.part)]
        return Fault(message: fault.message(batch.words), offset: value.isMissing ? nil : Int(value.offset))
    }

    private mutating func readKept(_ values: UnsafePointer<CSIMDJSON_value>) -> Fault? {
        for (index, column) in columns.kept.enumerated() {
            let value = values[column]
            guard value.isPlain else {
                let message = "the kept column \(columns.name(column)) is not a plain value"
                return Fault(message: message, offset: Int(value.offset))
            }
            kept[index] = value.text
        }
        return nil
    }

    private func column(of part: RowFault.Part) -> Int {
        switch part {
        case .img: columns.img
        case .price: columns.price
        case .kept(let index): columns.kept[index]
        }
    }
}

extension CSIMDJSON_value {
    fileprivate var isString: Bool { has(CSIMDJSON_STRING) }
    fileprivate var isNumber: Bool { has(CSIMDJSON_NUMBER) }
    fileprivate var isMissing: Bool { has(CSIMDJSON_NONE) || has(CSIMDJSON_NULL) }
    fileprivate var isPlain: Bool { !has(CSIMDJSON_OBJECT) && !has(CSIMDJSON_ARRAY) }

    fileprivate var text: UnsafeBufferPointer<UInt8>? {
        isMissing ? nil : UnsafeBufferPointer(start: bytes, count: Int(count))
    }

    /// ASCII as it stands in a JSON text has no control characters (RFC 8259, 7).
    fileprivate var isFit: Bool { is_ascii != 0 && isString || isNumber }

    fileprivate var size: Int? {
        if isNumber { return integer > 0 ? Int(integer) : nil }
        return isString ? text.flatMap { positiveInteger($0) } : nil
    }

    private func has(_ kind: CSIMDJSON_kind) -> Bool { self.kind == UInt8(truncatingIfNeeded: kind.rawValue) }
}
