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
    /// The pictures of these rows that were ordered ahead: their indices in `newRows`, and their numbers among `PicturesAhead`.
    public fileprivate(set) var ahead: [(index: Int, number: Int32)] = []

    /// Batches wait by the hundred, so they are not left with the room that growing makes.
    fileprivate mutating func reserve(_ count: Int) {
        pictures.reserveCapacity(count)
        newRows.reserveCapacity(count)
        known.reserveCapacity(count)
    }
}

/// A picture that no row has named yet.
public struct UnnamedPicture: Sendable {
    /// Its index in the names that were given.
    public let index: Int
    /// The journal's record of it.
    let known: KnownPicture?
}

/// Numbers the pictures of a run in the order in which rows first name them: each picture is measured
/// once, however many rows name it.
///
/// The journal's own table of names is asked first, since in most runs it knows most names. A second table with
/// all names would take as much memory, and as long to fill.
public struct PictureNumbers: Sendable {
    private let known: KnownURLs?
    /// For each URL in the journal, by its number there, its number in this run. Until a row names it, it is -1, or -2 minus its
    /// number among the pictures that were ordered ahead.
    private var numbersOfKnown: [Int32]
    /// All other names, and the number of each in the same way.
    private var names = NameTable()
    private var numbersOfNames: [Int32] = []
    /// The number of pictures that have a number.
    public private(set) var count: Int32 = 0
    private var countAhead: Int32 = 0

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
            let place = place(of: hash, url)
            let number = self[place]
            if number < 0 { self[place] = count }
            batch.pictures.append(number < 0 ? count : number)
            guard number < 0 else { continue }
            count += 1
            if number < -1 { batch.ahead.append((batch.newRows.count, -2 - number)) }
            batch.newRows.append(Int32(index))
            batch.known.append(url?.picture)
        }
        return batch
    }

    /// The names of pictures that no row has named and nobody has ordered.
    public func unnamed(_ hashes: [NameHash]) -> [UnnamedPicture] {
        let found = known?.find(hashes)
        return zip(hashes.indices, names.numbers(of: hashes)).compactMap { index, name in
            let url = found?[index] ?? nil
            let number = url.map { numbersOfKnown[Int($0.number)] } ?? name.map { numbersOfNames[$0] } ?? -1
            return number == -1 ? UnnamedPicture(index: index, known: url?.picture) : nil
        }
    }

    /// Numbers pictures that are ordered ahead. Returns their indices, and the first number; the others have been named or ordered
    /// by now.
    public mutating func order(_ hashes: [NameHash]) -> (indices: [Int], first: Int32) {
        let found = known?.find(hashes)
        let first = countAhead
        let indices = hashes.indices.filter { index in
            let place = place(of: hashes[index], found?[index] ?? nil)
            guard self[place] == -1 else { return false }
            self[place] = -2 - countAhead
            countAhead += 1
            return true
        }
        return (indices, first)
    }

    /// Where the number of a picture is kept.
    private enum Place {
        case known(Int)
        case name(Int)
    }

    private mutating func place(of hash: NameHash, _ url: KnownURLs.Found?) -> Place {
        if let url { return .known(Int(url.number)) }
        let name = names.add(hash)
        if name == numbersOfNames.count { numbersOfNames.append(-1) }
        return .name(name)
    }

    private subscript(place: Place) -> Int32 {
        get {
            switch place {
            case .known(let number): numbersOfKnown[number]
            case .name(let number): numbersOfNames[number]
            }
        }
        set {
            switch place {
            case .known(let number): numbersOfKnown[number] = newValue
            case .name(let number): numbersOfNames[number] = newValue
            }
        }
    }
}
