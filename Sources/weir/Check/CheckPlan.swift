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
        try self.init(options, FoundConfiguration(options.screens.configuration, besides: options.manifests))
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
