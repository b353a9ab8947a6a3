import Checks
import ImageHeaders
import Layouts
import Manifests
import WeirBase

/// The difference of two manifests and its effect on screens, from which reports are written.
public struct DifferenceReport {
    /// The manifest before the change.
    public let old: ComparedManifest
    /// The manifest after the change.
    public let new: ComparedManifest
    /// The difference from `old` to `new`. It counts their entries from 0.
    public let difference: ManifestDifference
    /// In the order in which they are reported; empty if only entries were compared.
    public let screens: [ComparedScreen]

    /// The difference must be that of these two manifests.
    public init(old: ComparedManifest, new: ComparedManifest, difference: ManifestDifference, screens: [ComparedScreen]) {
        self.old = old
        self.new = new
        self.difference = difference
        self.screens = screens
    }

    /// The kinds of changes that occur, in the order of reports.
    var changes: [ManifestDifference.Change] { ManifestDifference.Change.allCases.filter { !difference[$0].isEmpty } }

    /// The old entry of a new one, which must have one.
    func previous(of entry: Int) -> Int { difference.previous(of: entry) ?? entry }

    /// The columns of a changed entry whose values differ, and its img if that does.
    func columnChanges(of entry: Int) -> [(column: String, old: String, new: String)] {
        let previous = previous(of: entry)
        let imgs = ("img", String(decoding: old.img(of: previous), as: UTF8.self), String(decoding: new.img(of: entry), as: UTF8.self))
        let values = difference.columns.map {
            ($0, old.entries.value(of: $0, in: previous), new.entries.value(of: $0, in: entry))
        }
        return ([imgs] + values).filter { $0.1 != $0.2 }.map { column, old, new in
            guard column == ManifestEntry.imagesKey else { return (column, old, new) }
            let texts = galleryChange(from: old, to: new)
            return (column, texts.old, texts.new)
        }
    }

    /// The screen with the greatest CLS, or if none jumps, that on which most pictures move.
    var worstScreen: ComparedScreen? {
        func rank(_ difference: ScreenDifference) -> (Double, Int, Int) {
            (difference.scores.worst.score.cls, difference.onScreen.count, difference.moved)
        }
        return screens.max { rank($0.difference) < rank($1.difference) }
    }

    /// The causes of moves beside the first resized picture: `2 others have new sizes`, `1 picture is new`, `3 are gone`.
    var causes: [String] {
        func counted(_ count: Int, _ one: String, _ many: String) -> [String] { count == 0 ? [] : ["\(count) \(count == 1 ? one : many)"] }
        return counted(max(0, difference[.resized].count - 1), "other has a new size", "others have new sizes")
            + counted(difference[.added].count, "picture is new", "pictures are new")
            + counted(difference[.removed].count, "is gone", "are gone")
    }

    /// The file's name in the img of an entry, which people know a picture by.
    func name(of entry: Int) -> String {
        let img = new.img(of: entry)
        guard !img.starts(with: Array("data:".utf8)) else { return "a picture in the manifest" }
        let isURL = img.starts(with: Array("http".utf8))
        let path = isURL ? img.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") } : img[...]
        return String(decoding: path.split(separator: UInt8(ascii: "/")).last ?? path, as: UTF8.self)
    }

    /// `3 added, 1 removed`, or `no difference`.
    var sentence: String {
        let counts = changes.map { "\(difference[$0].count) \($0.rawValue)" }
        return counts.isEmpty ? "no difference" : counts.joined(separator: ", ")
    }
}

/// The difference between two values of `images`, in short: their numbers of pictures, or the first picture that differs, counted with
/// the entry's own.
private func galleryChange(from old: String, to new: String) -> (old: String, new: String) {
    func pictures(_ text: String) -> [FurtherPicture] {
        Array(text.utf8).withUnsafeBufferPointer { FurtherPicture.all(in: $0) }
    }
    let (before, after) = (pictures(old), pictures(new))
    func counted(_ count: Int) -> String { "\(count) further \(count == 1 ? "picture" : "pictures")" }
    guard before.count == after.count else { return (counted(before.count), counted(after.count)) }
    for (one, other) in zip(before, after) {
        func text(_ picture: FurtherPicture, _ value: String) -> String { "picture \(picture.index + 2) \(value)" }
        func name(_ picture: FurtherPicture) -> String { text(picture, String(decoding: withoutCredentials(picture.img), as: UTF8.self)) }
        if one.img != other.img { return (name(one), name(other)) }
        if one.size != other.size {
            return (text(one, "\(one.size.width)x\(one.size.height)"), text(other, "\(other.size.width)x\(other.size.height)"))
        }
    }
    return (counted(before.count), "the same with other facts")
}

