// As much of UIKit as docs/examples uses, so that Linux can check the types.
@_exported import Foundation

extension IndexPath {
    public init(item: Int, section: Int) { self.init(indexes: [section, item]) }
    public var item: Int { self[1] }
}

open class UICollectionView {
    public var bounds = CGRect.zero
}

open class UICollectionViewLayoutAttributes {
    public var frame = CGRect.zero
    public init(forCellWith indexPath: IndexPath) {}
}

open class UICollectionViewLayout {
    public init() {}
    public var collectionView: UICollectionView? { nil }
    open func prepare() {}
    open func invalidateLayout() {}
    open var collectionViewContentSize: CGSize { .zero }
    open func layoutAttributesForElements(in rect: CGRect) -> [UICollectionViewLayoutAttributes]? { nil }
    open func layoutAttributesForItem(at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? { nil }
    open func shouldInvalidateLayout(forBoundsChange newBounds: CGRect) -> Bool { false }
}
