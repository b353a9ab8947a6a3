import CVersions

/// What this program was built from, and what it finds on this machine.
struct Build: Sendable {
    /// The version of Swift's standard library.
    let swift: String
    let clang: String
    let target: String
    let isOptimised: Bool
    /// Whether the program needs no library of the system.
    let isStatic: Bool
    let libraries: [Library]

    struct Library: Sendable {
        let name: String
        let file: String
        let purpose: String
        let isLinked: Bool
        /// Nil if the library is not on this machine.
        let version: String?
    }

    /// The running program. This loads every library that any run may need.
    static var ofThisProgram: Build {
        Build(
            swift: "\(_SwiftStdlibVersion.current)", clang: String(cString: CVersions_clang()), target: String(cString: CVersions_target()),
            isOptimised: isOptimised, isStatic: CVersions_is_static(), libraries: (0..<CVersions_count()).map { Library(CVersions_ask($0)) })
    }

    private static var isOptimised: Bool {
        #if DEBUG
            false
        #else
            true
        #endif
    }
}

extension Build.Library {
    fileprivate init(_ library: CVersions_library) {
        let version = withUnsafeBytes(of: library.version) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        self.init(
            name: String(cString: library.name), file: String(cString: library.file), purpose: String(cString: library.purpose),
            isLinked: library.is_linked, version: version.isEmpty ? nil : version)
    }
}
