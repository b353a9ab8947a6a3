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
        let status = pthread_create(&handle, nil, { context in
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
