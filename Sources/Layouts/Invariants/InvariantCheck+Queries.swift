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
        zip(Self.chunks(of: 0..<layout.count), boxes).filter { $0.1.canMeet(rect) }.flatMap { items, _ in
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
        let strip = isHorizontal
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

extension Rect {
    /// The rect as messages show it, with all digits.
    var text: String { "\(x),\(y) \(width)x\(height)" }

    func isBitwiseEqual(to other: Rect) -> Bool {
        x.bitPattern == other.x.bitPattern && y.bitPattern == other.y.bitPattern
            && width.bitPattern == other.width.bitPattern && height.bitPattern == other.height.bitPattern
    }
}
