import TestSupport
import WeirRecords

/// Reads an XML list in pieces that end at the given offsets.
func readXMLPlist(_ list: Bytes, cutAt cuts: [Int] = [], columns: RowColumns = RowColumns()) -> CatalogueReading {
    read(list, with: RowReader(.xmlPlist, columns: columns), cutAt: cuts, kept: columns.kept.count)
}

/// Reads a binary list.
func readBinaryPlist(_ list: Bytes, columns: RowColumns = RowColumns()) -> CatalogueReading {
    withExactCopy(of: list.all[...]) { bytes in
        var reading = CatalogueReading()
        var reader = RowReader(.binaryPlist, columns: columns)
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
