import Glibc

/// A thread that runs one closure.
package struct Thread: Sendable {
    private let handle: pthread_t

    private final class Body {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// nil, with errno, if the system cannot start a thread.
    package init?(_ body: @escaping @Sendable () -> Void) {
        let context = Unmanaged.passRetained(Body(body))
        var handle = pthread_t()
        let status = pthread_create(
            &handle, nil,
            { context in
                guard let context else { return nil }
                Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
                return nil
            }, context.toOpaque())
        guard status == 0 else {
            context.release()
            errno = status
            return nil
        }
        self.handle = handle
    }

    package func join() { pthread_join(handle, nil) }
}

/// Works on each item, on a thread for each processor, and returns the results in the order of the items. Throws once a signal has
/// come.
package func mapInParallel<Item: Sendable, Result: Sendable>(
    _ items: [Item], until signals: TerminationSignals? = nil, _ work: @escaping @Sendable (Item) -> Result
) throws(MachineFailure) -> [Result] {
    let progress = Locked((next: 0, results: [Result?](repeating: nil, count: items.count)))
    let body = { @Sendable in
        while true {
            let index = progress.change { progress in
                defer { progress.next += 1 }
                return progress.next
            }
            do throws(MachineFailure) { try signals?.check() } catch { return }
            guard index < items.count else { return }
            let result = work(items[index])
            progress.change { $0.results[index] = result }
        }
    }
    // The calling thread works too, and works alone if the system has no more threads.
    let threads = (1..<max(1, min(availableProcessors, items.count))).compactMap { _ in Thread(body) }
    body()
    for thread in threads { thread.join() }
    try signals?.check()
    return progress.value.results.compactMap { $0 }
}
