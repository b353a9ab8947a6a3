import Glibc

/// The variables of the environment that say how object stores are asked.
struct BucketEnvironment: Sendable {
    /// A variable that is not empty.
    subscript(name: String) -> String? {
        guard let value = getenv(name), value.pointee != 0 else { return nil }
        return String(cString: value)
    }
}
