extension InvariantCheck {
    /// Each item goes to the shortest column, so no column can end far above the others.
    mutating func checkBalance(_ tracker: ColumnTracker) {
        guard let balance = guarantees.balance, invariants.contains(.balance) else { return }
        let bottoms = tracker.areAligned ? tracker.columns.map { ($0.bottom, $0.item) } : bottomsByX
        let allowed = tracker.tallest + balance.gap + depthTolerance
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

    /// Columns stand side by side at equal distances, from one inset to the other.
    mutating func checkPlaces(_ tracker: ColumnTracker) {
        guard let balance = guarantees.balance, let across = guarantees.across, let width = guarantees.width,
            tracker.areAligned, invariants.contains(.columns)
        else { return }
        let pitch = (across.upperBound - across.lowerBound - width) / Double(max(1, balance.columns - 1))
        for column in tracker.columns {
            let number = pitch > 0 ? ((column.minX - across.lowerBound) / pitch).rounded() : 0
            let place = across.lowerBound + number * pitch
            guard (column.minX - place).magnitude > tolerance else { continue }
            report.add(
                .columns, [column.item], found: column.minX, allowed: place,
                "picture \(column.item) begins at \(column.minX), and its column at \(place)")
        }
    }

    /// Adds the violations that the tracker has found, and a column that was passed over until the end.
    mutating func checkStacking(_ tracker: ColumnTracker) {
        // Frames that are not aligned belong to no column for certain.
        guard tracker.areAligned else { return }
        report.add(tracker.stacking.only(invariants))
        guard let balance = guarantees.balance, invariants.contains(.shortest) else { return }
        let passedOver = tracker.passedOver(balance)
        if passedOver > tolerance {
            report.add(
                .shortest, [layout.count - 1], found: passedOver, allowed: 0,
                "a column ends \(passedOver) points above the one that the last picture was put into")
        }
    }

    /// The bottoms if frames are not aligned: every x counts as a column.
    private var bottomsByX: [(Double, Int)] {
        var bottoms: [Double: (Double, Int)] = [:]
        for items in Self.chunks(of: 0..<layout.count) {
            for (item, frame) in zip(items, layout.frames(of: items)) where frame.maxY >= bottoms[frame.x]?.0 ?? -.infinity {
                bottoms[frame.x] = (frame.maxY, item)
            }
        }
        return bottoms.values.sorted { $0.1 < $1.1 }
    }
}
