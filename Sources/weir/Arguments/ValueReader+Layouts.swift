import Layouts

extension ValueReader where Value == Double {
    /// The limit keeps all results that are computed from it finite.
    fileprivate static var maxPoints: Double { 1e12 }

    /// A position or a length in points.
    static func points(_ placeholder: String) -> ValueReader {
        ValueReader(placeholder) { argument throws(UsageError) in
            guard let number = argument.text.flatMap({ Double($0) }), number.magnitude <= maxPoints else {
                throw UsageError("\(argument.shown) is not a number of points from -1e12 to 1e12")
            }
            return number
        }
    }
}

extension ValueReader where Value == Rect {
    static func rect(_ placeholder: String) -> ValueReader {
        ValueReader(placeholder) { argument throws(UsageError) in
            let parts = (argument.text ?? "").split(separator: ",", omittingEmptySubsequences: false)
            let numbers = parts.compactMap { Double($0) }.filter { $0.magnitude <= ValueReader<Double>.maxPoints }
            guard parts.count == 4, numbers.count == 4, numbers[2] >= 0, numbers[3] >= 0 else {
                throw UsageError("\(argument.shown) is not x,y,width,height in points up to 1e12")
            }
            return Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
        }
    }
}

extension ValueReader where Value == Insets {
    static func insets(_ placeholder: String) -> ValueReader {
        ValueReader(placeholder) { argument throws(UsageError) in
            guard let insets = argument.text.flatMap({ Insets($0) }),
                [insets.top, insets.left, insets.bottom, insets.right].allSatisfy({ (0...ValueReader<Double>.maxPoints).contains($0) })
            else { throw UsageError("\(argument.shown) is neither one number of points from 0 on nor top,left,bottom,right") }
            return insets
        }
    }
}

extension ValueReader where Value == ArrivalProcess {
    static var arrival: ValueReader {
        ValueReader("HOW") { argument throws(UsageError) in
            let text = try argument.word()
            do throws(LayoutError) { return try ArrivalProcess(text) } catch { throw UsageError(error.message) }
        }
    }
}

extension ArrivalProcess {
    /// The end of a sentence of the help.
    static let help = """
        order, one by one, each in a rendering frame of its own; together, all in one; or connections=N,seed=S, N requests \
        at a time, whose times are drawn from the seed S. With seeds=K, K seeds; the median and the worst are reported.
        """
}
