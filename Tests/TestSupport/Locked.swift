import Foundation

/// A value behind a lock that the thread sanitizer knows; that of `Synchronization.Mutex` it
/// does not, and reports races that are none.
///
/// `@unchecked Sendable`: the value is touched only between lock and unlock.
public final class Locked<Value>: @unchecked Sendable {
    private let lock = NSLock()
    private var guarded: Value

    public init(_ value: Value) { guarded = value }

    public var value: Value { lock.withLock { guarded } }

    public func change<Result>(_ body: (inout Value) -> Result) -> Result { lock.withLock { body(&guarded) } }
}
