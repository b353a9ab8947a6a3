extension InvariantCheck {
    /// Each item goes where the least room is taken, so that no column can lag far behind.
    mutating func checkBalance(_ table: ColumnTable) {
        guard let balance = promises.balance, invariants.contains(.balance) else { return }
        let bottoms = table.areUpright ? table.columns.map { ($0.bottom, $0.item) } : bottomsByPlace
        let allowed = table.tallest + balance.gap + slack
        if bottoms.count > balance.columns {
            report.add(
                .balance, [], found: Double(bottoms.count), allowed: Double(balance.columns),
                "pictures stand in \(bottoms.count) columns of \(balance.columns)")
        }
        let lowest = bottoms.min { $0.0 < $1.0 }
        let highest = bottoms.max { $0.0 < $1.0 }
        guard let lowest, let highest else { return }
        let least = bottoms.count < balance.columns ? balance.start : lowest.0
        if highest.0 - least > allowed {
            report.add(
                .balance, [highest.1, lowest.1], found: highest.0 - least, allowed: allowed,
                "columns end at \(least) and at \(highest.0), the tallest picture and a gap are \(allowed)")
        }
    }

    /// Columns stand side by side from one inset to the other.
    mutating func checkPlaces(_ table: ColumnTable) {
        guard let balance = promises.balance, let across = promises.across, let width = promises.width,
            table.areUpright, invariants.contains(.columns)
        else { return }
        let pitch = (across.upperBound - across.lowerBound - width) / Double(max(1, balance.columns - 1))
        for column in table.columns {
            let number = pitch > 0 ? ((column.minX - across.lowerBound) / pitch).rounded() : 0
            let place = across.lowerBound + number * pitch
            guard (column.minX - place).magnitude > slack else { continue }
            report.add(
                .columns, [column.item], found: column.minX, allowed: place,
                "picture \(column.item) begins at \(column.minX), and its column at \(place)")
        }
    }

    /// What the table has found on the way, and whether a column was passed over to the end.
    mutating func checkStacking(_ table: ColumnTable) {
        // Of frames that stand askew nobody knows which column they belong to.
        guard table.areUpright else { return }
        report.add(table.stacking.only(invariants))
        guard let balance = promises.balance, invariants.contains(.shortest) else { return }
        let passedOver = table.passedOver(startingAt: balance.start, of: balance.columns)
        if passedOver > slack {
            report.add(
                .shortest, [layout.count - 1], found: passedOver, allowed: 0,
                "a column ends \(passedOver) points above the one that the last picture was put into")
        }
    }

    /// The same of frames that stand askew: every x is a column of its own.
    private var bottomsByPlace: [(Double, Int)] {
        var bottoms: [Double: (Double, Int)] = [:]
        for items in Self.stretches(of: layout.count) {
            for (item, frame) in zip(items, layout.frames(of: items)) where frame.maxY >= bottoms[frame.x]?.0 ?? -.infinity {
                bottoms[frame.x] = (frame.maxY, item)
            }
        }
        return bottoms.values.sorted { $0.1 < $1.1 }
    }
}
