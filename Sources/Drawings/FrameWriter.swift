import WeirBase

/// Writes a view of a layout item by item, so that a million items need no more memory than one.
public protocol FrameWriter {
    /// Appends what stands before the first item. A writer can begin again after its end.
    mutating func begin(_ view: LayoutView, to output: inout ByteBuffer)
    /// Without a caption the item has no texts.
    mutating func append(_ item: Int, _ caption: Caption?, of view: LayoutView, to output: inout ByteBuffer)
    /// Appends what stands behind the last item, such as headers and footers.
    mutating func end(_ view: LayoutView, to output: inout ByteBuffer)
}
