import Records

/// The keys in the lines of a dump.
enum DumpKey: Int32, CaseIterable {
    case index, section, x, y, w, h
    case device, orientation, width, height, scale, layout, rect

    var name: String { "\(self)" }

    /// A line with one of them is a frame; a line without them opens a screen.
    static let frame: [DumpKey] = [.index, .section, .x, .y, .w, .h]

    static let names = allCases.map(\.name)
    /// The columns of a record: the keys in the order of their raw values.
    static let projection = Projection(allWith: names)
}
