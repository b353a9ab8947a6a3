/// A line and items of one length, computed in Double or in Float.
struct UniformLine<Number: BinaryFloatingPoint> {
    let room: Number
    let item: Number
    let gap: Number

    /// Items that are exactly as wide as columns.
    static func filled(by columns: Int, room: Number, gap: Number) -> UniformLine {
        UniformLine(room: room, item: (room - gap * Number(columns - 1)) / Number(columns), gap: gap)
    }

    /// Whether the line holds exactly this many items if each is subtracted from the room that is left.
    func holdsSubtracting(_ columns: Int) -> Bool {
        let cost = item + gap
        var left = room - item
        var count = 1
        while count <= columns, left >= cost {
            left -= cost
            count += 1
        }
        return count == columns
    }

    /// The same if each is added to the room that is used.
    func holdsAdding(_ columns: Int) -> Bool {
        let cost = item + gap
        var used = item
        var count = 1
        while count <= columns, used + cost <= room {
            used += cost
            count += 1
        }
        return count == columns
    }
}

/// One way to compute whether an item still fits on a line.
public enum ArithmeticOrder: String, CaseIterable, Sendable {
    case subtracting, adding
    case subtractingInFloat = "subtracting in Float"
    case addingInFloat = "adding in Float"

    /// The orders in which a line does not hold exactly this many items.
    static func breaking(
        _ columns: Int, _ double: UniformLine<Double>, _ float: UniformLine<Float>
    ) -> [ArithmeticOrder] {
        allCases.filter { order in
            switch order {
            case .subtracting: !double.holdsSubtracting(columns)
            case .adding: !double.holdsAdding(columns)
            case .subtractingInFloat: !float.holdsSubtracting(columns)
            case .addingInFloat: !float.holdsAdding(columns)
            }
        }
    }
}
