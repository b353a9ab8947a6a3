import Glibc
import WeirBase
import WeirSystem

/// The parts of all products, in a file without a name, and which of them belong together. A product's parts may stand anywhere in a
/// catalogue, so memory has 16 bytes for each part and some 50 for each name, and the texts are read again when their product is due.
struct PartStore {
    private let file: TemporaryFile
    private var unwritten: [UInt8] = []
    private var length = 0
    private var starts: [Int] = []
    /// The names of products and parts, numbered, and the number of the name to which each belongs.
    private var names = NameTable()
    private var parents: [Int32] = []
    private static let isUnknown: Int32 = -1, isRoot: Int32 = -2, isProduct: Int32 = -3
    /// Whether products stand below rows of another kind, such as collections. Then all rows of no product are left out.
    var hasRowsAbove = false
    /// The number of parts that belong to no product, once all are there.
    private(set) var leftOutCount = 0
    /// The number of the name to which each part belongs; -1 if it stands alone. Later that of the part's product; -1 if it is left out.
    private var owners: [Int32] = []
    /// The parts, those of a product side by side.
    private var order: [Int32] = []
    /// Where the parts of each product begin in this order.
    private var groups: [Int32] = []
    private var windows: [Window] = []
    private var recent = 0
    private var clock = 0
    /// The number of the day of the run, such as 20261128, on which prices count or not.
    let today: Int

    /// A part of the file that is in memory. A catalogue with its products, variants and pictures in three long lists is read at three
    /// places.
    private struct Window {
        var start: Int
        var bytes: [UInt8]
        var lastUse: Int
    }

    private static let windowBytes = 1 << 14
    private static let mostWindows = 16
    private static let blockBytes = 1 << 18
    /// The limit for the texts of a product. No product has a hundredth of it.
    static let mostBytes = 8 << 20

