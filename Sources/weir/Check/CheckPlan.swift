import Checks
import Fetching
import WeirBase
import WeirSystem

/// The plan of a check: its options, with its configuration. Only the configuration and the file of devices are read.
struct CheckPlan {
    /// With the hosts of the configuration.
    let options: CheckOptions
    let found: FoundConfiguration
    var choices: RuleChoices
    let screens: Screens
    let failOn: Severity
    let baseline: [UInt8]?

    init(_ options: CheckOptions) throws(MachineFailure) {
        // Without a manifest the search begins in the working folder, as it does for standard input.
        let manifests = options.manifests.isEmpty ? [Array("-".utf8)] : options.manifests
        try self.init(options, FoundConfiguration(options.screens.configuration, besides: manifests))
    }

    init(_ given: CheckOptions, _ found: FoundConfiguration) throws(MachineFailure) {
        self.found = found
        var options = given
        if options.looksAtPictures { try options.takeHosts(of: found) }
        self.options = options
        let configuration = found.configuration
        screens = try found.screens(options.screens)
        var choices = RuleChoices(configuration)
        if !options.rules.isEmpty { choices.keepOnly(options.rules) }
        choices.addKnownKeys(configuration.keptColumns + screens.keys)
        if let size = configuration.placeholderSize { choices.setPlaceholderSize(size) }
        // A path in the configuration is relative to the configuration's folder.
        let isOption = !options.profiles.isEmpty
        for name in isOption ? options.profiles : configuration.profiles {
            choices.profiles.append(try .named(name, besides: isOption ? [] : found.path ?? []))
        }
        self.choices = choices
        failOn = options.failOn ?? configuration.failOn ?? .error
        baseline = options.baseline ?? configuration.baseline.map { Array($0.utf8).relative(to: found.path ?? []) }
    }
}

extension CheckOptions {
    /// A configuration that was only found may be somebody else's, and sends no file of this user to a host.
    fileprivate mutating func takeHosts(of found: FoundConfiguration) throws(MachineFailure) {
        guard let document = found.document, let path = found.path else { return }
        let files = headerFiles.count
        do throws(UsageError) {
            try takeHosts(of: document)
            guard !found.isFound || headerFiles.count == files else {
                throw UsageError("hosts: a file of header lines is read only if --config names this configuration")
            }
        } catch {
            throw .input("\(Argument(path).shown): \(error.message)")
        }
    }
}

extension [UInt8] {
    /// Resolves a relative path against the folder of a file.
    func relative(to file: [UInt8]) -> [UInt8] {
        guard first != UInt8(ascii: "/"), let slash = file.lastIndex(of: UInt8(ascii: "/")) else { return self }
        return file[...slash] + self
    }
}

extension CheckPlan {
    /// The plan as rows of three cells: the kind, the source (a file, an option or a default) and the value.
    var rows: [[String]] {
        // One long sum of arrays is more than Swift 6.2 can check.
        var rows =
            [["config", found.isFound ? "found" : file == nil ? "default" : "--config", file ?? "none"]] + ruleRows + layoutRows
            + screenRows
        rows.append(["fail-on", source(options.failOn != nil, "--fail-on", found.configuration.failOn != nil), failOn.rawValue])
        rows.append([
            "baseline", source(options.baseline != nil, "--baseline", found.configuration.baseline != nil),
            baseline.map { Argument($0).shown } ?? "none",
        ])
        rows += choices.profiles.map { ["profile", source(!options.profiles.isEmpty, "--profile", true), $0.name] }
        rows += hostRows
        rows += found.configuration.ignores.map { ["ignore", file ?? "", $0.sentence] }
        // A configuration can have any characters.
        return rows.map { $0.map(\.visible) }
    }

    private var file: String? { found.path.map { Argument($0).shown } }

    private func source(_ isOption: Bool, _ option: String, _ isInFile: Bool) -> String {
        isOption ? option : isInFile ? file ?? "" : "default"
    }

    /// Only the rules that differ from their defaults. If --rule chooses some, the others are not listed.
    private var ruleRows: [[String]] {
        let chosen = options.rules
        let only =
            chosen.isEmpty ? [] : [["rules", "--rule", "only \(chosen.map(\.id).joined(separator: ", ")), and that manifests parse"]]
        return only
            + Rule.all.filter { rule in chosen.isEmpty || chosen.contains { $0.id == rule.id } }.compactMap { rule in
                let severity = choices.severity(of: rule.id)
                let word = severity?.rawValue ?? "off"
                var parts = word == rule.usualSeverity ? [] : ["\(word) (default: \(rule.usualSeverity))"]
                parts += choices.changedParameters(of: rule).map { "\($0.name) \($0.value.text)" }
                return parts.isEmpty ? nil : ["rule", file ?? "", "\(rule.id): \(parts.joined(separator: ", "))"]
            }
    }

    private var layoutRows: [[String]] {
        let source = source(!options.screens.layouts.isEmpty, "--layout", !found.configuration.layouts.isEmpty)
        let layouts = screens.namedLayouts.isEmpty ? screens.distinctLayouts.map { OrientedLayout($0) } : screens.namedLayouts
        return layouts.map { layout in
            ["layout", source, layout.choice.text + (layout.orientation.map { " in \($0.rawValue)" } ?? "")]
        }
    }

    /// The hosts that --images may ask, in the order of their names. A header line may have a secret, so only its name is shown.
    private var hostRows: [[String]] {
        options.fetching.hosts.map { ($0.text, $1) }.sorted { $0.0 < $1.0 }.map { name, limits in
            let parts = [
                limits.perHost.map { "per-host \($0.text)" }, limits.rate.map { "rate \(shortest($0))" },
                limits.lines.isEmpty ? nil : "headers " + limits.lines.map { String($0.prefix { $0 != ":" }) }.joined(separator: " "),
            ].compactMap { $0 }
            return ["host", file ?? "", "\(name): \(parts.isEmpty ? "as all others" : parts.joined(separator: ", "))"]
        }
    }

    private var screenRows: [[String]] {
        let source = source(!options.screens.devices.isEmpty, "--devices", !found.configuration.devices.isEmpty)
        return screens.distinctScreens.map { ["screen", source, $0.title] }
    }
}

extension Ignore {
    fileprivate var sentence: String {
        let parts = [rule.text, "file \(file.text)", img.map { "img \($0.text)" }, until.map { "until \($0)" }]
        return parts.compactMap { $0 }.joined(separator: ", ") + ": \(reason)"
    }
}
