/// How the published code reads the bottoms of columns that it has stored. It stores every bottom as a Double.
package enum BottomReading: Sendable {
    /// As the Double it is.
    case double
    /// As the nearest Float, wherever it is used.
    case float
    /// As the nearest Float to compare columns, and as the Double to place an item.
    case floatToCompare

    /// The bottom that an item is placed by.
    @inline(__always)
    func placing(_ bottom: Double) -> Double { self == .float ? bottom.nearestFloat : bottom }

    /// The bottom that columns are compared by.
    @inline(__always)
    func comparing(_ bottom: Double) -> Double { self == .double ? bottom : bottom.nearestFloat }
}

extension Double {
    /// F(x) of the specification.
    @inline(__always)
    var nearestFloat: Double { Double(Float(self)) }
}

/// The arithmetic of a column layout, as the parameter `arithmetic` names it.
public enum ColumnArithmetic: String, CaseIterable, Sendable { case float, double }
