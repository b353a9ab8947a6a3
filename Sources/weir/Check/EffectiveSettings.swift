import Checks
import System

/// The settings of a check, combined from the command line, the configuration and the defaults. Only the configuration and
/// the file of devices are read.
struct EffectiveSettings {
    /// With the path of the configuration, even if the command line names none.
    let options: CheckOptions
    /// Whether the configuration was searched and found.
    let isFound: Bool
    let configuration: CheckConfiguration
    let choices: RuleChoices
    let plan: ScreenPlan
    let failOn: Severity
    let baseline: [UInt8]?

    init(_ given: CheckOptions) throws(MachineFailure) {
        var options = given
        if options.configuration == nil {
            // Without a manifest the search begins in the working folder, as it does for standard input.
            options.configuration = try foundConfiguration(of: options.manifests.isEmpty ? [Array("-".utf8)] : options.manifests)
        }
        if options.looksAtPictures, let path = options.configuration { try options.takeHosts(ofFile: path, isFound: given.configuration == nil) }
        isFound = given.configuration == nil && options.configuration != nil
        self.options = options
        var configuration = CheckConfiguration()
        if let path = options.configuration { configuration = try CheckConfiguration(file: path, rules: Rule.all) }
        self.configuration = configuration
        plan = try ScreenPlan(options.screens, configuration)
        var choices = RuleChoices(configuration)
        if !options.rules.isEmpty { choices.keepOnly(options.rules) }
        choices.addKnownKeys(configuration.keptColumns + plan.keys)
        self.choices = choices
        failOn = options.failOn ?? configuration.failOn ?? .error
        // A path in the configuration is relative to the configuration's folder.
        baseline = options.baseline ?? configuration.baseline.map { Array($0.utf8).relative(to: options.configuration ?? []) }
    }
}

extension CheckOptions {
    /// A configuration that was only found may be somebody else's, and sends no file of this user to a host.
    fileprivate mutating func takeHosts(ofFile path: [UInt8], isFound: Bool) throws(MachineFailure) {
        let document = try jsonDocument(path)
        let files = headerFiles.count
        do throws(UsageError) {
            try takeHosts(of: document)
            guard !isFound || headerFiles.count == files else {
                throw UsageError("hosts: a file of header lines is read only if --config names this configuration")
            }
        } catch {
            throw .input("\(Argument(path).shown): \(error.message)")
        }
    }
}

extension [UInt8] {
    /// Resolves a relative path against the folder of a file.
    fileprivate func relative(to file: [UInt8]) -> [UInt8] {
        guard first != UInt8(ascii: "/"), let slash = file.lastIndex(of: UInt8(ascii: "/")) else { return self }
        return file[...slash] + self
    }
}
