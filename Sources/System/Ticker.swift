/// Calls a closure at regular intervals, on a thread of its own. Without a thread, it is never called.
package final class Ticker: Sendable {
    private let isStopped = Locked(false)
    private let thread: Locked<Thread?>

    package init(every seconds: Double, _ tick: @escaping @Sendable () -> Void) {
        thread = Locked(
            Thread { [isStopped] in
                while !isStopped.wait(atMost: seconds, until: { $0 }) { tick() }
            })
    }

    deinit { stop() }

    /// Returns when the closure runs no more.
    package func stop() {
        isStopped.announce { $0 = true }
        thread.change { $0.take() }?.join()
    }
}
