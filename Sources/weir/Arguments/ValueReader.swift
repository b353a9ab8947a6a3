import ImageHeaders
import Ingest
import WeirBase
import WeirRecords

/// Describes an option's value and parses it.
struct ValueReader<Value>: Sendable {
    let spec: ValueSpec
    let read: @Sendable (Argument) throws(UsageError) -> Value

    init(
        _ placeholder: String, _ completion: ValueSpec.Completion = .nothing,
        read: @escaping @Sendable (Argument) throws(UsageError) -> Value
    ) {
        spec = ValueSpec(placeholder: placeholder, completion: completion)
        self.read = read
    }
}

extension ValueReader where Value == Int {
    static func count(_ placeholder: String, atLeast minimum: Int, atMost maximum: Int = .max) -> ValueReader {
        ValueReader(placeholder) { argument throws(UsageError) in try argument.count(atLeast: minimum, atMost: maximum) }
    }

    /// Milliseconds.
    static func duration(_ placeholder: String) -> ValueReader {
        ValueReader(placeholder) { argument throws(UsageError) in try argument.duration() }
    }

    /// Milliseconds, also none.
    static func wait(_ placeholder: String) -> ValueReader {
        ValueReader(placeholder) { argument throws(UsageError) in
            argument.bytes == [UInt8(ascii: "0")] ? 0 : try argument.duration(atLeast: 0)
        }
    }

    static func bytes(_ placeholder: String) -> ValueReader {
        ValueReader(placeholder) { argument throws(UsageError) in try argument.byteCount() }
    }
}

extension ValueReader where Value == JSONPointer {
    static func pointer(_ placeholder: String) -> ValueReader {
        ValueReader(placeholder) { argument throws(UsageError) in
            let text = try argument.word()
            guard let pointer = JSONPointer(text) else { throw UsageError("\(argument.shown) is not a JSON pointer such as /products") }
            return pointer
        }
    }
}

extension ValueReader where Value == UInt8 {
    /// One character that separates fields.
    static func delimiter(_ placeholder: String) -> ValueReader {
        ValueReader(placeholder) { argument throws(UsageError) in try argument.delimiter() }
    }
}

extension ValueReader where Value == Int64 {
    /// Seconds.
    static func age(_ placeholder: String) -> ValueReader {
        ValueReader(placeholder) { argument throws(UsageError) in try argument.age() }
    }
}

extension ValueReader where Value == Double {
    /// A number of times a second.
    static func rate(_ placeholder: String) -> ValueReader {
        ValueReader(placeholder) { argument throws(UsageError) in try argument.rate() }
    }
}

extension ValueReader where Value: WordChoice {
    static func choice(_ placeholder: String) -> ValueReader {
        ValueReader(placeholder, .words(Value.words)) { argument throws(UsageError) in try argument.choice() }
    }
}

extension ValueReader where Value == [UInt8] {
    /// The bytes of a file's name, or `-`.
    static func file(_ placeholder: String) -> ValueReader {
        ValueReader(placeholder, .files) { argument throws(UsageError) in try argument.path() }
    }
}

extension ValueReader where Value == String {
    /// Any text, such as the name of a column or a URL.
    static func word(_ placeholder: String) -> ValueReader {
        ValueReader(placeholder) { argument throws(UsageError) in try argument.word() }
    }
}

extension ValueReader where Value == [String] {
    /// Words that are separated by commas.
    static func words(_ placeholder: String) -> ValueReader {
        ValueReader(placeholder, .list([])) { argument throws(UsageError) in try argument.words() }
    }
}

extension ValueReader {
    static func choices<Choice: WordChoice>(_ placeholder: String) -> ValueReader where Value == [Choice] {
        ValueReader(placeholder, .list(Choice.words)) {
            argument throws(UsageError) in
            var choices: [Choice] = []
            for word in try argument.words() { choices.append(try Argument(word).choice()) }
            return choices
        }
    }
}

extension ValueReader where Value == IngestPlan.CountOrPercent {
    static func countOrPercent(_ placeholder: String) -> ValueReader {
        ValueReader(placeholder) { argument throws(UsageError) in
            guard argument.bytes.last != UInt8(ascii: "%") else { return .percent(try argument.percent()) }
            do throws(UsageError) { return .count(try argument.count(atLeast: 0)) } catch {
                throw UsageError("\(error.message); a share has % behind it, such as 20%")
            }
        }
    }
}

extension Flag {
    /// The option that chooses among the files in folders. `purpose` begins its help.
    static func pathFilter(_ purpose: String, _ path: WritableKeyPath<Options, PathFilter> & Sendable) -> Flag {
        let spec = FlagSpec(
            name: "glob", value: ValueSpec(placeholder: "PATTERN", completion: .nothing), group: .input,
            isRepeatable: true,
            help: """
                \(purpose) only files that match PATTERN, such as '*.jpg'; with ! before it, leave them out. Several may be \
                given, and the last that matches decides. A pattern without a slash is for names, one with a slash for paths \
                below the folder, in which ** is any folders.
                """)
        return Flag(
            spec: spec,
            effect: .value { options, argument throws(UsageError) in
                do throws(Objection) { try options[keyPath: path].add(argument.bytes) } catch {
                    throw UsageError("\(argument.shown): \(error.message)")
                }
            })
    }
}
