import Base
import Layouts

/// Writes a view as one JSON object, with each frame on a line.
public struct JSONFrames: FrameWriter {
    private var isEmpty = true

    /// One writer serves any number of views, one after another.
    public init() {}

    /// Appends the members that describe the view, up to the bracket before the frames.
    public mutating func begin(_ view: LayoutView, to output: inout ByteBuffer) {
        output.append("{\"layout\":")
        output.append(json: view.name)
        if let device = view.device {
            output.append(",\"device\":")
            output.append(json: device)
        }
        output.append(",\"viewport\":")
        output.append(json: view.screenSize)
        output.append(",\"contentSize\":")
        output.append(json: view.contentSize)
        if view.contentInset != Insets(0) {
            output.append(",\"contentInset\":")
            output.append(json: view.contentInset)
        }
        if !view.layout.sections.names.isEmpty {
            output.append(",\"sections\":[")
            for (index, name) in view.layout.sections.names.enumerated() {
                if index > 0 { output.append(",") }
                output.append(visibleJSON: name)
            }
            output.append("]")
        }
        if view.carousel != nil || view.shownItem != nil {
            output.append(",\"offset\":")
            output.append(shortest: view.offset)
        }
        output.append(",\"frames\":[")
    }

    /// Appends the item's frame on a line; its texts are not written.
    public mutating func append(_ item: Int, _ caption: Caption?, of view: LayoutView, to output: inout ByteBuffer) {
        output.append(isEmpty ? "\n" : ",\n")
        isEmpty = false
        output.append(jsonFrameOf: item, in: view, device: nil)
    }

    /// Appends the headers and footers, and the rest of the object.
    public mutating func end(_ view: LayoutView, to output: inout ByteBuffer) {
        output.append(isEmpty ? "],\"supplementary\":[" : "\n],\"supplementary\":[")
        let supplementary = view.supplementary
        for (index, part) in supplementary.enumerated() {
            output.append(index == 0 ? "\n{\"kind\":" : ",\n{\"kind\":")
            output.append(json: part.kind.rawValue)
            output.append(",\"section\":")
            output.append(part.section)
            output.append(jsonRect: part.frame)
            output.append("}")
        }
        output.append(supplementary.isEmpty ? "]" : "\n]")
        if let waterfall = view.layout as? FlowWaterfall {
            output.append(",\"blankSpace\":[")
            for (index, space) in waterfall.blankSpace.enumerated() {
                if index > 0 { output.append(",") }
                output.append(shortest: space)
            }
            output.append("]")
        }
        output.append("}")
        isEmpty = true
    }
}

/// Writes each frame of a view as a JSON object on a line of its own.
public struct JSONLinesFrames: FrameWriter {
    private let namesDevice: Bool

    /// `namesDevice` adds the device's name to each line.
    public init(namesDevice: Bool) { self.namesDevice = namesDevice }

    /// Appends nothing: a line is complete by itself.
    public mutating func begin(_ view: LayoutView, to output: inout ByteBuffer) {}

    /// Appends the item's line; its texts are not written.
    public mutating func append(_ item: Int, _ caption: Caption?, of view: LayoutView, to output: inout ByteBuffer) {
        output.append(jsonFrameOf: item, in: view, device: namesDevice ? view.device?.device.name : nil)
        output.append("\n")
    }

    /// Appends nothing, so headers and footers are left out.
    public mutating func end(_ view: LayoutView, to output: inout ByteBuffer) {}
}

extension ByteBuffer {
    fileprivate mutating func append(jsonFrameOf item: Int, in view: LayoutView, device: String?) {
        append("{")
        if let device {
            append("\"device\":")
            append(visibleJSON: device)
            append(",")
        }
        append("\"index\":")
        append(item)
        append(",\"section\":")
        append(view.layout.sections.section(of: item))
        append(jsonRect: view.frame(of: item))
        if let scale = view.scale(of: item) {
            append(",\"scale\":")
            append(shortest: scale)
        }
        append("}")
    }

    fileprivate mutating func append(jsonRect rect: Rect) {
        append(",\"x\":")
        append(shortest: rect.x)
        append(",\"y\":")
        append(shortest: rect.y)
        append(",\"w\":")
        append(shortest: rect.width)
        append(",\"h\":")
        append(shortest: rect.height)
    }

    fileprivate mutating func append(json size: Size) {
        append(jsonWidth: size.width, height: size.height)
    }

    fileprivate mutating func append(json device: OrientedDevice) {
        append("{\"name\":")
        append(visibleJSON: device.device.name)
        append(",\"scale\":")
        append(shortest: device.device.scale)
        if let area = device.safeArea {
            append(",\"safeArea\":")
            append(json: area)
        }
        append("}")
    }

    fileprivate mutating func append(json insets: Insets) {
        append("{\"top\":")
        append(shortest: insets.top)
        append(",\"left\":")
        append(shortest: insets.left)
        append(",\"bottom\":")
        append(shortest: insets.bottom)
        append(",\"right\":")
        append(shortest: insets.right)
        append("}")
    }
}
