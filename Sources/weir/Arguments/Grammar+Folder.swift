extension Grammar {
    /// The grammar of a command whose one argument is a folder.
    static func folder(
        _ folder: WritableKeyPath<Settings, [UInt8]?> & Sendable, defaults: Settings
    ) -> Grammar {
        Grammar(
            defaults: defaults,
            flags: [],
            operand: { settings, argument throws(UsageError) in
                guard settings[keyPath: folder] == nil else { throw UsageError("one folder is enough; \(argument.shown) is a second one") }
                settings[keyPath: folder] = argument.bytes
            },
            check: { _ in })
    }
}
