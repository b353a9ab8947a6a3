import Ingest

extension IngestGate {
    /// The option that sets the gate.
    public var option: String {
        switch self {
        case .failures: "max-failures"
        case .removed: "max-removed"
        case .empty: "allow-empty"
        }
    }
}
