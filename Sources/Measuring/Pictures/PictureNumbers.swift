import Base
import Journals

/// The pictures that the rows of a batch name.
public struct NumberedPictures: Sendable {
    /// The number of each row's picture.
    public fileprivate(set) var pictures: [Int32] = []
    /// The indices of rows that name a picture for the first time. Their pictures are numbered on from those of the
    /// previous batch.
    public fileprivate(set) var newRows: [Int32] = []
    /// The journal's records of the pictures of these rows.
    public fileprivate(set) var known: [KnownPicture?] = []

    /// Batches wait by the hundred, so they are not left with the room that growing makes.
    fileprivate mutating func reserve(_ count: Int) {
        pictures.reserveCapacity(count)
        newRows.reserveCapacity(count)
        known.reserveCapacity(count)
    }
}

/// Numbers the pictures of a run in the order in which rows first name them: each picture is measured
/// once, however many rows name it.
///
/// The journal's own table of names is asked first, since in most runs it knows most names. A second table with
/// all names would take as much memory, and as long to fill.
public struct PictureNumbers: Sendable {
    private let known: KnownURLs?
    /// For each URL in the journal, by its number there, its number in this run; negative until a row names it.
    private var numbersOfKnown: [Int32]
    /// All other names, and the number of each in this run.
    private var names = NameTable()
    private var numbersOfNames: [Int32] = []
    /// The number of pictures that have a number.
    public private(set) var count: Int32 = 0

    public init(_ known: KnownURLs? = nil) {
        self.known = known
        numbersOfKnown = Array(repeating: -1, count: known?.count ?? 0)
    }

    public mutating func number(_ hashes: [NameHash]) -> NumberedPictures {
        let found = known?.find(hashes)
        var batch = NumberedPictures()
        batch.reserve(hashes.count)
        for (index, hash) in hashes.enumerated() {
            let url = found?[index] ?? nil
            let number: Int32
            if let url {
                number = numbersOfKnown[Int(url.number)]
                if number < 0 { numbersOfKnown[Int(url.number)] = count }
            } else {
                let name = names.add(hash)
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
