/// A line and items of one length, in one kind of number.
struct UniformLine<Number: BinaryFloatingPoint> {
    let room: Number
    let item: Number
    let gap: Number

    /// Items that are as wide as columns.
    static func filled(by columns: Int, room: Number, gap: Number) -> UniformLine {
        UniformLine(room: room, item: (room - gap * Number(columns - 1)) / Number(columns), gap: gap)
    }

    /// Whether the line takes this many items and no more, when each is subtracted from what is left.
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

    /// The same when each is added to what is used.
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

extension ExactFit.Order {
    /// The orders in which a line does not hold as many items as it should.
    static func breaking(
        _ columns: Int, _ double: UniformLine<Double>, _ float: UniformLine<Float>
    ) -> [ExactFit.Order] {
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
