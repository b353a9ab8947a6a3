import Base
import Journals

/// The pictures that the rows of a batch name.
package struct NumberedPictures: Sendable {
    /// The number of each row's picture.
    package fileprivate(set) var pictures: [Int32] = []
    /// The indices of rows that name a picture for the first time. Their pictures are numbered on from those of the
    /// previous batch.
    package fileprivate(set) var newRows: [Int32] = []
    /// The journal's records of the pictures of these rows.
    package fileprivate(set) var known: [KnownPicture?] = []
    /// The pictures of these rows that were ordered ahead: their indices in `newRows`, and their numbers among `PicturesAhead`.
    package fileprivate(set) var ahead: [(index: Int, number: Int32)] = []

    /// Batches wait by the hundred, so they are not left with the room that growing makes.
    fileprivate mutating func reserve(_ count: Int) {
        pictures.reserveCapacity(count)
        newRows.reserveCapacity(count)
        known.reserveCapacity(count)
    }
}

/// A picture that no row has named yet.
package struct UnnamedPicture: Sendable {
    /// Its index in the names that were given.
    package let index: Int
    /// The journal's record of it.
    let known: KnownPicture?
}

/// Numbers the pictures of a run in the order in which rows first name them: each picture is measured
/// once, however many rows name it.
///
/// The names of URLs are kept in the journal's own table, if there is a journal. A second table with all names would take as much
/// memory, and as long to fill.
package struct PictureNumbers: Sendable {
    private let known: KnownURLs?
    /// For each URL, by its number in the journal, its number in this run. Until a row names it, it is -1, or -2 minus its number
    /// among the pictures that were ordered ahead.
    private var numbersOfURLs: [Int32]
    /// All other names, and the number of each in the same way.
    private var names = NameTable()
    private var numbersOfNames: [Int32] = []
    /// The number of pictures that have a number.
    package private(set) var count: Int32 = 0
    private var countAhead: Int32 = 0

    package init(_ known: KnownURLs? = nil) {
        self.known = known
        numbersOfURLs = Array(repeating: -1, count: known?.count ?? 0)
    }

    package mutating func number(_ names: [PictureName]) -> NumberedPictures {
        var batch = NumberedPictures()
        batch.reserve(names.count)
        for (index, (place, picture)) in places(of: names).enumerated() {
            let number = self[place]
            if number < 0 { self[place] = count }
            batch.pictures.append(number < 0 ? count : number)
            guard number < 0 else { continue }
            count += 1
            if number < -1 { batch.ahead.append((batch.newRows.count, -2 - number)) }
            batch.newRows.append(Int32(index))
            batch.known.append(picture)
        }
        return batch
    }

    /// The names of pictures that no row has named and nobody has ordered. There are none after another program has changed the
    /// journal, since nobody can tell then.
    package func unnamed(_ names: [PictureName]) -> [UnnamedPicture] {
        let urls = known?.find(names.map(\.hash))
        if known != nil, urls == nil { return [] }
        let others = self.names.numbers(of: names.map(\.hash))
        return names.indices.compactMap { index in
            let url = names[index].isURL ? urls?[index] : nil
            let number = url.map { numbersOfURLs.indices.contains(Int($0.number)) ? numbersOfURLs[Int($0.number)] : -1 }
                ?? others[index].map { numbersOfNames[$0] } ?? -1
            return number == -1 ? UnnamedPicture(index: index, known: url?.picture) : nil
        }
    }

    /// Numbers pictures that are ordered ahead. Returns their indices, and the first number; the others have been named or ordered
    /// by now.
    package mutating func order(_ names: [PictureName]) -> (indices: [Int], first: Int32) {
        let first = countAhead
        let places = places(of: names).map(\.place)
        let indices = names.indices.filter { index in
            guard self[places[index]] == -1 else { return false }
            self[places[index]] = -2 - countAhead
            countAhead += 1
            return true
        }
        return (indices, first)
    }

    /// Where the number of a picture is kept.
    private enum Place {
        case url(Int)
        case name(Int)
    }

    /// The place of each name, and the journal's record of it.
    private mutating func places(of names: [PictureName]) -> [(place: Place, picture: KnownPicture?)] {
        var urls = known?.number(names.lazy.filter(\.isURL).map(\.hash))?[...]
        return names.map { name in
            if name.isURL, let url = urls?.popFirst() {
                while numbersOfURLs.count <= url.number { numbersOfURLs.append(-1) }
                return (.url(Int(url.number)), url.picture)
            }
            let number = self.names.add(name.hash)
            if number == numbersOfNames.count { numbersOfNames.append(-1) }
            return (.name(number), nil)
        }
    }

    private subscript(place: Place) -> Int32 {
        get {
            switch place {
            case .url(let number): numbersOfURLs[number]
            case .name(let number): numbersOfNames[number]
            }
        }
        set {
            switch place {
            case .url(let number): numbersOfURLs[number] = newValue
            case .name(let number): numbersOfNames[number] = newValue
            }
        }
    }
}
