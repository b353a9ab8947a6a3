import ImageHeaders
import WeirBase

/// The oldest version of a program that must show all pictures.
struct ViewerFloor: Equatable, Sendable, CustomStringConvertible {
    private let program: String
    private let version: Double

    /// How settings and profiles write it.
    static let form = RuleParameter.TextForm(requirement: "one of chrome, firefox and safari with a version, such as chrome>=120") {
        ViewerFloor(browser: $0) != nil
    }

    /// A system of phones, iOS or Android.
    init(system: String, version: Double) { (program, self.version) = (system, version) }

    /// Reads `chrome>=120`.
    init?(browser text: String) {
        let names = ["chrome": "Chrome", "firefox": "Firefox", "safari": "Safari"]
        let parts = text.split(separator: ">=", omittingEmptySubsequences: false)
        guard parts.count == 2, let program = names[String(parts[0])], parts[1].utf8.allSatisfy({ isDigit($0) || $0 == UInt8(ascii: ".") }),
            let version = Double(String(parts[1])), version > 0, version.isFinite
        else { return nil }
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