/// One of the two manifests.
public struct ComparedManifest {
    /// The name on the command line.
    public let name: String
    /// With their texts, and with the columns that were compared.
    public let entries: ManifestDocument

    /// The entries of all pages are one list.
    public init(name: String, entries: ManifestDocument) {
        self.name = name
        self.entries = entries
    }

    /// The picture of an entry, without credentials.
    package func img(of entry: Int) -> [UInt8] { entries.withTexts(of: entry) { img, _ in withoutCredentials(Array(img)) } }
}

/// The effect of the difference on one layout on one screen.
public struct ComparedScreen {
    /// The layout as it was written, such as `waterflow:columns=2`.
    public let layout: String
    /// The name of the screen, such as `portrait` or `iphone-15 landscape`.
    public let name: String
    /// In points.
    public let viewport: Size
    /// The effect on this screen.
    public let difference: ScreenDifference

    /// The names are only shown; the difference has been computed already.
    public init(layout: String, name: String, viewport: Size, difference: ScreenDifference) {
        self.layout = layout
        self.name = name
        self.viewport = viewport
        self.difference = difference
    }

    /// `lf-waterflow on portrait (375x667)`.
    var title: String { "\(layout) on \(name) (\(size))" }

    /// `portrait 375x667`.
    var sizedName: String { "\(name.shortened) \(size)" }

    private var size: String { "\(shortest(viewport.width))x\(shortest(viewport.height))" }

    /// `40 pictures move, 16 of them on the first screen`.
    var effect: String {
        let seen = difference.onScreen.count
        return switch difference.moved {
        case 0: "no picture moves"
        case 1: "1 picture moves, \(seen == 1 ? "on" : "behind") the first screen"
        case let moved: "\(moved) pictures move, \(seen == 0 ? "none" : "\(seen)") of them on the first screen"
        }
    }

    /// A phrase about the effect on the screen.
    var sentence: String {
        guard difference.moved > 0 else { return "no picture moves" }
        let verb = difference.moved == 1 ? "picture moves" : "pictures move"
        let score = difference.scores.areZero ? "" : "; shift score \(difference.scores.phrase)"
        return "\(difference.moved) \(verb), \(difference.onScreen.count) on the first screen\(score)"
    }
}

/// The tables of changed entries: what stands beside each img.
extension DifferenceReport {
    static func heads(of change: ManifestDifference.Change) -> [String] {
        switch change {
        case .added, .removed: ["size", "price"]
        case .resized: ["old size", "new size"]
        case .repriced: ["old price", "new price"]
        case .changed: ["old values", "new values"]
        case .moved: ["old index", "new index"]
        }
    }

    func cells(of change: ManifestDifference.Change, _ entry: Int) -> [String] {
        switch change {
        case .added: [new.size(of: entry), new.price(of: entry)]
        case .removed: [old.size(of: entry), old.price(of: entry)]
        case .resized: [old.size(of: previous(of: entry)), new.size(of: entry)]
        case .repriced: [old.price(of: previous(of: entry)), new.price(of: entry)]
        case .changed:
            [
                columnChanges(of: entry).map { "\($0.column): \($0.old.orNone)" }.joined(separator: ", "),
                columnChanges(of: entry).map { "\($0.column): \($0.new.orNone)" }.joined(separator: ", "),
            ]
        case .moved: ["\(previous(of: entry))", previous(of: entry) == entry ? "still \(entry): others moved past it" : "\(entry)"]
        }
    }

    /// The picture of a changed entry, without credentials.
    func img(of change: ManifestDifference.Change, _ entry: Int) -> String {
        String(decoding: (change == .removed ? old : new).img(of: entry), as: UTF8.self)
    }
}

extension String {
    fileprivate var orNone: String { isEmpty ? "none" : self }
}

extension ComparedManifest {
    fileprivate func size(of entry: Int) -> String { "\(entries.widths[entry])x\(entries.heights[entry])" }

    fileprivate func price(of entry: Int) -> String {
        entries.withTexts(of: entry) { _, price in String(decoding: price, as: UTF8.self) }
    }
}
