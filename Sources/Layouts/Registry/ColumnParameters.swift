extension LayoutParameter {
    static let extraHeight = LayoutParameter(
        "extra-height", .length, default: .length(0), "a strip below each picture, for a price")

    /// The parameters of both waterflows, which have different defaults for the number of columns.
    static func waterflow(columns: LayoutParameter) -> [LayoutParameter] {
        [
            columns,
            LayoutParameter("column-spacing", .length, default: .length(10), "the gap between columns"),
            LayoutParameter("row-spacing", .length, default: .length(10), "the gap between the items of a column"),
            LayoutParameter("inset", .insets, default: .insets(Insets(10)), "the space around the columns"),
            extraHeight,
        ]
    }

    static func arithmetic(_ about: String) -> LayoutParameter {
        LayoutParameter(
            "arithmetic", .choice(ColumnArithmetic.allCases.map(\.rawValue)), default: .choice(ColumnArithmetic.float.rawValue),
            "\(about): float as published, double as in a port")
    }

    static let density = LayoutParameter("density", .length, defaultText: "the device's, else 1", "device pixels to a point")

    static let columns = LayoutParameter("columns", .count, default: .count(3), "how many columns there are")
}
