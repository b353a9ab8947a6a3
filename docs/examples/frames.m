// The cells of a collection view, after layoutIfNeeded.
static NSString *WeirJSON(CGFloat number) {
    return isfinite(number) ? [NSString stringWithFormat:@"%.17g", (double)number] : @"null";
}

NSString *WeirFrameDump(UICollectionView *view, NSString *name) {
    CGSize content = view.collectionViewLayout.collectionViewContentSize, seen = view.bounds.size;
    CGRect all = CGRectMake(0, 0, MAX(content.width, seen.width), MAX(content.height, seen.height));
    NSMutableString *dump = [NSMutableString stringWithFormat:@"{\"width\":%@,\"height\":%@,\"layout\":\"%@\",\"rect\":[0,0,%@,%@]}\n",
        WeirJSON(seen.width), WeirJSON(seen.height), name, WeirJSON(all.size.width), WeirJSON(all.size.height)];
    NSArray *items = [[view.collectionViewLayout layoutAttributesForElementsInRect:all] sortedArrayUsingComparator:
        ^NSComparisonResult(UICollectionViewLayoutAttributes *one, UICollectionViewLayoutAttributes *other) {
            return [one.indexPath compare:other.indexPath];
        }];
    for (UICollectionViewLayoutAttributes *item in items) {
        if (item.representedElementCategory != UICollectionElementCategoryCell) continue;
        CGRect frame = item.frame;
        [dump appendFormat:@"{\"index\":%ld,\"section\":%ld,\"x\":%@,\"y\":%@,\"w\":%@,\"h\":%@}\n",
            (long)item.indexPath.item, (long)item.indexPath.section, WeirJSON(frame.origin.x), WeirJSON(frame.origin.y),
            WeirJSON(frame.size.width), WeirJSON(frame.size.height)];
    }
    return dump;
}
