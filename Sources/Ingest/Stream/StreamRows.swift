import Base
import Measuring
import Records
import System

/// Lines whose pictures have numbers. A batch has the lines that one read has brought, so no line waits for others to come.
struct StreamBatch: Sendable {
    let lines: RowLines
    /// The lines that are rows, by their indices.
    let rows: [Int]
    /// The numbers of the pictures of these rows, and the rows that are the first with theirs.
    let numbers: NumberedPictures
    /// How often the numbers began anew before this batch.
    let edition: Int
}

/// Numbers the pictures of the lines as they are read.
///
/// A picture that several rows name is measured once, as long as it is remembered. A stream has no end, so from time to time all
/// is forgotten, and the numbers begin anew: with the next edition.
struct StreamRows {
    private let input: InputFile
    private let answers: StreamAnswers
    private var reader: RowLineReader
    private var numbers = PictureNumbers()
    private var edition = 0
    private var isAtEnd = false

    private static let piece = 1 << 16
    /// The number of pictures after which all are forgotten.
    private static let mostPictures = 1 << 16

    init(_ input: InputFile, _ form: RowLineForm, _ answers: StreamAnswers) {
        self.input = input
        self.answers = answers
        reader = RowLineReader(form)
    }

    mutating func next() throws(MachineFailure) -> StreamBatch? {
        while !isAtEnd {
            let piece = try input.read(upTo: StreamRows.piece)
            isAtEnd = piece.isEmpty
            let lines = isAtEnd ? reader.finish() : reader.read(piece)
            if !lines.lines.isEmpty { return batch(of: lines) }
        }
        return nil
    }

    private mutating func batch(of lines: RowLines) -> StreamBatch {
        if Int(numbers.count) >= StreamRows.mostPictures || answers.areMany {
            numbers = PictureNumbers()
            edition += 1
        }
        var rows: [Int] = []
        var names: [PictureName] = []
        lines.withBytes { bytes in
            for (index, line) in lines.lines.enumerated() {
                guard case .row(let img, let known) = line.content else { continue }
                rows.append(index)
                names.append(name(of: bytes[img], known.map { bytes[lines.known[$0].object] }))
            }
        }
        return StreamBatch(lines: lines, rows: rows, numbers: numbers.number(names), edition: edition)
    }

    /// Rows share an answer if they name the same picture and tell the same of it.
    private func name(of img: Slice<UnsafeBufferPointer<UInt8>>, _ known: Slice<UnsafeBufferPointer<UInt8>>?) -> PictureName {
        guard let known else { return PictureName(UnsafeBufferPointer(rebasing: img)) }
        return PictureName(img, told: known)
    }
}
