import Foundation

/// Waits for an event by testing for it repeatedly.
public func waitUntil(_ event: String, within seconds: Double = 60, _ hasCome: () throws -> Bool) throws {
    let deadline = Date(timeIntervalSinceNow: seconds)
    while try !hasCome() {
        guard deadline.timeIntervalSinceNow > 0 else { throw SystemError("waiting until \(event)", ETIMEDOUT) }
        usleep(1000)
    }
}
