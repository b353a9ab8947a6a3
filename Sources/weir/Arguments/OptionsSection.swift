import Checks
import WeirBase
import WeirSystem

// Options that stand in a section of a JSON file, such as `ingest` in weir.json. The keys are the long names, and the
// same table of flags reads the values.

/// The section of a configuration that a command reads.
struct OptionsSection<Options: Sendable>: Sendable {
    let name: String
    /// Notes the path of the file in the options.
    let note: @Sendable (inout Options, [UInt8]) -> Void
    /// Takes what the file says besides the section.
    let takeRest: @Sendable (inout Options, JSONValue) throws(UsageError) -> Void
}

/// An option of a section, and its key in the file.
struct GivenOption<Options: Sendable> {
    let flag: Flag<Options>
    /// Nil for an option without a value.
    let value: Argument?
    /// Such as `ingest.max-failures`.
    let key: String

    func apply(to options: inout Options) throws(UsageError) {
        switch (flag.effect, value) {
        case (.toggle(let set), _): set(&options, true)
        case (.value(let set), let value?):
            do throws(UsageError) { try set(&options, value) } catch { throw UsageError("\(key): \(error.message)") }
        default: break
        }
    }
}

extension Grammar {
    /// The flags that a section may have.
    var sectionFlags: [Flag<Options>] {
        flags.filter {
            switch $0.effect {
            case .toggle, .value: true
            case .help, .options, .number: false
            }
        }
    }

    /// The options in the section of that name.
    func options(in section: JSONValue, called name: String) throws(UsageError) -> [GivenOption<Options>] {
        guard case .object(let members) = section else { throw UsageError("\(name): this must be an object of options") }
        var options: [GivenOption<Options>] = []
        for member in members {
            if member.name == "$comment" {
                guard member.value.string != nil else { throw UsageError("\(name).$comment: this must be text") }
                continue
            }
            guard let flag = sectionFlags.first(where: { $0.spec.name == member.name }) else {
                let nearest = nearestName(to: member.name, among: sectionFlags.map(\.spec.name))
                throw .unknown("option", "\(name).\(member.name)", nearest: nearest.map { "\(name).\($0)" })
            }
            let key = "\(name).\(member.name)"
            for value in try values(member.value, of: flag, at: key) {
                options.append(GivenOption(flag: flag, value: value, key: key))
            }
        }
        return options
    }

    /// The values with which the flag is applied, once for each.
    private func values(_ value: JSONValue, of flag: Flag<Options>, at key: String) throws(UsageError) -> [Argument?] {
        guard flag.spec.value != nil else {
            guard case .bool(let isOn) = value else { throw UsageError("\(key): this must be true or false") }
            return isOn ? [nil] : []
        }
        if case (.object, .wordsOrDocument) = (value, flag.spec.value?.completion ?? .nothing) {
            var document = ByteBuffer()
            document.append(indented: value)
            return [Argument(document.bytes)]
        }
        guard let elements = value.array else { return [try argument(value, at: key)] }
        var arguments: [Argument] = []
        for element in elements { arguments.append(try argument(element, at: key)) }
        guard case .list = flag.spec.value?.completion else {
            guard flag.spec.isRepeatable else { throw UsageError("\(key): this must be one value, not an array") }
            return arguments
        }
        guard !arguments.contains(where: { $0.bytes.contains(UInt8(ascii: ",")) }) else {
            throw UsageError("\(key): an element has a comma in it, which separates elements")
        }
        return arguments.isEmpty ? [] : [Argument(arguments.map(\.bytes).joined(separator: ",".utf8))]
    }

    private func argument(_ value: JSONValue, at key: String) throws(UsageError) -> Argument {
        switch value {
        case .string(let text), .number(let text): return Argument(text)
        default: throw UsageError("\(key): this must be text or a number")
        }
    }

    /// The defaults, changed by the section of that name in a file, and the names of the options in it. Options of which each value
    /// counts are passed if they are `given` on the command line, whose values else would join those of the file.
    func options(
        inFile path: Argument, section: OptionsSection<Options>, given: Set<String>
    ) throws(UsageError) -> (options: Options, given: Set<String>) {
        let document: JSONValue
        do throws(MachineFailure) { document = try jsonDocument(path.bytes) } catch { throw UsageError("--config: \(error.message)") }
        do throws(UsageError) {
            let value = document[section.name] ?? (document[hostsName] == nil ? nil : .object([]))
            guard let value else { throw UsageError("there is no section \(section.name) in it") }
            var result = (options: defaults, given: Set<String>())
            section.note(&result.options, path.bytes)
            try section.takeRest(&result.options, document)
            for option in try options(in: value, called: section.name) {
                let spec = option.flag.spec
                result.given.insert(spec.name)
                if !spec.isRepeatable || !given.contains(spec.name) { try option.apply(to: &result.options) }
            }
            return result
        } catch {
            throw UsageError("--config: \(path.shown): \(error.message)")
        }
    }

    /// Refuses unknown keys, values of a wrong kind and unknown words in a section. Other values are judged by the
    /// command that uses them, since they may name files.
    func check(_ section: JSONValue, called name: String) throws(UsageError) {
        var judged = defaults
        for option in try options(in: section, called: name) {
            switch option.flag.spec.value?.completion {
            case .words, .list: try option.apply(to: &judged)
            default: break
            }
        }
    }

    /// The options of a section, for the schema of the file.
    var schemaOptions: [ConfigurationSchema.Option] {
        sectionFlags.map { flag in
            let kind: ConfigurationSchema.Option.Kind =
                switch flag.spec.value?.completion {
                case nil: .toggle
                case .words(let words): .word(among: words)
                case .wordsOrDocument(let words): .wordOrDocument(among: words)
                case .list(let words): .list(of: words)
                default: flag.spec.isRepeatable ? .repeatable : .value
                }
            return ConfigurationSchema.Option(name: flag.spec.name, about: flag.spec.meaning, kind: kind)
        }
    }
}

extension ConfigurationSchema {
    static var ofThisVersion: ConfigurationSchema {
        ConfigurationSchema(Rule.all, ingest: IngestOptions.grammar.schemaOptions, host: hostGrammar.schemaOptions)
    }
}
