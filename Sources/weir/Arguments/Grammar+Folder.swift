extension Grammar where Options == Plan {
    /// The grammar of a command whose one argument is a folder.
    static func folder(
        _ folder: WritableKeyPath<Options, [UInt8]?> & Sendable, defaults: Options
    ) -> Grammar {
        Grammar(
            defaults: defaults,
            flags: [],
            operand: { options, argument throws(UsageError) in
                guard options[keyPath: folder] == nil else { throw UsageError("one folder is enough; \(argument.shown) is a second one") }
                options[keyPath: folder] = argument.bytes
            })
    }
}
