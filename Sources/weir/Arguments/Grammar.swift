import WeirBase

/// The options and operands of a command: arguments in, options out.
struct Grammar<Options: Sendable>: Sendable {
    let defaults: Options
    let flags: [Flag<Options>]
    let operand: Flag<Options>.Setter
    /// The section of a configuration; nil if the command reads no such file.
    let section: OptionsSection<Options>?
    /// Fills in what the options leave open. Throws if they contradict each other in a way that the table of flags does not know.
    let complete: @Sendable (inout Options) throws(UsageError) -> Void

    init(
        defaults: Options, flags: [Flag<Options>], section: OptionsSection<Options>? = nil,
        operand: @escaping Flag<Options>.Setter, complete: @escaping @Sendable (inout Options) throws(UsageError) -> Void = { _ in }
    ) {
        self.defaults = defaults
        self.flags = flags + (section.map { [.options(section: $0.name)] } ?? []) + [.help]
        self.section = section
        self.operand = operand
        self.complete = complete
    }

    /// The complete options of the arguments; nil if they ask for help. The arguments behind that are ignored.
    func completeOptions(from arguments: some Sequence<Argument>) throws(UsageError) -> Options? {
        guard var options = try options(from: arguments) else { return nil }
        try complete(&options)
        return options
    }

    /// Parses the arguments from left to right, so the last one of a repeated option counts, unless each does. Returns nil if
    /// they ask for help.
    func options(from arguments: some Sequence<Argument>) throws(UsageError) -> Options? {
        let arguments = Array(arguments)
        var start = (options: defaults, given: Set<String>())
        if let section, let (file, given) = optionsFile(in: arguments) {
            start = try options(inFile: file, section: section, given: given)
        }
        var parser = ArgumentParser(grammar: self, rest: arguments[...], options: start.options, given: start.given)
        guard try parser.readAll() else { return nil }
        try checkRelations(of: parser.given)
        return parser.options
    }

    /// Refuses options that lack another one, and options that exclude each other. It is whether an option was given that counts,
    /// and not its value.
    private func checkRelations(of given: Set<String>) throws(UsageError) {
        for spec in flags.map(\.spec) where given.contains(spec.name) {
            if let other = spec.conflicts.first(where: given.contains) {
                throw UsageError("--\(spec.name) and --\(other) exclude each other")
            }
            guard spec.requires.isEmpty || spec.requires.contains(where: given.contains) else {
                throw UsageError("--\(spec.name) needs \(spec.requires.map { "--\($0)" }.joined(separator: " or "))")
            }
        }
    }

    /// The configuration that the arguments name, and the names of the options that they give. The file is applied before
    /// them, wherever its option stands. Mistakes in the arguments are found later.
    private func optionsFile(in arguments: [Argument]) -> (file: Argument, given: Set<String>)? {
        var parser = ArgumentParser(grammar: self, rest: arguments[...], options: defaults, isLookingForFile: true)
        do throws(UsageError) {
            guard try parser.readAll(), let file = parser.optionsFile else { return nil }
            return (file, parser.given)
        } catch {
            return nil
        }
    }
}

private let dash = UInt8(ascii: "-")
private let equals = UInt8(ascii: "=")

/// Parses one command line.
private struct ArgumentParser<Options: Sendable> {
    let grammar: Grammar<Options>
    /// The arguments that are not parsed yet.
    var rest: ArraySlice<Argument>
    var options: Options
    /// While only the configuration is looked for, nothing is set.
    var isLookingForFile = false
    var optionsFile: Argument?
    /// The names of the options so far.
    var given: Set<String> = []

    /// Returns false if the arguments ask for help.
    mutating func readAll() throws(UsageError) -> Bool {
        var optionsEnded = false
        while let argument = rest.popFirst() {
            let bytes = argument.bytes
            if optionsEnded || bytes.first != dash || bytes.count == 1 {
                guard !bytes.isEmpty else {
                    throw UsageError("an argument is empty; look for a variable of the shell that has no value")
                }
                if !isLookingForFile { try grammar.operand(&options, argument) }
            } else if bytes == [dash, dash] {
                optionsEnded = true
            } else if bytes[1] == dash {
                guard try readLong(bytes.dropFirst(2)) else { return false }
            } else {
                guard try readShorts(bytes.dropFirst()) else { return false }
            }
        }
        return true
    }

