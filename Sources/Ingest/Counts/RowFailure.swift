import ImageHeaders
import Measuring
import WeirBase
import WeirRecords

/// A row without a true size, and the reason.
package struct RowFailure: Equatable, Sendable {
    package let row: Int
    package let line: Int
    /// The column of the fault, if the row is broken.
    package let column: Int?
    /// Empty if the row is broken.
    package let img: [UInt8]
    /// nil if the row is broken.
    package let code: Failure.Code?
    package let message: String
    package let advice: Advice?
    /// The number of attempts for the picture.
    package let attempts: Int
    /// Whether the row's entry has the previous true size of its picture.
    package let isStale: Bool
    /// Whether the picture did not fail when it was last asked for. nil if nobody knows: the run has no journal, or a journal
    /// learns nothing of such a failure, as of a broken row.
    package let isNew: Bool?

    package init(
        row: Int, line: Int, column: Int? = nil, img: [UInt8] = [], code: Failure.Code? = nil, message: String,
        advice: Advice? = nil, attempts: Int = 0, isStale: Bool = false, isNew: Bool? = nil
    ) {
        self.row = row
        self.line = line
        self.column = column
        self.img = img
        self.code = code
        self.message = message
        self.advice = advice
        self.attempts = attempts
        self.isStale = isStale
        self.isNew = isNew
    }

    /// A hash of the row and the picture: a row may have several pictures that fail.
    var identity: Int {
        var hasher = Hasher()
        hasher.combine(row)
        hasher.combine(img)
        return hasher.finalize()
    }
}

extension RowFailure {
    init(row: Int, line: Int, _ img: [UInt8], _ failure: Failure, attempts: Int, isStale: Bool, isNew: Bool?) {
        let pause: Advice? = failure.isPaused ? " (\(.noPause))" : nil
        let advice = [pause, listAdvice(failure.code, img)].compactMap { $0 }
        self.init(
            row: row, line: line, img: img, code: failure.code, message: failure.message,
            advice: advice.isEmpty ? nil : advice.reduce("", +), attempts: attempts, isStale: isStale, isNew: isNew)
    }

    init(_ row: RowBatch.BrokenRow) {
        self.init(row: row.number, line: row.position.line, column: row.position.column, message: row.message, advice: row.advice)
    }
}

/// Advice for a name that is a list of pictures, as exports have it. No file and no server knows such a name.
private func listAdvice(_ code: Failure.Code, _ img: [UInt8]) -> Advice? {
    guard [.notFound, .unreadable, .badURL, .httpStatus].contains(code) else { return nil }
    switch (img.first, img.last) {
    case (UInt8(ascii: "["), UInt8(ascii: "]")), (UInt8(ascii: "{"), UInt8(ascii: "}")):
        return "; the name looks like an array of pictures, and the catalogue's format has no such array"
    default: break
    }
    guard let separator = "|,;\n".utf8.first(where: { isList(img, separatedBy: $0) }) else { return nil }
    let list: Advice = "; the name looks like a list of pictures"
    return separator == 0x0A ? list : list + ", which \(.imageSeparator) '\(String(Unicode.Scalar(separator)))' splits"
}

/// Whether a name is several names of pictures or URLs between separators.
private func isList(_ img: [UInt8], separatedBy separator: UInt8) -> Bool {
    let names = img.split(separator: separator).map { $0.drop { $0 == UInt8(ascii: " ") } }
    guard names.count > 1 else { return false }
    let areURLs = names.map { $0.withUnsafeBufferPointer(PictureLocation.isURL) }
    return areURLs.allSatisfy { $0 } || !areURLs.contains(true) && names.allSatisfy(hasEnding)
}

/// Whether a name ends in a dot and a few letters or digits, as the names of pictures do.
private func hasEnding(_ name: ArraySlice<UInt8>) -> Bool {
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > name.startIndex else { return false }
    return (2...5).contains(name.endIndex - dot - 1) && name[(dot + 1)...].allSatisfy(isLetterOrDigit)
}

/// A picture that is not as it was when it was last asked for, or whose pixels cannot be decoded, with the first row that names it.
package struct ChangedPicture: Equatable, Sendable {
    package let row: Int
    package let line: Int
    package let img: [UInt8]
    package let change: PictureChange
}
