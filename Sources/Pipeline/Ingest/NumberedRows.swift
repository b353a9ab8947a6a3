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
        let known = Int32(table.count)
        let pictures = rows.withTexts { texts in table.numbers(of: rows.rows.map { texts[$0.img] }) }
        var newRows: [Int32] = []
        for (index, picture) in pictures.enumerated() where picture == known + Int32(newRows.count) {
            newRows.append(Int32(index))
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
