extension InvariantCheck {
    /// Asks for rects all over the content, forwards and backwards, and compares with a look at
    /// every frame.
    mutating func checkQueries() {
        let probes = probes
        let answers = probes.map(layout.items(meeting:))
        for (probe, answer) in zip(probes, answers) {
            let expected = frames.indices.filter { frames[$0].meets(probe) }
            guard answer != expected else { continue }
            let wrong = Set(answer).symmetricDifference(expected).sorted()
            report.add(
                .query, wrong, found: Double(answer.count), allowed: Double(expected.count),
                wrong.isEmpty
                    ? "the rect \(probe) gives its pictures out of order"
                    : "the rect \(probe) gives \(answer.count) pictures and meets \(expected.count)")
        }
        let again = probes.reversed().map(layout.items(meeting:))
        if again.reversed() != answers {
            report.add(.query, [], found: 0, allowed: 0, "the same rects give other pictures when asked in another order")
        }
        for item in stride(from: frames.count - 1, through: 0, by: -1) where !frames[item].hasBits(of: layout.frame(of: item)) {
            report.add(
                .query, [item], found: layout.frame(of: item).y, allowed: frames[item].y,
                "picture \(item) has another frame when asked again")
        }
    }

    /// Screens, slices and strips, and rects that just touch a frame.
    private var probes: [Rect] {
        let content = layout.contentSize
        let screen = layout.viewport
        var probes = [Rect(x: 0, y: 0, width: content.width, height: content.height)]
        for part in [0, 0.21, 0.5, 0.83, 1] {
            let (x, y) = (content.width * part, content.height * part)
            probes.append(
                layout.promises.scrollsHorizontally
                    ? Rect(x: x, y: 0, width: screen.width, height: screen.height)
                    : Rect(x: 0, y: y, width: screen.width, height: screen.height))
            probes.append(Rect(x: x - 1, y: y - 1, width: 2, height: 2))
        }
        if let frame = frames.isEmpty ? nil : frames[frames.count / 2] {
            probes.append(frame)
            probes.append(Rect(x: frame.x, y: frame.maxY, width: frame.width, height: 1))
            probes.append(Rect(x: frame.x, y: frame.y, width: 0, height: frame.height))
        }
        return probes
    }
}

extension Rect {
    func hasBits(of other: Rect) -> Bool {
        x.bitPattern == other.x.bitPattern && y.bitPattern == other.y.bitPattern
            && width.bitPattern == other.width.bitPattern && height.bitPattern == other.height.bitPattern
    }
}
