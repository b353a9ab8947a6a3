import Base

/// A table as bytes: seven words a picture, of 8 bytes each, the least significant first.
extension KnownTable {
    static let packedBytes = 7 * 8

    /// The numbers of all pictures in the order of their rows, which is that of the run which first met them: catalogues
    /// keep it.
    var numbersByID: [Int] { rows.indices.sorted { rows[$0].id < rows[$1].id } }

    /// The pictures of these numbers, each word in the order of its bytes.
    func packed(_ numbers: ArraySlice<Int>) -> [UInt64] {
        var words: [UInt64] = []
        words.reserveCapacity(numbers.count * Self.packedBytes / 8)
        for number in numbers {
            let row = rows[number]
            words.append(names[number].first.littleEndian)
            words.append(names[number].second.littleEndian)
            for field in [row.id, row.shape.dimensions, row.shape.content, row.stamp] {
                words.append(UInt64(bitPattern: field).littleEndian)
            }
            words.append((UInt64(row.asked) | UInt64(row.retryAt) << 32).littleEndian)
        }
        return words
    }

    /// Adds whole pictures that are all new and whose ids are larger than the last one, but for those whose ids are the first of
    /// the changed ones. Answers whether these are such pictures; if not, nothing is added.
    mutating func add(
        packed bytes: UnsafeRawBufferPointer, after last: inout Int64?, butFor changed: inout ArraySlice<Int64>
    ) -> Bool {
        func word(_ place: Int) -> UInt64 { UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)) }
        var newNames: [NameHash.Value] = []
        var newRows: [Row] = []
        newNames.reserveCapacity(bytes.count / Self.packedBytes)
        newRows.reserveCapacity(bytes.count / Self.packedBytes)
        for place in stride(from: 0, to: bytes.count, by: Self.packedBytes) {
            let times = word(place + 48)
            let row = Row(
                id: Int64(bitPattern: word(place + 16)),
                shape: PackedShape(dimensions: Int64(bitPattern: word(place + 24)), content: Int64(bitPattern: word(place + 32))),
                stamp: Int64(bitPattern: word(place + 40)), asked: Moment(truncatingIfNeeded: times), retryAt: Moment(times >> 32))
            guard row.shape.isValid, last.map({ $0 < row.id }) ?? true else { return false }
            last = row.id
            while let id = changed.first, id < row.id { changed.removeFirst() }
            if changed.first == row.id { continue }
            newNames.append(NameHash.Value(first: word(place), second: word(place + 8)))
            newRows.append(row)
        }
        names.add(new: newNames)
        rows += newRows
        return true
    }

    /// How many pictures are not in both tables, or otherwise in one. Names must be told apart by the
    /// same hash.
    func differences(from other: KnownTable) -> Int {
        var other = other
        let common = rows.indices.filter { number in
            other.names.number(of: names[number]).map { other.rows[$0] == rows[number] } ?? false
        }
        return max(count, other.count) - common.count
    }
}
