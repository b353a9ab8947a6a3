import ImageHeaders
import WeirBase

/// The oldest version of a program that must show all pictures.
struct ViewerFloor: Equatable, Sendable, CustomStringConvertible {
    private let program: String
    private let version: Double

    /// How settings and profiles write it.
    static let form = RuleParameter.TextForm(
        requirement: """
            a year from \(years[0].year) to \(years[years.count - 1].year), or chrome, firefox or safari with a version, such as chrome>=120
            """
    ) { !ViewerFloor.floors($0).isEmpty }

    /// A browser, or a system of phones, iOS or Android.
    init(system: String, version: Double) { (program, self.version) = (system, version) }

    /// Reads `chrome>=120`, or a year, which stands for the versions that were current at its end. Empty for other texts.
    static func floors(_ text: String) -> [ViewerFloor] {
        guard let row = years.first(where: { "\($0.year)" == text }) else { return ViewerFloor(browser: text).map { [$0] } ?? [] }
        return [("Chrome", row.chrome), ("Firefox", row.firefox), ("Safari", row.safari)].map { ViewerFloor(system: $0.0, version: $0.1) }
    }

    /// The table of docs/formats.md. Chrome, Firefox and Safari on phones had the same versions.
    static let years: [(year: Int, chrome: Double, firefox: Double, safari: Double)] = [
        (2020, 87, 84, 14), (2021, 96, 95, 15.2), (2022, 108, 108, 16.2), (2023, 120, 121, 17.2), (2024, 131, 133, 18.2),
        (2025, 143, 146, 26.2),
    ]

    private init?(browser text: String) {
        let names = ["chrome": "Chrome", "firefox": "Firefox", "safari": "Safari"]
        let parts = text.split(separator: ">=", omittingEmptySubsequences: false)
        guard parts.count == 2, let program = names[String(parts[0])], isVersion(parts[1]), let version = Double(String(parts[1])) else {
            return nil
        }
        (self.program, self.version) = (program, version)
    }

    var description: String { "\(program) \(shortest(version))" }

    private func first(of format: ImageFormat) -> Double? { FormatTable.standard[format]?.viewers.firstVersions[program] }

    /// Whether it is known which version is the first to show a format.
    func knows(_ format: ImageFormat) -> Bool { first(of: format) != nil }

    /// The version, and which one is the first to show a format; nil if this one does, or if it is not known.
    func obstacle(to format: ImageFormat) -> String? {
        guard let first = first(of: format), first > version else { return nil }
        return first == .infinity ? "\(self) (no version does)" : "\(self) (\(program) \(shortest(first)) is the first known to)"
    }
}

/// Whether a text is a version as browsers count them, such as 120 or 16.4, without leading zeros. Four digits last for centuries.
private func isVersion(_ text: Substring) -> Bool {
    let numbers = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return text.first != "0" && numbers.count <= 2 && numbers.allSatisfy { (1...4).contains($0.count) && $0.allSatisfy(isDigit) }
}
