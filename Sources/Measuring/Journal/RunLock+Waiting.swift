import Journals
import System

extension RunLock {
    /// Takes the lock of the run's journal. Waits for another run that holds it, as far as the plan wants; reports once
    /// that it waits. Throws once a signal has come.
    static func waitingForTurn(
        _ plan: JournalPlan, _ signals: TerminationSignals?, _ tell: (JournalNotice) -> Void
    ) throws(MachineFailure) -> RunLock {
        let start = monotonicSeconds()
        var pause = shortestPause
        var isReported = false
        var last: RunLockHolder?
        while true {
            do throws(RunLockFailure) {
                return try RunLock(of: plan.path, for: plan.manifest, startedAt: unixSeconds())
            } catch {
                // A run that has just taken the lock may not have replaced the note of the run before. So a note is
                // believed when it is read twice.
                guard case .held(let holder) = error, plan.wait != .never, let signals else {
                    throw MachineFailure(error, of: plan.path, plan)
                }
                if holder == last {
                    let rest = plan.wait.rest(after: monotonicSeconds() - start, isOther: holder.writesOther(than: plan.manifest))
                    guard rest > 0 else { throw MachineFailure(error, of: plan.path, plan) }
                    if !isReported { report(.waiting(for: holder, manifest: plan.manifest)) }
                    isReported = true
                    pause = min(2 * pause, longestPause, rest)
                }
                last = holder
                try signals.pause(pause)
            }
        }
    }

    /// Seconds between two attempts. The pause grows, so that a long wait costs nothing.
    private static let (shortestPause, longestPause) = (0.02, 1.0)
}

extension JournalWait {
    /// The number of seconds for which the run may still wait.
    fileprivate func rest(after waited: Double, isOther: Bool) -> Double {
        switch self {
        case .never: 0
        case .forOtherManifests: isOther ? .infinity : 0
        case .seconds(let limit): limit - waited
        }
    }
}

extension RunLockHolder {
    fileprivate func writesOther(than own: [UInt8]?) -> Bool { manifest != nil && own != nil && manifest != own }
}