    /// `--name`, `--name value` or `--name=value`, without its dashes.
    private mutating func readLong(_ bytes: ArraySlice<UInt8>) throws(UsageError) -> Bool {
        let parts = bytes.split(separator: equals, maxSplits: 1, omittingEmptySubsequences: false)
        let name = Argument(parts[0])
        guard let flag = flag(called: name.bytes) else {
            if let (flag, turnOff) = switchTurnedOff(by: name.bytes) {
                if parts.count == 2 { throw UsageError("--no-\(flag.spec.name) takes no value") }
                if !isLookingForFile { turnOff(&options, false) }
                given.remove(flag.spec.name)
                return true
            }
            let owners = Command.all.filter { $0.flags().contains { Argument($0.name) == name } }
            let owner = owners.count == 1 ? "; only weir \(owners[0].name) has it" : nil
            // Behind the name of a header line stands its value.
            throw .unknown(
                "option", Argument("--".utf8 + name.bytes.prefix { $0 != UInt8(ascii: ":") }).shown,
                nearest: owner == nil ? nearestOption(to: name) : nil, elsewhere: owner ?? "")
        }
        return try apply(flag, typed: "--\(flag.spec.name)", attached: parts.count == 2 ? Argument(parts[1]) : nil)
    }

    private func flag(called name: some Collection<UInt8>) -> Flag<Options>? {
        grammar.flags.first { $0.spec.name.utf8.elementsEqual(name) }
    }

    /// The switch that `--no-quiet` turns off, here that of `--quiet`. Only a configuration can have turned it on.
    private func switchTurnedOff(by name: [UInt8]) -> (Flag<Options>, Flag<Options>.Toggle)? {
        guard grammar.section != nil, name.starts(with: "no-".utf8), let flag = flag(called: name.dropFirst(3)) else { return nil }
        guard case .toggle(let set) = flag.effect else { return nil }
        return (flag, set)
    }

    /// `-r`, `-0r`, `-o value`, `-ovalue` or `-o=value`, without the dash.
    private mutating func readShorts(_ letters: ArraySlice<UInt8>) throws(UsageError) -> Bool {
        var tail = letters
        while let letter = tail.popFirst() {
            guard let flag = grammar.flags.first(where: { $0.spec.short?.asciiValue == letter }) else {
                throw unknown(letters.suffix(tail.count + 1), in: letters)
            }
            var attached: Argument?
            if tail.first == equals {
                attached = Argument(tail.dropFirst())
            } else if case .value = flag.effect, !tail.isEmpty {
                attached = Argument(tail)
            }
            let typed = "-\(Character(Unicode.Scalar(letter)))"
            guard try apply(flag, typed: typed, attached: attached) else { return false }
            if attached != nil { break }
        }
        return true
    }

    /// Applies a flag; returns false if it is the one for help. A message about the value names the option as
    /// it was typed.
    private mutating func apply(_ flag: Flag<Options>, typed: String, attached: Argument?) throws(UsageError) -> Bool {
        given.insert(flag.spec.name)
        switch flag.effect {
        case .value(let set):
            let value = try value(of: flag, typed: typed, attached: attached)
            do {
                if !isLookingForFile { try set(&options, value) }
            } catch {
                throw UsageError("\(typed): \(error.message)")
            }
            return true
        case .number(let toggle, let set):
            let isNumber = rest.first.map { !$0.bytes.isEmpty && $0.bytes.allSatisfy { isDigit($0) } } ?? false
            guard let value = attached ?? (isNumber ? rest.popFirst() : nil) else {
                if !isLookingForFile { toggle(&options, true) }
                return true
            }
            do {
                if !isLookingForFile { try set(&options, value) }
            } catch {
                throw UsageError("\(typed): \(error.message)")
            }
            return true
        case .toggle(let set):
            if attached != nil { throw UsageError("\(typed) takes no value") }
            if !isLookingForFile { set(&options, true) }
            return true
        case .options:
            let value = try value(of: flag, typed: typed, attached: attached)
            guard optionsFile == nil else { throw UsageError("\(typed): only one configuration can be read") }
            optionsFile = value
            return true
        case .help:
            guard attached == nil || attached == Argument("all") else { throw UsageError("\(typed) takes no value but all") }
            return false
        }
    }

    private mutating func value(of flag: Flag<Options>, typed: String, attached: Argument?) throws(UsageError) -> Argument {
        guard let value = attached ?? rest.popFirst() else {
            throw UsageError("\(typed) needs a value: \(flag.spec.value?.placeholder ?? "")")
        }
        return value
    }

    /// The error about the unknown first letter of `tail`. What follows it may be a secret, as in `-H'Cookie: s=1'`.
    private func unknown(_ tail: ArraySlice<UInt8>, in letters: ArraySlice<UInt8>) -> UsageError {
        let first = String(decoding: tail, as: UTF8.self).prefix(1)
        let letter = Argument("-" + first).shown
        let typed = Argument([dash] + letters.prefix(letters.count - tail.count) + first.utf8).shown
        // In `-recursive` a dash is probably missing; nine single letters are unlikely.
        let nearest = letters.count > 2 ? nearestOption(to: Argument(letters)) : nil
        return .unknown("option", letter == typed ? typed : "\(letter) in \(typed)", nearest: nearest)
    }

    private func nearestOption(to name: Argument) -> String? {
        guard let text = name.text else { return nil }
        return nearestName(to: text, among: grammar.flags.map(\.spec.name)).map { "--\($0)" }
    }
}

extension Grammar {
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
