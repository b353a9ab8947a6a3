import Catalogues
import Encodings
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
    /// Each picture is measured once, however many rows name it.
    private var table = NameTable()
    /// Rows that were looked at and not handed out.
    private var first: NumberedBatch?

    init(_ source: any RowSource) { self.source = source }

    /// Whether there are URLs among the first rows.
    mutating func beginWithURLs() throws(MachineFailure) -> Bool {
        first = try next()
        return first?.firstURL != nil
    }

    mutating func next() throws(MachineFailure) -> NumberedBatch? {
        if let batch = first.take() { return batch }
        guard let rows = try source.next() else { return nil }
        let known = Int32(table.count)
        let names = rows.withTexts { texts in rows.rows.map { table.hash.value(of: UnsafeRawBufferPointer(texts[$0.img])) } }
        let pictures = table.add(names)
        var newRows: [Int32] = []
        for (index, picture) in pictures.enumerated() where picture == known + Int32(newRows.count) {
            newRows.append(Int32(index))
        }
        return NumberedBatch(rows: rows, pictures: pictures, newRows: newRows, share: source.share)
    }
}

extension NumberedBatch {
    /// The first row that names a picture of the network which no row before it names.
    var firstURL: RowBatch.Row? {
        rows.withTexts { texts in
            newRows.lazy.map { rows.rows[Int($0)] }.first { PictureReference.isURL(texts[$0.img]) }
        }
    }

    /// A measurer is missing only where the root has vanished since the run began.
    func measured(by measurer: inout PictureMeasurer?) -> MeasuredBatch {
        let measured = rows.withTexts { texts in
            measurer?.measure(newRows.map { texts[rows.rows[Int($0)].img] })
                ?? newRows.map { _ in MeasuredPicture(Failure(.unreadable, "the root folder is gone")) }
        }
        return MeasuredBatch(batch: self, measured: measured)
    }
}
