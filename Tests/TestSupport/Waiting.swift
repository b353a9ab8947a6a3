import Foundation

/// So many seconds are waited for what must come, since a failed test is better than an endless one. A busy machine does not reach it.
public let patience = 300.0

/// Waits for an event by testing for it repeatedly.
public func waitUntil(_ event: String, within seconds: Double = patience, _ hasCome: () throws -> Bool) throws {
    let deadline = Date(timeIntervalSinceNow: seconds)
    while try !hasCome() {
        guard deadline.timeIntervalSinceNow > 0 else { throw SystemError("waiting until \(event)", ETIMEDOUT) }
        usleep(1000)
    }
}
