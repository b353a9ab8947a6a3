import Layouts
import Manifests
import Testing

@testable import Checks

/// Pictures of one screen move where a manifest has changed: in one column, and in three.
@Suite struct ScreenDifferenceTests {
    private typealias Entries = [(img: String, height: Int)]

    private func difference(_ layout: String, from old: Entries, to new: Entries) throws -> ScreenDifference {
        func manifest(_ entries: Entries) throws -> (ManifestDocument, [PicturePage]) {
            let texts = entries.map { #"{"w":375,"h":\#($0.height),"img":"\#($0.img)","price":"1"}"# }
            let page = PicturePage.of(entries.map { (375, Int32($0.height)) })
            return (try Array("[\(texts.joined(separator: ","))]".utf8).withUnsafeBytes { try ManifestDocument($0) }, [page])
        }
        let (before, after) = (try manifest(old), try manifest(new))
        let empty = try LayoutRecipe(layout).layout(in: Size(width: 375, height: 667))
        return ScreenDifference(ManifestDifference(from: before.0, to: after.0), from: before.1, to: after.1, in: empty)
    }

    /// The first picture becomes higher or lower, and the second moves from one place to another: how often it has moved, and
    /// whether it is or was on the screen.
    @Test(arguments: [
        (100, 103, 1, true), (100, 102, 0, false), (100, 97, 1, true), (100, 98, 0, false), (600, 700, 1, true), (700, 600, 1, true),
        (667, 700, 1, false), (666, 700, 1, true), (700, 666, 1, true),
    ])
    func moves(_ height: Int, _ newHeight: Int, moved: Int, isOnScreen: Bool) throws {
        let found = try difference(
            "waterflow:columns=1,inset=0,row-spacing=0", from: [("a", height), ("b", 50)], to: [("a", newHeight), ("b", 50)])
        #expect(found.moved == moved)
        #expect(found.onScreen == (isOnScreen ? [ScreenDifference.Move(old: 1, new: 1, x: 0, y: Double(newHeight - height))] : []))
        #expect(found.oldContent == Size(width: 375, height: Double(height + 50)))
        #expect(found.newContent == Size(width: 375, height: Double(newHeight + 50)))
    }

    /// Pictures of a row that change places, and one that is new.
    @Test func moveAcross() throws {
        let found = try difference(
            "waterflow:columns=3,inset=0,column-spacing=0,row-spacing=0", from: [("a", 375), ("b", 375), ("c", 375)],
            to: [("b", 375), ("d", 375), ("a", 375), ("c", 375)])
        #expect(
            found.onScreen == [
                ScreenDifference.Move(old: 1, new: 0, x: -125, y: 0), ScreenDifference.Move(old: 0, new: 2, x: 250, y: 0),
                ScreenDifference.Move(old: 2, new: 3, x: -250, y: 125),
            ])
        #expect(found.moved == 3)
    }
}
