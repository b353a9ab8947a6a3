import Checks
import Base
import Layouts
import Manifests

/// The difference of two manifests and what it does to screens, as it is told.
public struct DifferenceReport {
    /// A manifest by the name that people know, and its entries.
    public struct Side {
        public let name: String
        public let entries: EntryList

        /// The picture of an entry, as it may be told.
        func img(of entry: Int) -> [UInt8] { entries.withTexts(of: entry) { img, _ in withoutCredentials(Array(img)) } }

        public init(name: String, entries: EntryList) {
            self.name = name
            self.entries = entries
        }
    }

    /// One layout on one screen.
    public struct Screen {
        public let layout: String
        /// The device and how it is held.
        public let name: String
        public let viewport: Size
        public let difference: ScreenDifference

        public init(layout: String, name: String, viewport: Size, difference: ScreenDifference) {
            self.layout = layout
            self.name = name
            self.viewport = viewport
            self.difference = difference
        }
    }

    public let old: Side
    public let new: Side
    public let difference: ManifestDifference
    public let screens: [Screen]

    public init(old: Side, new: Side, difference: ManifestDifference, screens: [Screen]) {
        self.old = old
        self.new = new
        self.difference = difference
        self.screens = screens
    }

    /// The changes that there are, in the order in which they are told.
    var changes: [ManifestDifference.Change] { ManifestDifference.Change.allCases.filter { !difference[$0].isEmpty } }

    /// The old entry of a new one that has one.
    func former(of entry: Int) -> Int { difference.former(of: entry) ?? entry }

    /// `3 added, 1 removed`, or that nothing is different.
    var sentence: String {
        let counts = changes.map { "\(difference[$0].count) \($0.rawValue)" }
        return counts.isEmpty ? "no difference" : counts.joined(separator: ", ")
    }
}

extension DifferenceReport.Screen {
    /// `lf-waterflow on portrait (375x667)`.
    var title: String { "\(layout) on \(name) (\(shortest(viewport.width))x\(shortest(viewport.height)))" }

    /// What happens to the screen, as a phrase.
    var sentence: String {
        guard difference.moved > 0 else { return "no picture moves" }
        let verb = difference.moved == 1 ? "picture moves" : "pictures move"
        let score = difference.score.sum == 0 ? "" : "; shift score \(hundredths(difference.score.sum))"
        return "\(difference.moved) \(verb), \(difference.onScreen.count) on the first screen\(score)"
    }
}
