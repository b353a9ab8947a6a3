import Base
import Checks
import Fetching
import Reports

extension EffectiveSettings {
    /// The settings as rows of three cells: the kind, the source (a file, an option or a default) and the value.
    var rows: [[String]] {
        var rows = [["config", isFound ? "found" : file == nil ? "default" : "--config", file ?? "none"]] + ruleRows + layoutRows + screenRows
        rows.append(["fail-on", source(options.failOn != nil, "--fail-on", configuration.failOn != nil), failOn.rawValue])
        rows.append([
            "baseline", source(options.baseline != nil, "--baseline", configuration.baseline != nil),
            baseline.map { Argument($0).shown } ?? "none",
        ])
        rows += hostRows
        rows += configuration.ignores.map { ["ignore", file ?? "", $0.sentence] }
        // A configuration can have any characters.
        return rows.map { $0.map(\.visible) }
    }

    private var file: String? { options.configuration.map { Argument($0).shown } }

    private func source(_ isOption: Bool, _ option: String, _ isInFile: Bool) -> String {
        isOption ? option : isInFile ? file ?? "" : "default"
    }

    /// Only the rules that differ from their defaults. If --rule chooses some, the others are not listed.
    private var ruleRows: [[String]] {
        let chosen = options.rules
        let only = chosen.isEmpty ? [] : [["rules", "--rule", "only \(chosen.map(\.id).joined(separator: ", ")), and that manifests parse"]]
        return only + Rule.all.filter { rule in chosen.isEmpty || chosen.contains { $0.id == rule.id } }.compactMap { rule in
            let severity = choices.severity(of: rule.id)
            var parts = severity == rule.severity ? [] : ["\(severity?.rawValue ?? "off") (default: \(rule.severity.rawValue))"]
            parts += choices.changedParameters(of: rule).map { "\($0.name) \($0.value.text)" }
            return parts.isEmpty ? nil : ["rule", file ?? "", "\(rule.id): \(parts.joined(separator: ", "))"]
        }
    }

    private var layoutRows: [[String]] {
        let source = source(!options.screens.layouts.isEmpty, "--layout", !configuration.layouts.isEmpty)
        let layouts = plan.namedLayouts.isEmpty ? plan.distinctLayouts.map { OrientedLayout($0) } : plan.namedLayouts
        return layouts.map { layout in
            ["layout", source, layout.choice.text + (layout.orientation.map { " in \($0.rawValue)" } ?? "")]
        }
    }

    /// The hosts that --images may ask, in the order of their names. A header line may have a secret, so only its name is shown.
    private var hostRows: [[String]] {
        options.fetching.hosts.map { ($0.text, $1) }.sorted { $0.0 < $1.0 }.map { name, settings in
            let parts = [
                settings.perHost.map { "perHost \($0.text)" }, settings.rate.map { "rate \(shortest($0))" },
                settings.lines.isEmpty ? nil : "headers " + settings.lines.map { String($0.prefix { $0 != ":" }) }.joined(separator: " "),
            ].compactMap { $0 }
            return ["host", file ?? "", "\(name): \(parts.isEmpty ? "as all others" : parts.joined(separator: ", "))"]
        }
    }

    private var screenRows: [[String]] {
        let source = source(options.screens.devices != .unnamed, "--devices", !configuration.devices.isEmpty)
        return plan.distinctScreens.map { ["screen", source, $0.title] }
    }
}

extension Ignore {
    fileprivate var sentence: String {
        let parts = [rule.text, "file \(file.text)", img.map { "img \($0.text)" }, until.map { "until \($0)" }]
        return parts.compactMap { $0 }.joined(separator: ", ") + ": \(reason)"
    }
}
