import Base
import Journals

/// Numbers the pictures of a run in the order in which rows first name them: each picture is measured
/// once, however many rows name it.
///
/// Most names are those that the journal knows, in its order, so its own table is asked first. A
/// table of the run's own would be as large, and hardly any of it in a cache.
public struct PictureNumbers: Sendable {
    private var known: KnownURLs?
    /// By the numbers of known URLs; negative of those that no row has named yet.
    private var numbersOfKnown: [Int32]
    /// All other names.
    private var names: NameTable
    private var numbersOfNames: [Int32] = []
    private(set) var count: Int32 = 0

    /// What the rows of a batch name.
    public struct Batch: Sendable {
        /// For each row, its picture's number.
        public fileprivate(set) var pictures: [Int32] = []
        /// The rows, by index, that name a picture for the first time, and what is known of these pictures
        /// already.
        public fileprivate(set) var newRows: [Int32] = []
        public fileprivate(set) var known: [KnownPicture?] = []
    }

    public init(_ known: KnownURLs? = nil) {
        self.known = known
        numbersOfKnown = Array(repeating: -1, count: known?.count ?? 0)
        names = NameTable(known?.hash ?? NameHash())
    }

    /// How names are to be hashed.
    public var hash: NameHash { names.hash }

    public mutating func number(_ hashes: [NameHash.Value]) -> Batch {
        let found = known?.find(hashes)
        let others = names.add(found.map { zip(hashes, $0).compactMap { $1 == nil ? $0 : nil } } ?? hashes)
        var nextOther = 0
        var batch = Batch()
        batch.pictures.reserveCapacity(hashes.count)
        for index in hashes.indices {
            let url = found?[index] ?? nil
            let number: Int32
            if let url {
                number = numbersOfKnown[Int(url.number)]
                if number < 0 { numbersOfKnown[Int(url.number)] = count }
            } else {
                let name = Int(others[nextOther])
                nextOther += 1
                number = name < numbersOfNames.count ? numbersOfNames[name] : -1
                if number < 0 { numbersOfNames.append(count) }
            }
            batch.pictures.append(number < 0 ? count : number)
            guard number < 0 else { continue }
            count += 1
            batch.newRows.append(Int32(index))
            batch.known.append(url?.picture)
        }
        return batch
    }
}
