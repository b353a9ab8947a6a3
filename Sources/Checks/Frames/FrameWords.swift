import Layouts
import WeirBase

/// The words of findings about the frames of a dump.
struct FrameWords {
    private let dump: String
    private let items: DumpedItems

    init(_ dump: String, _ items: DumpedItems) {
        self.dump = dump
        self.items = items
    }

    /// The findings about frames that cannot be compared, or stand for an item that has one already.
    var strays: [(item: Int?, message: String)] {
        var strays: [(item: Int?, message: String)] = []
        if let number = items.unknownSections.first {
            strays.append(
                (
                    nil,
                    """
                    the app has \(location(of: number)), and the layout of the manifest has \
                    \(counted(items.sections.count, "section")); \(counted(items.unknownSections.count, "frame")) of other sections
                    """
                ))
        }
        if let number = items.unknownItems.first {
            let count = items.sections[Int(items.frames[number].section)].count
            strays.append(
                (
                    nil,
                    """
                    the app has \(location(of: number)), and there the manifest has \(counted(count, "item")) from index 0 on; \
                    \(counted(items.unknownItems.count, "frame")) of other items
                    """
                ))
        }
        if let number = items.repeated.first {
            strays.append(
                (
                    item(of: number),
                    """
                    the dump has a frame of it once more: \(location(of: number)); \
                    \(counted(items.repeated.count, "frame")) of an item that has one already
                    """
                ))
        }
        if let number = items.infinite.first {
            strays.append(
                (
                    item(of: number),
                    """
                    the app has \(location(of: number)) at \(items.frames[number].rect.text), and not all of these are finite; \
                    \(counted(items.infinite.count, "such frame")), not compared
                    """
                ))
        }
        return strays
    }

    func difference(of number: Int, from frame: Rect) -> String {
        "the app has \(location(of: number)) at \(items.frames[number].rect.text), and weir at \(frame.text)"
    }

    /// The message about the first of some missing items, which has this frame.
    func missing(_ missing: [Int], _ frame: Rect) -> String {
        let section = items.sections.firstIndex { $0.contains(missing[0]) } ?? 0
        let isEmpty = items.sections.indices.filter { items.isThere[items.sections[$0]].allSatisfy { !$0 } }
        let whole = isEmpty.first { section in missing.contains { items.sections[section].contains($0) } }
        let index = missing[0] - items.sections[section].lowerBound
        let surroundings = items.frames.isEmpty ? "" : ", among those around it"
        return """
            \(dump) has no frame of section \(section), index \(index), which weir has at \
            \(frame.text)\(surroundings); \(counted(missing.count, "item")) without a frame\
            \(whole.map { "; section \($0) has none at all" } ?? "")
            """
    }

    private func item(of number: Int) -> Int? { items.numbers[number] >= 0 ? Int(items.numbers[number]) : nil }

    private func location(of number: Int) -> String {
        let frame = items.frames[number]
        return "section \(frame.section), index \(frame.index) (\(dump), line \(frame.line))"
    }

    private func counted(_ count: Int, _ noun: String) -> String { count == 1 ? "1 \(noun)" : "\(count) \(noun)s" }
}

extension Rect {
    /// All digits, since two frames may differ in the last ones.
    fileprivate var text: String { "x \(shortest(x)), y \(shortest(y)), w \(shortest(width)), h \(shortest(height))" }
}
