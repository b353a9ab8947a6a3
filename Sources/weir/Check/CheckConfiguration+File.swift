import Checks
import Layouts
import Records
import System

extension CheckConfiguration {
    /// Reads a file such as weir.json.
    init(file path: [UInt8], rules: [Rule]) throws(MachineFailure) {
        let document = try jsonDocument(path)
        do throws(ConfigurationFailure) { try self.init(document, rules: rules) } catch {
            throw .input("\(Argument(path).shown): \(error.message)")
        }
        do throws(UsageError) {
            try checkHosts(of: document)
            guard let ingest = document["ingest"] else { return }
            let grammar = IngestSettings.grammar
            try grammar.check(ingest, called: "ingest")
            var settings = grammar.defaults
            for option in try grammar.options(in: ingest, called: "ingest") where option.flag.spec.name == "keep" {
                try option.apply(to: &settings)
            }
            // The catalogue is not known here, so a pointer may also be the name of a column.
            keptColumns = settings.plan.columns.kept.flatMap { [$0, JSONPointer($0)?.tokens.last ?? $0] }
        } catch {
            throw .input("\(Argument(path).shown): \(error.message)")
        }
    }
}

extension ScreenPlan {
    /// Combines the command line and the configuration; the command line has priority.
    init(_ choice: ScreenChoice, _ configuration: CheckConfiguration) throws(MachineFailure) {
        let layouts = choice.layouts.isEmpty ? configuration.layouts : choice.layouts.map { OrientedLayout($0) }
        let devices = try choice.devices.read() ?? configuration.devices
        do throws(ScreenPlanFailure) { try self.init(layouts: layouts, devices: devices) } catch {
            throw .input(error.message)
        }
    }
}
