import Catalogues
import Failures

/// Rows with the numbers of their pictures.
struct NumberedBatch: Sendable {
    let rows: RowBatch
    /// For each row, its picture's number.
    let pictures: [Int32]
    /// The rows, by index, that name a picture for the first time; their pictures have the
    /// numbers that follow those of the batch before.
    let newRows: [Int32]
    let share: Double?
}

/// Rows and what was found of the pictures that they are the first to name.
struct MeasuredBatch: Sendable {
    let batch: NumberedBatch
    let measured: [MeasuredPicture]
}

/// Numbers the pictures of the rows as they are read.
struct NumberedRows {
    private var source: any RowSource
    private var table = PictureTable()

    init(_ source: any RowSource) { self.source = source }

    mutating func next() throws(MachineFailure) -> NumberedBatch? {
        guard let rows = try source.next() else { return nil }
        var pictures: [Int32] = []
        var newRows: [Int32] = []
        pictures.reserveCapacity(rows.rows.count)
        rows.withTexts { texts in
            for (index, row) in rows.rows.enumerated() {
                let known = table.count
                let number = table.number(of: texts[row.img])
                if number == known { newRows.append(Int32(index)) }
                pictures.append(Int32(number))
            }
        }
        return NumberedBatch(rows: rows, pictures: pictures, newRows: newRows, share: source.share)
    }
}

extension NumberedBatch {
    /// A measurer is missing only where the root has vanished since the run began.
    func measured(by measurer: inout PictureMeasurer?) -> MeasuredBatch {
        var measured: [MeasuredPicture] = []
        measured.reserveCapacity(newRows.count)
        rows.withTexts { texts in
            for index in newRows {
                let img = texts[rows.rows[Int(index)].img]
                measured.append(
                    measurer?.measure(img)
                        ?? MeasuredPicture(result: .failure(Failure(.unreadable, "the root folder is gone")), bytes: 0))
            }
        }
        return MeasuredBatch(batch: self, measured: measured)
    }
}
