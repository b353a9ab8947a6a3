import WeirBase

extension String {
    /// Shortened in the middle, since the end of an address is more useful. Scalars are counted, because a
    /// single Character may be very long.
    var shortened: String {
        let text = withoutCredentials
        let scalars = text.unicodeScalars
        return scalars.count <= 80 ? text : "\(String(scalars.prefix(30)))…\(String(scalars.suffix(49)))"
    }
}

extension ByteBuffer {
    /// Appends rows up to the position `end` and returns how many fit.
    mutating func append(rows count: Int, upTo end: Int, _ row: (Int, inout ByteBuffer) -> Void) -> Int {
        for index in 0..<count {
            let start = self.count
            row(index, &self)
            guard self.count <= end else {
                truncate(to: start)
                return index
            }
        }
        return count
    }

    /// Text as code in a cell of a table, escaped so that it makes no link, no mention and no other cell.
    mutating func append(code text: String) {
        guard !text.isEmpty else { return }
        append("<code>")
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": append("&amp;")
            case "<": append("&lt;")
            case ">": append("&gt;")
            case _ where "|`*_~[]()!#@\\:.".unicodeScalars.contains(scalar): append("&#\(scalar.value);")
            case _ where !scalar.isVisible: append("\u{FFFD}")
            default: append(String(scalar))
            }
        }
        append("</code>")
    }
}
