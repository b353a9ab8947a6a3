import Base
import Glibc
import Reports

/// The environment of a check: variables, the terminal, the working folder and the day.
struct CheckEnvironment {
    /// Whether the check runs in GitHub Actions, which turns workflow commands into annotations.
    let isGitHub: Bool
    let isColoured: Bool
    let paths: ReportPaths
    /// The working folder; nil if it was removed.
    let folder: String?
    /// Today, as `2026-11-21`, in UTC.
    let day: String

    init() {
        isGitHub = environment("GITHUB_ACTIONS") == "true"
        isColoured = isatty(STDOUT_FILENO) == 1 && environment("NO_COLOR") == nil && environment("TERM") != "dumb"
        folder = Self.workingFolder
        paths = ReportPaths(root: environment("GITHUB_WORKSPACE") ?? folder.flatMap(Self.repository) ?? folder, folder: folder)
        day = String(calendarTime(Int64(time(nil))).prefix(10))
    }

    private static var workingFolder: String? {
        guard let path = getcwd(nil, 0) else { return nil }
        defer { free(path) }
        return String(cString: path)
    }

    /// The nearest enclosing folder that is a Git repository.
    private static func repository(around folder: String) -> String? {
        var parts = folder.split(separator: "/")
        while true {
            let path = "/" + parts.joined(separator: "/")
            if access(path + "/.git", F_OK) == 0 { return path }
            if parts.popLast() == nil { return nil }
        }
    }
}
