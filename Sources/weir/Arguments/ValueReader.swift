import ImageHeaders
import Ingest

/// What an option's value is called, and what its words mean.
struct ValueReader<Value>: Sendable {
    let entry: ValueEntry
    let read: @Sendable (Argument) throws(UsageError) -> Value
}

extension ValueReader where Value == Int {
    static func count(_ placeholder: String, atLeast minimum: Int, atMost maximum: Int = .max) -> ValueReader {
        ValueReader(entry: ValueEntry(placeholder: placeholder, completion: .nothing)) { argument throws(UsageError) in
            try argument.count(atLeast: minimum, atMost: maximum)
        }
    }

    /// Milliseconds.
    static func duration(_ placeholder: String) -> ValueReader {
        ValueReader(entry: ValueEntry(placeholder: placeholder, completion: .nothing)) { argument throws(UsageError) in
            try argument.duration()
        }
    }

    static func bytes(_ placeholder: String) -> ValueReader {
        ValueReader(entry: ValueEntry(placeholder: placeholder, completion: .nothing)) { argument throws(UsageError) in
            try argument.byteCount()
        }
    }
}

extension ValueReader where Value == Int64 {
    /// Seconds.
    static func age(_ placeholder: String) -> ValueReader {
        ValueReader(entry: ValueEntry(placeholder: placeholder, completion: .nothing)) { argument throws(UsageError) in
            try argument.age()
        }
    }
}

extension ValueReader where Value == Double {
    /// So many times a second.
    static func rate(_ placeholder: String) -> ValueReader {
        ValueReader(entry: ValueEntry(placeholder: placeholder, completion: .nothing)) { argument throws(UsageError) in
            try argument.rate()
        }
    }
}

extension ValueReader where Value: WordChoice {
    static func choice(_ placeholder: String) -> ValueReader {
        ValueReader(entry: ValueEntry(placeholder: placeholder, completion: .words(Value.words))) {
            argument throws(UsageError) in try argument.choice()
        }
    }
}

extension ValueReader where Value == [UInt8] {
    /// The bytes of a file's name, or `-`.
    static func file(_ placeholder: String) -> ValueReader {
        ValueReader(entry: ValueEntry(placeholder: placeholder, completion: .files)) { argument throws(UsageError) in
            try argument.path()
        }
    }
}

extension ValueReader where Value == String {
    /// Text that goes into a request, and so may not end a line there.
    static func line(_ placeholder: String) -> ValueReader {
        ValueReader(entry: ValueEntry(placeholder: placeholder, completion: .nothing)) { argument throws(UsageError) in
            try argument.line()
        }
    }

    /// A line of a request's head.
    static func header(_ placeholder: String) -> ValueReader {
        ValueReader(entry: ValueEntry(placeholder: placeholder, completion: .nothing)) { argument throws(UsageError) in
            try argument.header()
        }
    }

    /// Text that stands for itself: the name of a column, a URL.
    static func word(_ placeholder: String) -> ValueReader {
        ValueReader(entry: ValueEntry(placeholder: placeholder, completion: .nothing)) { argument throws(UsageError) in
            try argument.word()
        }
    }
}

extension ValueReader where Value == [String] {
    static func words(_ placeholder: String) -> ValueReader {
        ValueReader(entry: ValueEntry(placeholder: placeholder, completion: .nothing)) { argument throws(UsageError) in
            try argument.words()
        }
    }
}

extension ValueReader {
    static func choices<Choice: WordChoice>(_ placeholder: String) -> ValueReader where Value == [Choice] {
        ValueReader(entry: ValueEntry(placeholder: placeholder, completion: .words(Choice.words))) {
            argument throws(UsageError) in
            var choices: [Choice] = []
            for word in try argument.words() { choices.append(try Argument(word).choice()) }
            return choices
        }
    }
}

extension ValueReader where Value == PixelSize {
    static func size(_ placeholder: String) -> ValueReader {
        ValueReader(entry: ValueEntry(placeholder: placeholder, completion: .nothing)) { argument throws(UsageError) in
            try argument.size()
        }
    }
}

extension ValueReader where Value == IngestPlan.MaxFailures {
    static func countOrPercent(_ placeholder: String) -> ValueReader {
        ValueReader(entry: ValueEntry(placeholder: placeholder, completion: .nothing)) { argument throws(UsageError) in
            guard argument.bytes.last == UInt8(ascii: "%") else { return .count(try argument.count(atLeast: 0)) }
            return .percent(try argument.percent())
        }
    }
}
