import Glibc
import Records
import System

/// The prices of the `prices.csv` in a folder of pictures. A row of it that is of no use costs its own price only, and is reported.
struct FolderPrices {
    static let fileName = Array("prices.csv".utf8)

    private struct Price {
        let text: [UInt8]
        let line: Int
    }

    private let path: [UInt8]
    /// The prices that no picture has taken yet, by the pictures' names.
    private var prices: [[UInt8]: Price] = [:]
    /// The news of the rows, once all are read.
    private(set) var notices: [IngestNotice] = []

    /// Without such a file there are no prices.
    init(in folder: [UInt8], of whole: IngestPlan) throws(MachineFailure) {
        let path = folder + Array("/".utf8) + Self.fileName
        self.path = path
        guard withPath(path, { access($0, F_OK) }) == 0 else { return }
        try read(DecompressedInput(file: path), of: whole)
    }

    /// The largest list of a bucket that is read.
    static let mostBytes = 1 << 28

    /// `list` is the content of the file in a bucket.
    init(_ path: [UInt8], _ list: [UInt8]?, of whole: IngestPlan) throws(MachineFailure) {
        self.path = path
        guard let list else { return }
        try read(DecompressedInput(InputFile(content: list, name: shown(path))), of: whole)
    }

    private mutating func read(_ bytes: DecompressedInput, of whole: IngestPlan) throws(MachineFailure) {
        var plan = whole
        plan.columns.kept = []
        var rows = try plan.rows(of: .csv, in: bytes)
        var (broken, repeated) = (SimilarRows(), SimilarRows())
        while let batch = try rows.next() {
            for row in batch.broken {
                let fault = "\(row.position.line):\(row.position.column): \(row.message)"
                guard !plan.isStrict else { throw .input("\(shown(path)):\(fault)") }
                broken.add("\(fault); correct the row, whose price is left out")
            }
            batch.withTexts { texts in
                for row in batch.rows {
                    let (name, price) = (Array(texts[row.img]), Price(text: Array(texts[row.price]), line: row.line))
                    if let former = prices.updateValue(price, forKey: name), former.text != price.text {
                        repeated.add(
                            "\(row.line): \(shown(name)) has another price on line \(former.line); "
                                + "remove one, since the last counts")
                    }
                }
            }
        }
        notices = [broken, repeated].compactMap { $0.notice(in: path) }
    }

    /// The price of a picture, which is empty if the file has none. Each picture is asked for once.
    mutating func take(_ name: [UInt8]) -> [UInt8] { prices.removeValue(forKey: name)?.text ?? [] }

    /// The prices that no picture has taken. A list of prices may be that of a larger shop.
    var remaining: IngestNotice? {
        guard let first = prices.min(by: { $0.value.line < $1.value.line }) else { return nil }
        let fault = "\(first.value.line): \(shown(first.key)) is no picture of this run; correct its name or remove the row"
        return SimilarRows(first: fault, count: prices.count).notice(in: path, isUsual: true)
    }
}

/// Rows with faults of one kind, of which the first is reported.
private struct SimilarRows {
    var first: String?
    var count = 0

    mutating func add(_ fault: @autoclosure () -> String) {
        first = first ?? fault()
        count += 1
    }

    func notice(in path: [UInt8], isUsual: Bool = false) -> IngestNotice? {
        let others = count > 1 ? " (the first of \(count) such rows)" : ""
        return first.map { IngestNotice("\(shown(path)):\($0)\(others)", isUsual: isUsual) }
    }
}
