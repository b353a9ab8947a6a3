import Glibc
import WeirSystem

/// The threads of a lane, one for each processor. They start with the lane's first work.
final class LaneThreads: Sendable {
    private let threads = Locked<[Thread]?>(nil)

    /// Has each thread do `work`, unless the threads have begun before. `purpose` stands in the message if the system has no thread.
    func begin(to purpose: String, of run: MeasuringRun, _ work: @escaping @Sendable () -> Void) {
        threads.change { threads in
            guard threads == nil else { return }
            threads = (0..<availableProcessors).compactMap { _ in Thread(work) }
            // Without a thread nothing would ever be done.
            if threads?.isEmpty == true {
                run.cancellation.cancel(.machine("the system has no thread to \(purpose) with: \(errorText(errno))"))
            }
        }
    }

    /// Returns when all threads have ended.
    func join() { for thread in threads.change({ $0.take() }) ?? [] { thread.join() } }
}
