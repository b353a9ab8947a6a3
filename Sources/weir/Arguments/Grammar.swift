import Base

/// The options and operands of a command: arguments in, settings out.
struct Grammar<Settings: Sendable>: Sendable {
    let defaults: Settings
    let flags: [Flag<Settings>]
    let operand: Flag<Settings>.Setter
    /// The section of a file of options; nil if the command reads no such file.
    let section: OptionsSection<Settings>?
    /// Refuses settings that contradict each other, after all arguments.
    let check: @Sendable (Settings) throws(UsageError) -> Void

    init(
        defaults: Settings, flags: [Flag<Settings>], section: OptionsSection<Settings>? = nil, operand: @escaping Flag<Settings>.Setter,
        check: @escaping @Sendable (Settings) throws(UsageError) -> Void
    ) {
        self.defaults = defaults
        self.flags = flags + (section.map { [.options(section: $0.name)] } ?? []) + [.help]
        self.section = section
        self.operand = operand
        self.check = check
    }

    /// Parses the arguments from left to right, so the last one of a repeated option counts, unless each does. Returns nil if
    /// they ask for help; the arguments behind that are ignored.
    func settings(from arguments: some Sequence<Argument>) throws(UsageError) -> Settings? {
        let arguments = Array(arguments)
        var start = defaults
        if let section, let (file, given) = optionsFile(in: arguments) {
            start = try settings(inFile: file, section: section, given: given)
        }
        var parser = ArgumentParser(grammar: self, rest: arguments[...], settings: start)
        guard try parser.readAll() else { return nil }
        try check(parser.settings)
        return parser.settings
    }

    /// The file of options that the arguments name, and the names of the options that they give. The file is applied before
    /// them, wherever its option stands. Mistakes in the arguments are found later.
    private func optionsFile(in arguments: [Argument]) -> (file: Argument, given: Set<String>)? {
        var parser = ArgumentParser(grammar: self, rest: arguments[...], settings: defaults, isLookingForFile: true)
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
private struct ArgumentParser<Settings: Sendable> {
    let grammar: Grammar<Settings>
    /// The arguments that are not parsed yet.
    var rest: ArraySlice<Argument>
    var settings: Settings
    /// While only the file of options is looked for, nothing is set.
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
                if !isLookingForFile { try grammar.operand(&settings, argument) }
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
                if !isLookingForFile { turnOff(&settings, false) }
                return true
            }
            throw .unknown("option", Argument("--".utf8 + name.bytes).shown, nearest: nearestOption(to: name))
        }
        return try apply(flag, typed: "--\(flag.spec.name)", attached: parts.count == 2 ? Argument(parts[1]) : nil)
    }

    private func flag(called name: some Collection<UInt8>) -> Flag<Settings>? {
        grammar.flags.first { $0.spec.name.utf8.elementsEqual(name) }
    }

    /// The switch that `--no-quiet` turns off, here that of `--quiet`. Only a file of options can have turned it on.
    private func switchTurnedOff(by name: [UInt8]) -> (Flag<Settings>, Flag<Settings>.Toggle)? {
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
    private mutating func apply(_ flag: Flag<Settings>, typed: String, attached: Argument?) throws(UsageError) -> Bool {
        given.insert(flag.spec.name)
        switch flag.effect {
        case .value(let set):
            let value = try value(of: flag, typed: typed, attached: attached)
            do {
                if !isLookingForFile { try set(&settings, value) }
            } catch {
                throw UsageError("\(typed): \(error.message)")
            }
            return true
        case .number(let toggle, let set):
            let isNumber = rest.first.map { !$0.bytes.isEmpty && $0.bytes.allSatisfy { (0x30...0x39).contains($0) } } ?? false
            guard let value = attached ?? (isNumber ? rest.popFirst() : nil) else {
                if !isLookingForFile { toggle(&settings, true) }
                return true
            }
            do {
                if !isLookingForFile { try set(&settings, value) }
            } catch {
                throw UsageError("\(typed): \(error.message)")
            }
            return true
        case .toggle(let set):
            if attached != nil { throw UsageError("\(typed) takes no value") }
            if !isLookingForFile { set(&settings, true) }
            return true
        case .options:
            let value = try value(of: flag, typed: typed, attached: attached)
            guard optionsFile == nil else { throw UsageError("\(typed): only one file of options can be read") }
            optionsFile = value
            return true
        case .help:
            if attached != nil { throw UsageError("\(typed) takes no value") }
            return false
        }
    }

    private mutating func value(of flag: Flag<Settings>, typed: String, attached: Argument?) throws(UsageError) -> Argument {
        guard let value = attached ?? rest.popFirst() else {
            throw UsageError("\(typed) needs a value: \(flag.spec.value?.placeholder ?? "")")
        }
        return value
    }

    /// The error about the unknown first letter of `tail`.
    private func unknown(_ tail: ArraySlice<UInt8>, in letters: ArraySlice<UInt8>) -> UsageError {
        let letter = Argument("-" + String(decoding: tail, as: UTF8.self).prefix(1)).shown
        let typed = Argument([dash] + letters).shown
        // In `-recursive` a dash is probably missing; nine single letters are unlikely.
        let nearest = letters.count > 2 ? nearestOption(to: Argument(letters)) : nil
        return .unknown("option", letter == typed ? typed : "\(letter) in \(typed)", nearest: nearest)
    }

    private func nearestOption(to name: Argument) -> String? {
        guard let text = name.text else { return nil }
        return nearestName(to: text, among: grammar.flags.map(\.spec.name)).map { "--\($0)" }
    }
}