    init() throws(MachineFailure) {
        file = try TemporaryFile()
        today = calendarTime(unixSeconds()).utf8.prefix(10).filter { isDigit($0) }.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    /// The number of products, once all parts are there.
    var productCount: Int { max(0, groups.count - 1) }

    /// Adds the texts of a part. Its names come before, by `name`.
    mutating func add(_ owner: Int32, _ write: (inout [UInt8]) -> Void) throws(MachineFailure) {
        let before = unwritten.count
        write(&unwritten)
        starts.append(length)
        owners.append(owner)
        length += unwritten.count - before
        if unwritten.count >= Self.blockBytes { try flush() }
    }

    private mutating func flush() throws(MachineFailure) {
        try file.write(unwritten)
        unwritten.removeAll(keepingCapacity: true)
    }

    /// The number of the name to which a part belongs: that of its parent, or else its own first one. Its other names lead there. -1 if it
    /// has none. `isProduct` says that the name is that of a product, whatever leads there.
    mutating func owner(names own: [NameHash], parent: NameHash?, isProduct: Bool) -> Int32 {
        guard let first = parent ?? own.first else { return -1 }
        let owner = number(first)
        if isProduct, parents[Int(owner)] < 0 {
            parents[Int(owner)] = Self.isProduct
        } else if parent == nil, parents[Int(owner)] == Self.isUnknown {
            parents[Int(owner)] = Self.isRoot
        }
        for name in own.dropFirst(parent == nil ? 1 : 0) { lead(number(name), to: owner) }
        return owner
    }

    private mutating func number(_ name: NameHash) -> Int32 {
        let number = names.add(name)
        if number == parents.count { parents.append(Self.isUnknown) }
        return Int32(number)
    }

    private mutating func lead(_ name: Int32, to parent: Int32) {
        if name != parent, parents[Int(name)] == Self.isUnknown { parents[Int(name)] = parent }
    }

    /// Puts the parts of each product side by side, in the order of the products' first parts.
    mutating func finish() throws(MachineFailure) {
        try flush()
        // Only the numbers of names are needed from here on.
        names = NameTable()
        starts.append(length)
        var productOfName = [Int32](repeating: -1, count: parents.count)
        var count: Int32 = 0
        var sizes: [Int32] = []
        for part in owners.indices {
            var product: Int32 = -1
            if owners[part] >= 0 {
                let root = root(of: owners[part])
                guard !hasRowsAbove || parents[root] == Self.isProduct else {
                    owners[part] = -1
                    leftOutCount += 1
                    continue
                }
                product = productOfName[root]
                if product < 0 { productOfName[root] = count }
            }
            if product < 0 {
                product = count
                count += 1
                sizes.append(0)
            }
            owners[part] = product
            sizes[Int(product)] += 1
        }
        parents = []
        groups = [0]
        groups.reserveCapacity(sizes.count + 1)
        for size in sizes { groups.append(groups[groups.count - 1] + size) }
        var next = groups
        order = [Int32](repeating: 0, count: Int(groups[groups.count - 1]))
        for (part, product) in owners.enumerated() where product >= 0 {
            order[Int(next[Int(product)])] = Int32(part)
            next[Int(product)] += 1
        }
        owners = []
    }

    /// The name of the product to which a name leads. Names that lead to each other in a ring are those of one product. Each step halves
    /// the way for the next one.
    private mutating func root(of name: Int32) -> Int {
        var name = Int(name)
        while parents[name] >= 0 {
            let parent = Int(parents[name])
            guard parent != name else {
                parents[name] = Self.isRoot
                break
            }
            guard parents[parent] >= 0 else { return parent }
            parents[name] = parents[parent]
            name = Int(parents[name])
        }
        return name
    }

    /// The number of parts of a product.
    func partCount(of product: Int) -> Int { Int(groups[product + 1] - groups[product]) }

    /// Appends the texts of a product's parts to `bytes`, and where each begins to `partStarts`. Returns false if they are too long, and
    /// appends those of the first part only.
    mutating func read(_ product: Int, to bytes: inout [UInt8], _ partStarts: inout [Int]) throws(MachineFailure) -> Bool {
        for index in groups[product]..<groups[product + 1] {
            let part = Int(order[Int(index)])
            guard bytes.count < Self.mostBytes else {
                partStarts.removeSubrange(1...)
                return false
            }
            partStarts.append(bytes.count)
            try append(starts[part]..<starts[part + 1], to: &bytes)
        }
        return true
    }

    private mutating func append(_ range: Range<Int>, to bytes: inout [UInt8]) throws(MachineFailure) {
        clock += 1
        if !windows.isEmpty, take(range, from: recent, to: &bytes) { return }
        for index in windows.indices where take(range, from: index, to: &bytes) { return }
        let window = Window(start: range.lowerBound, bytes: try content(range), lastUse: clock)
        bytes += window.bytes[..<range.count]
        if windows.count < Self.mostWindows {
            windows.append(window)
            recent = windows.count - 1
        } else {
            recent = windows.indices.min { windows[$0].lastUse < windows[$1].lastUse } ?? 0
            windows[recent] = window
        }
    }

    /// Returns false if the range is not in the window.
    private mutating func take(_ range: Range<Int>, from window: Int, to bytes: inout [UInt8]) -> Bool {
        let start = range.lowerBound - windows[window].start
        guard start >= 0, start + range.count <= windows[window].bytes.count else { return false }
        bytes += windows[window].bytes[start..<start + range.count]
        windows[window].lastUse = clock
        recent = window
        return true
    }

    /// The bytes of a range of the file, with those behind it that a window has room for.
    private func content(_ range: Range<Int>) throws(MachineFailure) -> [UInt8] {
        let most = min(max(Self.windowBytes, range.count), length - range.lowerBound)
        var code: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: most) { buffer, filled in
            while filled < most {
                let read = retryingInterrupts {
                    pread(file.descriptor, buffer.baseAddress.map { $0 + filled }, most - filled, off_t(range.lowerBound + filled))
                }
                guard read > 0 else {
                    code = read < 0 ? errno : EIO
                    return
                }
                filled += read
            }
        }
        guard code == 0 else { throw .machine("the copy of the catalogue cannot be read: \(errorText(code))") }
        return bytes
    }
}
