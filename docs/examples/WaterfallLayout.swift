// The frames of weir in a UICollectionView. On Linux the compiler has checked it against declarations of UIKit; it was not run on a phone.
import Layouts
import UIKit
import WeirApp

/// A waterfall: give it the entries before the collection view asks for their items.
final class WaterfallLayout: UICollectionViewLayout {
    private var entries: [Entry] = []
    private var layout: Waterflow?

    /// Adds pictures behind the others, for load more. Those before stay where they are.
    func append(_ more: some Sequence<Entry>) {
        entries += more
        invalidateLayout()
    }

    /// Takes over the entries of a new publication, of which the first ones are unchanged.
    func replace(behind unchanged: Int, with more: some Sequence<Entry>) {
        entries = Array(entries.prefix(unchanged)) + more
        layout?.truncate(to: unchanged)
        invalidateLayout()
    }

    override func prepare() {
        super.prepare()
        guard let bounds = collectionView?.bounds, bounds.width >= 1, bounds.height >= 1 else { return }
        do {
            var layout = try self.layout ?? Waterflow(viewport: Size(width: bounds.width, height: bounds.height), columns: 2)
            if layout.viewport.width != bounds.width {
                layout = try Waterflow(viewport: Size(width: bounds.width, height: bounds.height), columns: 2)
            }
            layout.append(try PicturePage(entries[layout.count...]))
            self.layout = layout
        } catch {
            assertionFailure("\(error)")
        }
    }

    override var collectionViewContentSize: CGSize {
        layout.map { CGSize(width: $0.contentSize.width, height: $0.contentSize.height) } ?? .zero
    }

    override func layoutAttributesForElements(in rect: CGRect) -> [UICollectionViewLayoutAttributes]? {
        let rect = Rect(x: rect.minX, y: rect.minY, width: rect.width, height: rect.height)
        return layout?.items(meeting: rect).compactMap { layoutAttributesForItem(at: IndexPath(item: $0, section: 0)) }
    }

    override func layoutAttributesForItem(at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? {
        guard let layout, indexPath.item < layout.count else { return nil }
        let frame = layout.frame(of: indexPath.item)
        let attributes = UICollectionViewLayoutAttributes(forCellWith: indexPath)
        attributes.frame = CGRect(x: frame.x, y: frame.y, width: frame.width, height: frame.height)
        return attributes
    }

    override func shouldInvalidateLayout(forBoundsChange newBounds: CGRect) -> Bool { newBounds.width != layout?.viewport.width }
}
