@testable import Layouts

extension InvariantCheck {
    /// Queries rects all over the content, in both orders, and compares each answer with the frames.
    mutating func checkQueries() {
        let rects = queryRects
        let answers = rects.map(layout.items(meeting:))
        for (rect, answer) in zip(rects, answers) {
            let expected = items(meeting: rect)
            guard answer != expected else { continue }
            let wrong = Self.difference(answer, expected)
            report.add(
                .query, wrong, found: Double(answer.count), allowed: Double(expected.count),
                wrong.isEmpty
                    ? "the rect \(rect.text) gives its pictures out of order"
                    : "the rect \(rect.text) gives \(answer.count) pictures and meets \(expected.count)")
        }
        let again = rects.reversed().map(layout.items(meeting:))
        if again.reversed() != answers {
            report.add(.query, [], found: 0, allowed: 0, "the same rects give other pictures when asked in another order")
        }
        for sample in samples.reversed() {
            for (item, frame) in zip(sample.items, sample.frames).reversed() {
                let again = layout.frame(of: item)
                if again.isBitwiseEqual(to: frame) { continue }
                report.add(
                    .query, [item], found: again.y, allowed: frame.y, "picture \(item) has another frame when asked again")
            }
        }
    }

    /// The first 16 items that one answer has and the other has not, or has less often. `expected` is sorted.
    private static func difference(_ answer: [Int], _ expected: [Int]) -> [Int] {
        let answer = answer.sorted()
        var difference: [Int] = []
        var (one, other) = (0, 0)
        while difference.count < 16, one < answer.count || other < expected.count {
            let (item, wanted) = (one < answer.count ? answer[one] : .max, other < expected.count ? expected[other] : .max)
            if item != wanted { difference.append(min(item, wanted)) }
            if item <= wanted { one += 1 }
            if wanted <= item { other += 1 }
        }
        return difference
    }

    private func items(meeting rect: Rect) -> [Int] {
        zip((0..<layout.count).chunks, boxes).filter { $0.1.canMeet(rect) }.flatMap { items, _ in
            zip(items, layout.frames(of: items)).filter { $0.1.meets(rect) }.map(\.0)
        }
    }

    /// The length of the longest rects that are queried, in screens.
    private static let maxScreens = 64.0

    /// Long strips at both ends, screens, tiny rects, and rects that just touch a frame.
    private var queryRects: [Rect] {
        let content = layout.contentSize
        let screen = layout.viewport
        let isHorizontal = guarantees.scrollsHorizontally
        let strip =
            isHorizontal
            ? Size(width: min(content.width, screen.width * Self.maxScreens), height: content.height)
            : Size(width: content.width, height: min(content.height, screen.height * Self.maxScreens))
        var rects = [
            Rect(x: 0, y: 0, width: strip.width, height: strip.height),
            Rect(
                x: content.width - strip.width, y: content.height - strip.height, width: strip.width, height: strip.height),
        ]
        for part in [0, 0.21, 0.5, 0.83, 1] {
            let (x, y) = (content.width * part, content.height * part)
            rects.append(
                isHorizontal
                    ? Rect(x: x, y: 0, width: screen.width, height: screen.height)
                    : Rect(x: 0, y: y, width: screen.width, height: screen.height))
            rects.append(Rect(x: x - 1, y: y - 1, width: 2, height: 2))
        }
        for item in [0, layout.count / 3, layout.count / 2, layout.count - 1] {
            let frame = layout.frame(of: item)
            rects.append(frame)
            rects.append(Rect(x: frame.x, y: frame.maxY, width: frame.width, height: 1))
            rects.append(Rect(x: frame.maxX, y: frame.y, width: 1, height: frame.height))
            rects.append(Rect(x: frame.x, y: frame.y, width: 0, height: frame.height))
        }
        return rects
    }
}

extension InvariantCheck {
    /// Each item goes to the shortest column, so no column can end far above the others.
    mutating func checkBalance(_ tracker: ColumnTracker) {
        guard let balance = guarantees.balance, invariants.contains(.balance) else { return }
        let bottoms = tracker.areAligned ? tracker.columns.map { ($0.bottom, $0.item) } : bottomsByX
        let allowed = tracker.tallest + balance.gap + depthTolerance
        if bottoms.count > balance.columns {
            report.add(
                .balance, [], found: Double(bottoms.count), allowed: Double(balance.columns),
                "pictures stand in \(bottoms.count) columns of \(balance.columns)")
        }
        let lowest = bottoms.min { $0.0 < $1.0 }
        let highest = bottoms.max { $0.0 < $1.0 }
        guard let lowest, let highest else { return }
        let least = bottoms.count < balance.columns ? balance.start : lowest.0
        if highest.0 - least > allowed {
            report.add(
                .balance, [highest.1, lowest.1], found: highest.0 - least, allowed: allowed,
                "columns end at \(least) and at \(highest.0), the tallest picture and a gap are \(allowed)")
        }
    }

    /// Columns stand side by side at equal distances, from one inset to the other.
    mutating func checkColumnStarts(_ tracker: ColumnTracker) {
        guard let balance = guarantees.balance, let across = guarantees.across, let width = guarantees.width,
            tracker.areAligned, invariants.contains(.columns)
        else { return }
        let pitch = (across.upperBound - across.lowerBound - width) / Double(max(1, balance.columns - 1))
        for column in tracker.columns {
            let number = pitch > 0 ? ((column.minX - across.lowerBound) / pitch).rounded() : 0
            let start = across.lowerBound + number * pitch
            guard (column.minX - start).magnitude > tolerance else { continue }
            report.add(
                .columns, [column.item], found: column.minX, allowed: start,
                "picture \(column.item) begins at \(column.minX), and its column at \(start)")
        }
    }

    /// Adds the violations that the tracker has found, and a column that was passed over until the end.
    mutating func checkStacking(_ tracker: ColumnTracker) {
        // Frames that are not aligned belong to no column for certain.
        guard tracker.areAligned else { return }
        report.add(tracker.stacking.only(invariants))
        guard let balance = guarantees.balance, invariants.contains(.shortest) else { return }
        let passedOver = tracker.passedOver(balance)
        if passedOver > tolerance {
            report.add(
                .shortest, [layout.count - 1], found: passedOver, allowed: 0,
                "a column ends \(passedOver) points above the one that the last picture was put into")
        }
    }

    /// The bottoms if frames are not aligned: every x counts as a column.
    private var bottomsByX: [(Double, Int)] {
        var bottoms: [Double: (Double, Int)] = [:]
        for items in (0..<layout.count).chunks {
            for (item, frame) in zip(items, layout.frames(of: items)) where frame.maxY >= bottoms[frame.x]?.0 ?? -.infinity {
                bottoms[frame.x] = (frame.maxY, item)
            }
        }
        return bottoms.values.sorted { $0.1 < $1.1 }
    }
}
