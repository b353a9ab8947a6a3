import Fetching
import WeirBase
import WeirSystem

/// Decides when keys that expire are asked for anew. All times are Unix seconds.
struct KeyRenewal: Equatable, Sendable {
    /// The time of the next attempt.
    private(set) var due: Int64
    private let begin: Int64
    private let lifetime: Int64
    /// The seconds for which others are asked for after the store has refused the keys.
    private let patience: Int64
    /// The time from which the keys are of no use.
    private var end: Int64
    private var pause: Int64 = 1

    /// The keys are asked for while a fifth of their lifetime is left, but at most a quarter of an hour and, if they live so long,
    /// five seconds. A clock jumps, so no time is taken as it stands. nil stands for keys that do not say when they expire.
    init(until expiry: Int64?, at now: Int64) {
        (begin, end, lifetime) = (now, expiry ?? .max, expiry.map { max(0, $0 - now) } ?? 0)
        due = end - min(15 * 60, max(lifetime / 5, min(5, lifetime / 2)))
        patience = expiry == nil ? 5 : 60
    }

    /// The store says that the keys have expired. Others are asked for as soon as the last call is not too near, and the keys
    /// count as expired when the patience is at its end. If the clock was set back, the last call counts as one of now.
    mutating func refused(at now: Int64) {
        end = min(end, now + patience)
        due = min(due, max(now, min(begin, now) + min(10, lifetime / 3)))
    }

    /// An attempt has failed. Returns whether the keys are of no use any more; if they are, the last attempt comes at their end.
    mutating func failed(at now: Int64) -> Bool {
        guard now < end else { return true }
        due = min(end, now + pause)
        pause = min(60, pause * 2)
        return false
    }
}

/// Renews the keys of a store on a thread of its own, from the first keys to the end of the run.
final class KeyRenewer: Sendable {
    private let keys: StoreKeys
    private let thread: Thread

    /// `renew` gets other keys, which may take long. `fail` is called once, when the keys have expired and no others can be had.
    /// nil, with errno, if the system cannot start a thread.
    init?(
        of keys: StoreKeys, renew: @escaping @Sendable () throws(MachineFailure) -> SigningKeys,
        fail: @escaping @Sendable (MachineFailure) -> Void
    ) {
        let plan = KeyRenewal(until: keys.keys.expiry, at: unixSeconds())
        guard let thread = Thread({ KeyRenewer.run(plan, keys, renew, fail) }) else { return nil }
        (self.keys, self.thread) = (keys, thread)
    }

    /// Ends the thread. A renewal that is under way has to be ended before.
    func end() {
        keys.end()
        thread.join()
    }

    /// The longest wait between two looks at the clock, which may jump and goes on while the machine sleeps.
    private static let longestWait: Int64 = 30

    private static func run(
        _ plan: KeyRenewal, _ keys: StoreKeys, _ renew: () throws(MachineFailure) -> SigningKeys, _ fail: (MachineFailure) -> Void
    ) {
        var plan = plan
        var isRefused = false
        while true {
            switch keys.wait(atMost: Double(max(0, min(longestWait, plan.due - unixSeconds())))) {
            case .ended: return
            case .refused:
                isRefused = true
                plan.refused(at: unixSeconds())
            case .none: break
            }
            guard unixSeconds() >= plan.due else { continue }
            do throws(MachineFailure) {
                let new = try renew()
                if isRefused, new == keys.keys { throw .input("the same keys come again") }
                keys.replace(by: new)
                plan = KeyRenewal(until: new.expiry, at: unixSeconds())
                isRefused = false
            } catch {
                if plan.failed(at: unixSeconds()) {
                    return fail(.input("the keys for s3: have expired, and there are no others: \(error.message)"))
                }
            }
        }
    }
}
