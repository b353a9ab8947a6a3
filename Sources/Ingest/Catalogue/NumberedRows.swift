import Base
import Measuring
import Records
import System

/// Rows with the numbers of their pictures.
struct NumberedBatch: Sendable {
    let rows: RowBatch
    let numbers: NumberedPictures
    /// The share of the catalogue that has been read, from 0 to 1; nil if it is unknown.
    let share: Double?
}

/// Rows, and the results of the pictures that these rows are the first to name.
struct MeasuredBatch: Sendable {
    let rows: RowBatch
    let numbers: NumberedPictures
    let pictures: [MeasuredPicture]
}

/// Numbers the pictures of the rows as they are read.
struct NumberedRows {
    private var source: any RowSource
    private let numbers: Locked<PictureNumbers>

    init(_ source: any RowSource, _ numbers: Locked<PictureNumbers> = Locked(PictureNumbers())) {
        self.source = source
        self.numbers = numbers
    }

    /// `hear` is called with the news of the catalogue that have come up.
    mutating func next(hear: (IngestNotice) -> Void) throws(MachineFailure) -> NumberedBatch? {
        let batch = try source.next()
        source.notices.forEach(hear)
        source.notices.removeAll()
        guard let rows = batch else { return nil }
        let names = rows.withTexts { texts in
            rows.rows.map { PictureName(texts[$0.img]) }
        }
        return NumberedBatch(rows: rows, numbers: numbers.change { $0.number(names) }, share: source.share)
    }
}

extension NumberedBatch {
    /// Measures the pictures that no earlier row has named. `counts` and `stop` learn of each that is done before its batch.
    func measured(
        by measurer: inout PictureMeasurer, _ counts: RunningCounts, _ stop: EarlyStop, hasJournal: Bool,
        _ willWait: () -> Void
    ) -> MeasuredBatch {
        counts.begin(self)
        stop.note(rows.broken)
        counts.note(rows.broken)
        let early = Locked(0)
        // Those are counted when they come.
        let ahead = Set(numbers.ahead.map(\.index))
        let pictures = rows.withTexts { texts in
            measurer.measure(
                numbers.newRows.map { texts[rows.rows[Int($0)].img] }, knowing: numbers.known, ahead: numbers.ahead,
                hear: { index, picture in
                    if !ahead.contains(index) { counts.finish(rows: 1) }
                    early.change { $0 += 1 }
                    guard case .failure(let failure) = picture.result else { return }
                    stop.note(failure)
                    let row = rows.rows[Int(numbers.newRows[index])]
                    counts.note(
                        RowFailure(
                            row, rows.shownImg(of: row), failure, attempts: picture.attempts, isStale: picture.former != nil,
                            isNew: hasJournal ? picture.isNewFailure : nil))
                }, willWait)
        }
        stop.note(pictures)
        counts.finish(rows: rows.rows.count - early.value)
        return MeasuredBatch(rows: rows, numbers: numbers, pictures: pictures)
    }

    /// The first row that names a picture of the network.
    var firstURL: RowBatch.Row? {
        rows.withTexts { texts in rows.rows.first { PictureReference.isURL(texts[$0.img]) } }
    }
}
