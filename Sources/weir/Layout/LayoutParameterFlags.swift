import Layouts

extension LayoutOptions {
    /// The options for the parameters of layouts. The layouts' own tables parse the values.
    static let parameterFlags: [Flag<LayoutOptions>] = [
        parameter("columns", "N", "How many columns there are; in a flow, size the items so that N fit a line."),
        parameter("column-spacing", "P", "The gap between columns."),
        parameter("row-spacing", "P", "The gap between the items of a column."),
        parameter("spacing", "P", "The gap on all sides. With --prove-columns, the gap between items."),
        parameter("inset", "T,L,B,R", "The space around the items, or one number for all sides."),
        parameter("extra-height", "P", "A strip below each picture, for a price."),
        parameter("line-spacing", "P", "The gap between lines."),
        parameter("interitem-spacing", "P", "The least gap between the items of a line."),
        parameter("view-height", "P", "The height of the view, which rows fill. Without this option, the screen's."),
        parameter("item-size", "WxH", "The size of every item."),
        parameter("item-width", "W", "The width of every item; its picture gives the height."),
        parameter("header", "P", "The height of each section's header."),
        parameter("footer", "P", "The height of each section's footer."),
        .value(
            "direction", .choice("DIRECTION"), in: .layout,
            help: "Where it scrolls. \(layouts(having: "direction"))"
        ) { (options: inout LayoutOptions, direction: FlowParameters.Direction) in
            options.parameters["direction"] = direction.rawValue
        },
        .value(
            "arithmetic", .choice("ARITHMETIC"), in: .layout,
            help: """
                How the bottoms of columns are read: as Floats, as the published code does, or as Doubles, as in a port of it. \
                \(layouts(having: "arithmetic"))
                """
        ) { (options: inout LayoutOptions, arithmetic: ColumnArithmetic) in
            options.parameters["arithmetic"] = arithmetic.rawValue
        },
        .value(
            "as-written", .choice("BOOL"), in: .layout,
            help: """
                With true, keep the defects of the published code; see docs/layouts.md for what they are. \
                \(layouts(having: "as-written"))
                """
        ) { (options: inout LayoutOptions, isAsWritten: TruthWord) in
            options.parameters["as-written"] = isAsWritten.rawValue
        },
        parameter("density", "N", "Device pixels to a point. Without this option, the device's, else 1."),
        parameter("item-inset", "T,L,B,R", "The margins and decorations of each item, or one number for all sides."),
        parameter("heights", "RULE", "How the app sizes a picture: image-view, rounded or integer."),
        parameter("flow-tolerance", "P", "How much longer than the shortest the next column may be."),
        parameter("row-height", "P", "The height that rows aim at."),
        parameter("tolerance", "N", "The part of --row-height that a row may be higher or lower."),
        parameter("max-rows", "N", "How many rows are shown."),
        parameter("breakout-cadence", "N", "Each row of this number may be one wide picture alone."),
        parameter("show-widows", "BOOL", "With false, leave out the pictures that fill no row."),
        parameter("widow-style", "STYLE", "Where the pictures stand that fill no row: left, center or justify."),
    ]

    private static func parameter(_ name: String, _ placeholder: String, _ help: String) -> Flag<LayoutOptions> {
        .value(name, .word(placeholder), in: .layout, help: "\(help) \(layouts(having: name))") {
            $0.parameters[name] = $1
        }
    }

    static func layouts(having parameter: String) -> String { "For \(names(of: kinds(having: parameter)))." }

    static func kinds(having parameter: String) -> [LayoutKind] {
        LayoutKind.all.filter { $0.parameters.contains { $0.name == parameter } }
    }
}
