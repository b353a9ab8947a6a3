import Checks
import WeirBase

// Rules and profiles as the tables of `weir rules`, and as the pages docs/rules.md and docs/channels.md.

extension [Rule] {
    /// One line for each rule: id, severity, family, summary.
    public func append(tableTo output: inout ByteBuffer) {
        let rows = map { [$0.id, $0.usualSeverity, $0.family.rawValue, $0.summary] }
        let widths = (0..<3).map { column in rows.map { $0[column].count }.max() ?? 0 }
        for row in rows {
            for (cell, width) in zip(row, widths) { output.append(cell + String(repeating: " ", count: width - cell.count + 2)) }
            output.append("\(row[3])\n")
        }
    }

    /// The page about all rules, by family.
    package func append(markdownTo output: inout ByteBuffer) {
        output.append(
            "# Rules\n\nEach rule of [`weir check`](checks.md), with an example that breaks it. [weir.json](checks.md#weirjson) sets severities and the\n"
        )
        output.append("parameters, whose defaults are in parentheses.\n")
        for family in Rule.Family.allCases {
            let members = filter { $0.family == family }
            guard !members.isEmpty else { continue }
            output.append("\n## \(family.title)\n")
            for rule in members { rule.append(markdownTo: &output) }
        }
    }
}

extension Rule {
    fileprivate func append(markdownTo output: inout ByteBuffer) {
        output.append("\n### \(id)\n\n`\(usualSeverity)`: \(summary).\n\n\(markdownText)\n")
        guard !parameters.isEmpty else { return }
        output.append("\n")
        for parameter in parameters {
            output.append("- `\(parameter.name)` (`\(parameter.defaultValue.text)`): \(parameter.about)\n")
        }
    }
}

extension Rule.Family {
    fileprivate var title: String {
        switch self {
        case .manifest: "The manifest"
        case .pictures: "The pictures"
        case .layouts: "The layouts"
        }
    }
}

extension [Profile] {
    /// One line for each profile, and for each limit: profile, limit, severity, requirement, first day, source and the day on which it
    /// was read.
    public func append(tableTo output: inout ByteBuffer) {
        for profile in self {
            output.append("\(profile.name.visible): \(profile.title.visible), last checked on \(profile.lastChecked)\n")
        }
        let rows = flatMap { profile in profile.limits.map { [profile.name] + cells(of: $0) } }
        let widths = (0..<6).map { column in rows.map { $0[column].unicodeScalars.count }.max() ?? 0 }
        for row in rows {
            for (cell, width) in zip(row, widths) {
                output.append(cell + String(repeating: " ", count: width - cell.unicodeScalars.count + 2))
            }
            output.append("\(row[6])\n")
        }
    }

    /// The limit, its severity, what the channel takes, from when on, the source, and the day on which it was read.
    private func cells(of limit: Profile.Limit) -> [String] {
        let severity = limit.isPrimary ? limit.severity : Swift.min(limit.severity, .warning)
        return [
            limit.kind.rawValue, severity.rawValue, limit.requirement, limit.start.map { "from \($0)" } ?? "now", "read \(limit.read)",
            limit.source + (limit.isPrimary ? "" : " (not the channel's own page)"),
        ].map(\.visible)
    }

    /// The page about all channels.
    package func append(markdownTo output: inout ByteBuffer) {
        output.append(
            """
            # Channels

            `weir check --profile NAME,...` compares a manifest with the limits of sales channels (rule
            [`channel-limits`](rules.md#channel-limits)); in weir.json write `"profiles": ["google-merchant"]`. `weir rules --profile NAME` prints one
            channel, and when it was last checked.

                weir check manifest.json --images --profile google-merchant,tiktok-shop
                weir check manifest.json --images --profile ./our-marketplace.json

            A limit that begins later is a warning before its day, and an error from then on. One that only another page names is at most a
            warning, a recommendation an info. Further pictures are judged, too. Reports name a fact that neither the pictures (`--images`)
            nor the entries have; then the rule has not passed.


            """)
        output.append("| channel | severity | it takes | read on |\n|---|---|---|---|\n")
        for profile in self {
            // The limits of one page with one severity are one row.
            let groups = profile.limits.reduce(into: [[Profile.Limit]]()) { groups, limit in
                let group = groups.firstIndex {
                    $0[0].severity == limit.severity && $0[0].source == limit.source && $0[0].read == limit.read
                }
                if let group { groups[group].append(limit) } else { groups.append([limit]) }
            }
            for limits in groups {
                let takes = limits.map { limit in limit.requirement + (limit.start.map { " from \($0) on" } ?? "") }.joined(separator: "; ")
                let (severity, limit) = (cells(of: limits[0])[1], limits[0])
                let page = "[\(limit.read)](\(limit.source))\(limit.isPrimary ? "" : ", another page")"
                output.append("| `\(profile.name)` | \(severity) | \(takes) | \(page) |\n")
            }
        }
        output.append(
            """

            ## A profile of your own

            A profile is a JSON file. `limit` is one of \(Profile.Kind.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", ")).
            `from`, `severity` (`error`) and `primary` (`true`) may be missing.

                {"name": "our-marketplace", "title": "Our marketplace", "limits": [
                  {"limit": "min-side", "value": 800, "from": "2027-03-01", "source": "handbook, page 12", "read": "2026-11-26"}
                ]}

            """)
    }
}
