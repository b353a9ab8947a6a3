import Layouts

/// The items of a manifest that the frames of a dump belong to.
struct DumpedItems {
    /// Frames of one kind: how many there are, and the first of them.
    struct Tally {
        private(set) var count = 0
        /// Its number in the dump.
        private(set) var first: Int?

        mutating func add(_ frame: Int) {
            first = first ?? frame
            count += 1
        }
    }

    let frames: [DumpedFrame]
    /// For each frame its item, -1 if the manifest has none.
    private(set) var numbers: [Int32] = []
    /// Frames of sections and of items that the manifest does not have.
    private(set) var unknownSections = Tally()
    private(set) var unknownItems = Tally()
    private(set) var repeated = Tally()
    private(set) var infinite = Tally()
    /// Whether the dump has a frame of each item.
    private(set) var isThere: [Bool]
    /// The items of each section.
    let sections: [Range<Int>]

    /// Layouts without sections have one, as on the phone, however many pages the manifest has.
    init(of dumped: DumpedScreen, in layout: any Layout) {
        frames = dumped.frames
        let hasSections = dumped.planned.layout.recipe.kind.traits.contains(.sections)
        sections = hasSections ? (0..<layout.sections.count).map { layout.sections.items(of: $0) } : [0..<layout.count]
        isThere = Array(repeating: false, count: layout.count)
        numbers.reserveCapacity(frames.count)
        for (number, frame) in frames.enumerated() {
            if !frame.isFinite { infinite.add(number) }
            numbers.append(Int32(take(frame, number)))
        }
    }

    /// Returns the item of a frame, -1 if there is none.
    private mutating func take(_ frame: DumpedFrame, _ number: Int) -> Int {
        guard Int(frame.section) < sections.count else {
            unknownSections.add(number)
            return -1
        }
        let range = sections[Int(frame.section)]
        guard Int(frame.index) < range.count else {
            unknownItems.add(number)
            return -1
        }
        let item = range.lowerBound + Int(frame.index)
        if isThere[item] { repeated.add(number) }
        isThere[item] = true
        return item
    }

    /// Calls the closure with each frame that can be compared, until it returns false.
    func forEachComparable(_ body: (_ frame: Int, _ item: Int, Rect) -> Bool) {
        for number in frames.indices where numbers[number] >= 0 && frames[number].isFinite {
            guard body(number, Int(numbers[number]), frames[number].rect) else { return }
        }
    }
}
