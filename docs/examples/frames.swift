// The cells of a collection view, after layoutIfNeeded.
func frameDump(of view: UICollectionView, layout name: String) -> String {
    func json(_ number: CGFloat) -> String { number.isFinite ? "\(Double(number))" : "null" }
    let (content, seen) = (view.collectionViewLayout.collectionViewContentSize, view.bounds.size)
    let all = CGRect(x: 0, y: 0, width: max(content.width, seen.width), height: max(content.height, seen.height))
    let items = (view.collectionViewLayout.layoutAttributesForElements(in: all) ?? [])
        .filter { $0.representedElementCategory == .cell }
        .sorted { $0.indexPath < $1.indexPath }
    var lines = [
        #"{"width":\#(json(seen.width)),"height":\#(json(seen.height)),"layout":"\#(name)","rect":[0,0,\#(json(all.width)),\#(json(all.height))]}"#
    ]
    for item in items {
        let (path, origin, size) = (item.indexPath, item.frame.origin, item.frame.size)
        lines.append(
            #"{"index":\#(path.item),"section":\#(path.section),"x":\#(json(origin.x)),"y":\#(json(origin.y)),"w":\#(json(size.width)),"h":\#(json(size.height))}"#
        )
    }
    return lines.joined(separator: "\n") + "\n"
}
