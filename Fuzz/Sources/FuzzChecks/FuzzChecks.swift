import Fuzzing

/// The fuzzers of what reads manifests and configurations to check them. They are a program of their own, because the checks
/// take longer to build than all readers.
@main
struct FuzzChecks {
    static func main() {
        fuzz([
            ("Manifest", { checkManifest($0) }),
            ("Configuration", { checkConfiguration($0) }),
        ])
    }
}
