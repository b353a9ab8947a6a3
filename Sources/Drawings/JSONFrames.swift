import Layouts
import WeirBase

/// Writes a view as one JSON object, with each frame on a line.
public struct JSONFrames: FrameWriter {
    private var frames = JSONList()

    /// One writer serves any number of views, one after another.
    public init() {}

    /// Appends the members that describe the view, up to the bracket before the frames.
    public mutating func begin(_ view: LayoutView, to output: inout ByteBuffer) {
        output.append("{")
        output.member("layout", json: view.name)
        if let device = view.device { output.member("device") { $0.append(json: device) } }
        output.member("viewport") { $0.append(json: view.screenSize) }
        output.member("contentSize") { $0.append(json: view.contentSize) }
        if view.contentInset != Insets(0) { output.member("contentInset") { $0.append(json: view.contentInset) } }
        let names = view.layout.sections.names
        if !names.isEmpty { output.array("sections", names) { $0.append(visibleJSON: $1) } }
        if view.layout.carousel != nil || view.shownItem != nil { output.member("offset", shortest: view.offset) }
        output.member("frames") { frames.begin(&$0) }
    }

    /// Appends the item's frame on a line; its texts are not written.
    public mutating func append(_ item: Int, _ caption: Caption?, of view: LayoutView, to output: inout ByteBuffer) {
        frames.next(&output)
        output.append(jsonFrameOf: item, in: view, device: nil)
    }

    /// Appends the headers and footers, and the rest of the object.
    public mutating func end(_ view: LayoutView, to output: inout ByteBuffer) {
        frames.end(&output)
        output.array("supplementary", view.supplementary, onLines: true) { output, part in
            output.object {
                $0.member("kind", json: part.kind.rawValue)
                $0.member("section", part.section)
                $0.append(jsonRect: part.frame)
            }
        }
        if let blankSpace = view.layout.blankSpace { output.array("blankSpace", blankSpace) { $0.append(shortest: $1) } }
        output.append("}")
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
        object { output in
            output.member("device", visible: device)
            output.member("index", item)
            output.member("section", view.layout.sections.section(of: item))
            output.append(jsonRect: view.frame(of: item))
            output.member("scale", shortest: view.scale(of: item))
        }
    }

    fileprivate mutating func append(jsonRect rect: Rect) {
        member("x", shortest: rect.x)
        member("y", shortest: rect.y)
        member("w", shortest: rect.width)
        member("h", shortest: rect.height)
    }

    fileprivate mutating func append(json size: Size) {
        append(jsonWidth: size.width, height: size.height)
    }

    fileprivate mutating func append(json device: OrientedDevice) {
        object { output in
            output.member("name", visible: device.device.name)
            output.member("scale", shortest: device.device.scale)
            if let area = device.safeArea { output.member("safeArea") { $0.append(json: area) } }
        }
    }

    fileprivate mutating func append(json insets: Insets) {
        object {
            $0.member("top", shortest: insets.top)
            $0.member("left", shortest: insets.left)
            $0.member("bottom", shortest: insets.bottom)
            $0.member("right", shortest: insets.right)
        }
    }
}
