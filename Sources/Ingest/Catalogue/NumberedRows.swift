import Base
import Journals
import Measuring
import Records
import System

/// Rows with the numbers of their pictures.
struct NumberedBatch: Sendable {
    let rows: RowBatch
    /// For each row, its picture's number.
    let pictures: [Int32]
    /// The rows, by index, that name a picture for the first time; their pictures have the
    /// numbers that follow those of the batch before.
    let newRows: [Int32]
    /// What is known of the pictures of these rows, as far as it was asked for.
    let known: [KnownPicture?]
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
    private var numbers: PictureNumbers

    init(_ source: any RowSource, _ numbers: PictureNumbers = PictureNumbers()) {
        self.source = source
        self.numbers = numbers
    }

    mutating func next() throws(MachineFailure) -> NumberedBatch? {
        guard let rows = try source.next() else { return nil }
        let hash = numbers.hash
        let batch = numbers.number(
            rows.withTexts { texts in rows.rows.map { hash.value(of: UnsafeRawBufferPointer(texts[$0.img])) } })
        return NumberedBatch(
            rows: rows, pictures: batch.pictures, newRows: batch.newRows, known: batch.known, share: source.share)
    }
}

extension RowBatch {
    /// The first row that names a picture of the network.
    var firstURL: Row? {
        withTexts { texts in rows.first { PictureReference.isURL(texts[$0.img]) } }
    }
}

extension NumberedBatch {
    func measured(by measurer: inout PictureMeasurer, _ willWait: () -> Void) -> MeasuredBatch {
        let measured = rows.withTexts { texts in
            measurer.measure(newRows.map { texts[rows.rows[Int($0)].img] }, knowing: known, willWait)
        }
        return MeasuredBatch(batch: self, measured: measured)
    }
}
