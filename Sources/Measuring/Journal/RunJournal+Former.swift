import Journals
import System

extension RunJournal {
    /// Moves the journal from its earlier place, unless there is one in the new place. The caller has the lock of the new
    /// place.
    static func takeAlong(_ former: [UInt8], to plan: JournalPlan, _ tell: (JournalNotice) -> Void) throws(MachineFailure) {
        switch Journal.former(at: former) {
        case .none: return Journal.removeLeftLock(of: former)
        case .staying(let reason): return tell(.staying(former, reason))
        case .movable: break
        }
        guard Journal.isFree(plan.path) else { return tell(.unused(former, used: plan.path)) }
        let lock: RunLock
        do throws(RunLockFailure) {
            // A run of an older weir may be at work there.
            lock = try RunLock(of: former, startedAt: unixSeconds())
        } catch {
            // Runs wait for the lock of the new place only.
            var plan = plan
            plan.waiting = nil
            throw MachineFailure(error, of: former, plan)
        }
        do throws(JournalFailure) {
            // A copy on another disk gets the mode of the empty file that it replaces.
            try Journal.makePrivate(plan.path)
            try Journal.move(former, to: plan.path, lock)
        } catch {
            throw MachineFailure(error, plan.withoutIt)
        }
        tell(.moved(from: former, to: plan.path))
    }
}
