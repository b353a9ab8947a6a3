import Base

/// Writes a view of a layout, one item after another, so that a million need no more memory than one.
public protocol FrameWriter {
    mutating func begin(_ view: LayoutView, to output: inout ByteBuffer)
    /// An entry without a caption is written without its texts.
    mutating func append(_ item: Int, _ caption: Caption?, of view: LayoutView, to output: inout ByteBuffer)
    mutating func end(_ view: LayoutView, to output: inout ByteBuffer)
}
