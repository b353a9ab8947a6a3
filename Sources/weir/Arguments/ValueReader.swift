/// What an option's value is called, and what its words mean.
struct ValueReader<Value>: Sendable {
    let entry: ValueEntry
    let read: @Sendable (Argument) throws(UsageError) -> Value
}

extension ValueReader where Value == Int {
    static func count(_ placeholder: String, atLeast minimum: Int) -> ValueReader {
        ValueReader(entry: ValueEntry(placeholder: placeholder, completion: .nothing)) { argument throws(UsageError) in
            try argument.count(atLeast: minimum)
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
