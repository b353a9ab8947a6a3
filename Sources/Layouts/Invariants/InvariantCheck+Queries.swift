extension InvariantCheck {
    /// Asks for rects all over the content, forwards and backwards, and compares with a look at
    /// every frame that can meet them.
    mutating func checkQueries() {
        let probes = probes
        let answers = probes.map(layout.items(meeting:))
        for (probe, answer) in zip(probes, answers) {
            let expected = items(meeting: probe)
            guard answer != expected else { continue }
            let wrong = Self.difference(answer, expected)
            report.add(
                .query, wrong, found: Double(answer.count), allowed: Double(expected.count),
                wrong.isEmpty
                    ? "the rect \(probe.text) gives its pictures out of order"
                    : "the rect \(probe.text) gives \(answer.count) pictures and meets \(expected.count)")
        }
        let again = probes.reversed().map(layout.items(meeting:))
        if again.reversed() != answers {
            report.add(.query, [], found: 0, allowed: 0, "the same rects give other pictures when asked in another order")
        }
        for sample in samples.reversed() {
            for (item, frame) in zip(sample.items, sample.frames).reversed() {
                let again = layout.frame(of: item)
                if again.hasBits(of: frame) { continue }
                report.add(
                    .query, [item], found: again.y, allowed: frame.y, "picture \(item) has another frame when asked again")
            }
        }
    }

    /// The first items that only one of two answers has, or has more often; the other one is in order.
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

    private func items(meeting probe: Rect) -> [Int] {
        zip(Self.stretches(of: layout.count), hulls).filter { $0.1.canMeet(probe) }.flatMap { items, _ in
            zip(items, layout.frames(of: items)).filter { $0.1.meets(probe) }.map(\.0)
        }
    }

    /// How much of the content is asked for at once, in screens: all of a short one.
    private static let screens = 64.0

    /// Long strips at both ends, screens, specks, and rects that just touch a frame.
    private var probes: [Rect] {
        let content = layout.contentSize
        let screen = layout.viewport
        let isHorizontal = promises.scrollsHorizontally
        let strip = isHorizontal
            ? Size(width: min(content.width, screen.width * Self.screens), height: content.height)
            : Size(width: content.width, height: min(content.height, screen.height * Self.screens))
        var probes = [
            Rect(x: 0, y: 0, width: strip.width, height: strip.height),
            Rect(
                x: content.width - strip.width, y: content.height - strip.height, width: strip.width, height: strip.height),
        ]
        for part in [0, 0.21, 0.5, 0.83, 1] {
            let (x, y) = (content.width * part, content.height * part)
            probes.append(
                isHorizontal
                    ? Rect(x: x, y: 0, width: screen.width, height: screen.height)
                    : Rect(x: 0, y: y, width: screen.width, height: screen.height))
            probes.append(Rect(x: x - 1, y: y - 1, width: 2, height: 2))
        }
        for item in [0, layout.count / 3, layout.count / 2, layout.count - 1] {
            let frame = layout.frame(of: item)
            probes.append(frame)
            probes.append(Rect(x: frame.x, y: frame.maxY, width: frame.width, height: 1))
            probes.append(Rect(x: frame.maxX, y: frame.y, width: 1, height: frame.height))
            probes.append(Rect(x: frame.x, y: frame.y, width: 0, height: frame.height))
        }
        return probes
    }
}

extension Rect {
    /// As findings show it, to the last bit.
    var text: String { "\(x),\(y) \(width)x\(height)" }

    func hasBits(of other: Rect) -> Bool {
        x.bitPattern == other.x.bitPattern && y.bitPattern == other.y.bitPattern
            && width.bitPattern == other.width.bitPattern && height.bitPattern == other.height.bitPattern
    }
}
