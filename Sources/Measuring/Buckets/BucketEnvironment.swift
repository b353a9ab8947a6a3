import Glibc

/// The variables of the environment that say how object stores are asked.
public struct BucketEnvironment: Sendable {
    private let value: @Sendable (String) -> String?

    public init(_ value: @escaping @Sendable (String) -> String?) { self.value = value }

    /// The environment of this process.
    public static let process = BucketEnvironment { name in getenv(name).map { String(cString: $0) } }

    /// A variable that is not empty.
    subscript(name: String) -> String? { value(name).flatMap { $0.isEmpty ? nil : $0 } }
}
