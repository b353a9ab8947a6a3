import Foundation
import TestSupport
import WeirRecords

/// The result of reading a property list, XML or binary.
struct PlistReading: Equatable {
    struct Row: Equatable {
        var img: String
        var price: String
        var w: Int?
        var h: Int?
        var kept: [String?] = []
    }

    var rows: [Row] = []
    /// The numbers and the lines of the rows.
    var numbers: [Int] = []
    var lines: [Int] = []
    var broken: [RowBatch.BrokenRow] = []
    var failure: DocumentFailure?

    mutating func append(_ batch: RowBatch, kept: Int) {
        func text(_ bytes: UnsafeBufferPointer<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
        batch.withTexts { texts in
            for row in batch.rows {
                let keptTexts = (0..<kept).map { texts.kept($0, of: row).map(text) }
                rows.append(
                    Row(img: text(texts[row.img]), price: text(texts[row.price]), w: row.width, h: row.height, kept: keptTexts))
            }
        }
        numbers += batch.rows.map(\.number)
        lines += batch.rows.map(\.line)
        broken += batch.broken
    }
}

/// Copies bytes to memory of exactly their size, so that an address sanitizer sees any read beyond them.
func withExactCopy<Result>(of bytes: ArraySlice<UInt8>, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
    defer { copy.deallocate() }
    copy.copyBytes(from: bytes)
    return body(UnsafeRawBufferPointer(copy))
}

/// Reads an XML list in pieces that end at the given offsets.
func readXMLPlist(
    _ list: Bytes, cutAt cuts: [Int] = [], columns: RowColumns = RowColumns()
) -> PlistReading {
    var reader = RowReader(.xmlPlist, columns: columns, optionNames: optionNames)
    var reading = PlistReading()
    var next = 1
    let edges = [0] + cuts + [list.count]
    for (piece, (start, end)) in zip(edges, edges.dropFirst()).enumerated() {
        var batch = RowBatch(firstNumber: next, keptColumns: columns.kept.count)
        withExactCopy(of: list.all[start..<end]) { bytes in
            do throws(DocumentFailure) {
                try reader.read(bytes, isEnd: piece == edges.count - 2, into: &batch)
            } catch {
                reading.failure = error
            }
        }
        next = batch.endNumber
        reading.append(batch, kept: columns.kept.count)
        if reading.failure != nil { break }
    }
    return reading
}

/// Reads a binary list.
func readBinaryPlist(_ list: Bytes, columns: RowColumns = RowColumns()) -> PlistReading {
    withExactCopy(of: list.all[...]) { bytes in
        var reading = PlistReading()
        var reader = RowReader(.binaryPlist, columns: columns, optionNames: optionNames)
        var hasMore = true
        var next = 1
        while hasMore {
            var batch = RowBatch(firstNumber: next, keptColumns: columns.kept.count)
            do throws(DocumentFailure) {
                hasMore = try reader.read(whole: bytes, into: &batch)
            } catch {
                reading.failure = error
                hasMore = false
            }
            next = batch.endNumber
            reading.append(batch, kept: columns.kept.count)
        }
        return reading
    }
}

/// A list of rows; each string is the content of a <dict>.
func xmlPlist(_ rows: String...) -> Bytes {
    Bytes(
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0">
        <array>
        \(rows.map { "<dict>\($0)</dict>" }.joined(separator: "\n"))
        </array>
        </plist>

        """)
}
