import Layouts

extension ValueReader where Value == Double {
    /// The bound keeps what is computed from a place finite; nobody scrolls so far.
    fileprivate static var farthest: Double { 1e12 }

    /// A place or a length in points.
    static func points(_ placeholder: String) -> ValueReader {
        ValueReader(entry: ValueEntry(placeholder: placeholder, completion: .nothing)) { argument throws(UsageError) in
            guard let number = argument.text.flatMap({ Double($0) }), number.magnitude <= farthest else {
                throw UsageError("\(argument.shown) is not a number of points from -1e12 to 1e12")
            }
            return number
        }
    }
}

extension ValueReader where Value == Rect {
    static func rect(_ placeholder: String) -> ValueReader {
        ValueReader(entry: ValueEntry(placeholder: placeholder, completion: .nothing)) { argument throws(UsageError) in
            let parts = (argument.text ?? "").split(separator: ",", omittingEmptySubsequences: false)
            let numbers = parts.compactMap { Double($0) }.filter { $0.magnitude <= ValueReader<Double>.farthest }
            guard parts.count == 4, numbers.count == 4, numbers[2] >= 0, numbers[3] >= 0 else {
                throw UsageError("\(argument.shown) is not x,y,width,height in points up to 1e12")
            }
            return Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
        }
    }
}

extension ValueReader where Value == String {
    /// A word that names one of some things, of which a shell can offer the names; what is meant by
    /// others is told by who looks the thing up.
    static func name(_ placeholder: String, among names: [String]) -> ValueReader {
        ValueReader(entry: ValueEntry(placeholder: placeholder, completion: .words(names))) { argument throws(UsageError) in
            try argument.word()
        }
    }
}
