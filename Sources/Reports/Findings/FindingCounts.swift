import Checks

extension CheckResult {
    /// How many findings there are, including those that are only counted.
    var findingCount: Int { Severity.allCases.reduce(0) { $0 + count(of: $1) } }

    /// The result in a phrase, such as `2 errors, 1 warning in 3 of 5 files; 4 known, 1 ignored`.
    var sentence: String {
        let found = Severity.allCases.reversed().map { ($0, count(of: $0)) }.filter { $0.1 > 0 }
        let silent = [(known, "known"), (ignored, "ignored")].filter { $0.0 > 0 }.map { "\($0.0.grouped) \($0.1)" }
        let all = "\(files.count.grouped) \(files.count == 1 ? "file" : "files")"
        let reported: String
        if found.isEmpty {
            let entries = files.reduce(0) { $0 + $1.entries }
            reported = "no findings in \(all), \(entries.grouped) \(entries == 1 ? "entry" : "entries")"
        } else {
            let touched = files.count { !$0.isClean }
            let counts = found.map { "\($0.1.grouped) \($0.0.noun(for: $0.1))" }.joined(separator: ", ")
            reported = "\(counts) in \(touched == files.count ? all : "\(touched.grouped) of \(all)")"
        }
        return silent.isEmpty ? reported : "\(reported); \(silent.joined(separator: ", "))"
    }
}

extension CheckResult.File {
    var isClean: Bool { findings.isEmpty && more.isEmpty }
}

extension Severity {
    func noun(for count: Int) -> String { self == .info || count == 1 ? rawValue : rawValue + "s" }
}

extension Int {
    /// The number with commas between thousands.
    package var grouped: String {
        let digits = Array(String(magnitude))
        let groups = stride(from: digits.count % 3 - 3, to: digits.count, by: 3).map { String(digits[Swift.max(0, $0)..<($0 + 3)]) }
        return (self < 0 ? "-" : "") + groups.filter { !$0.isEmpty }.joined(separator: ",")
    }
}
