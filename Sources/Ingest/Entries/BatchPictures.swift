import Manifests
import WeirBase
import WeirRecords
import WeirSystem

/// The names of the pictures of a batch, in the order of its rows: of each row the first picture, and then the further ones.
struct BatchPictures {
    private(set) var names: [UnsafeBufferPointer<UInt8>] = []
    /// The index of each picture's row; empty if each row has one picture.
    private var owners: [Int] = []

    init(_ batch: RowBatch, _ texts: RowBatch.Texts) {
        guard batch.furtherCount > 0 else {
            names = batch.rows.map { texts[$0.img] }
            return
        }
        for (index, row) in batch.rows.enumerated() {
            names.append(texts[row.img])
            names += texts.further(of: row).map { texts[$0] }
            owners += repeatElement(index, count: row.pictureCount)
        }
    }

    /// The index of the picture's row in the batch.
    func row(of picture: Int) -> Int { owners.isEmpty ? picture : owners[picture] }

    /// Whether the picture is the first one of its row.
    func isFirst(_ picture: Int) -> Bool { owners.isEmpty || picture == 0 || owners[picture - 1] != owners[picture] }
}

extension IngestPlan {
    /// Throws if a row has several pictures, and its entry has no room for them: a table names its columns before the first row, and a
    /// kept column may have the key already.
    func checkPictures(of batch: RowBatch) throws(MachineFailure) {
        guard batch.furtherCount > 0, !isEachImage else { return }
        let isTable = output.kind.format.isTable && !output.extras.contains(ManifestEntry.imagesKey)
        guard isTable || keptNames.contains(ManifestEntry.imagesKey), let row = batch.rows.first(where: { $0.pictureCount > 1 }) else {
            return
        }
        let reason =
            isTable ? "the table has no column for them" : "the kept column \(ManifestEntry.imagesKey) has the key of the further ones"
        let column: Advice = isTable ? ": \(.column(.images)) \(columns.img) adds one, and " : ": "
        throw .input(
            "row \(row.number) (line \(row.line)) names \(row.pictureCount) pictures, and \(reason)",
            column + "\(.eachImage) makes an entry of each")
    }
}
