import Journals
import WeirBase
import WeirSystem

/// How long a run waits for another run that holds its journal.
package enum JournalWait: Equatable, Sendable {
    case never
    /// Until the other run ends, if that run writes another manifest. A second run for the same manifest would only repeat it.
    case forOtherManifests
    case seconds(Double)
}

/// The journal of a run, and how far the run trusts the sizes in it.
package struct JournalPlan: Equatable, Sendable {
    package var path: [UInt8]
    /// The number of seconds for which the size of a URL is trusted without a request.
    package var maxAge: Int64 = 0
    /// Whether all files are opened and all URLs requested, even if the journal knows them.
    package var refreshes = false
    /// Whether failed pictures are requested at once, and the other known pictures not at all.
    package var retriesFailed = false
    /// How long the run waits for another run that holds the journal.
    package var wait = JournalWait.never
    /// The absolute path of the manifest that the run writes; nil if it writes none.
    package var manifest: [UInt8]?

    package init(_ path: [UInt8]) { self.path = path }

    /// Refuses a path that cannot be that of a journal. Nothing is created.
    package func check() throws(MachineFailure) {
        do throws(JournalFailure) { try Journal.check(path, .writing) } catch { throw MachineFailure(error) }
    }

    /// The journal, and the files that may lie beside it.
    package static func files(of path: [UInt8]) -> [[UInt8]] { ([""] + Journal.companionEndings).map { path + Array($0.utf8) } }
}

extension MachineFailure {
    /// A file that cannot be used as a journal is bad input. A journal that cannot be written is a failure of the
    /// machine. A journal that another program writes may be free a little later.
    package init(_ failure: JournalFailure) {
        let kind: MachineFailureKind =
            switch failure.kind {
            case .missing, .noFolder, .notAFile, .notSQLite, .otherApplication, .foreign, .newerSchema, .damaged: .input
            case .readOnly, .noPermission, .diskFull, .fileTooLarge, .inputOutput, .outOfMemory, .unexpected: .machine
            case .locked: .locked
            }
        self.init(kind: kind, message: failure.reason, advice: failure.advice)
    }

    package init(_ failure: RunLockFailure, of journal: [UInt8]) {
        let kind: MachineFailureKind = if case .held = failure { .locked } else { .machine }
        self.init(kind: kind, message: failure.message(journal), advice: failure.advice)
    }
}

/// News of a journal before a run begins.
package enum JournalNotice: Equatable, Sendable {
    /// The run waits for another run. `manifest` is the one that this run writes.
    case waiting(for: RunLockHolder, manifest: [UInt8]?)
    /// A damaged journal has another name now. `reason` names the journal.
    case setAside([UInt8], reason: String)

    /// One sentence without a full stop.
    package var message: String {
        switch self {
        case .setAside(let path, let reason): "\(reason); it is \(shown(path)) now, and a new journal is begun"
        case .waiting(let holder, let own):
            "waiting for \(holder.manifest.map { "the run that writes \(Self.name(of: $0, besides: own))" } ?? "another run that holds the journal")"
                + holder.note("since")
        }
    }

    /// A manifest in the same folder needs only its name.
    private static func name(of manifest: [UInt8], besides own: [UInt8]?) -> String {
        let isNear = own.map { folder(of: $0) == folder(of: manifest) } ?? false
        return shown(isNear ? Array(manifest.split(separator: UInt8(ascii: "/")).last ?? []) : manifest)
    }
}

extension RunLock {
    /// Takes the lock of the run's journal. Waits for another run that holds it, as far as the plan wants; reports once
    /// that it waits. Throws once a signal has come.
    static func waitingForTurn(
        _ plan: JournalPlan, _ signals: TerminationSignals?, _ onNotice: (JournalNotice) -> Void
    ) throws(MachineFailure) -> RunLock {
        let start = monotonicSeconds()
        /// Since when the run that holds the lock has had no note.
        var unknownSince: Double?
        var pause = shortestPause
        var isReported = false
        while true {
            do throws(RunLockFailure) {
                return try RunLock(of: plan.path, for: plan.manifest, startedAt: unixSeconds())
            } catch {
                guard case .held(let holder) = error, plan.wait != .never, let signals else {
                    throw MachineFailure(error, of: plan.path)
                }
                let now = monotonicSeconds()
                unknownSince = holder.pid == nil ? unknownSince ?? now : nil
                let unknown = unknownSince.map { now - $0 }
                let rest = plan.wait.rest(after: now - start, isOther: holder.writesOther(than: plan.manifest), unknownFor: unknown)
                guard rest > 0 else { throw MachineFailure(error, of: plan.path) }
                if !isReported, unknown ?? .infinity > longestPause {
                    onNotice(.waiting(for: holder, manifest: plan.manifest))
                    isReported = true
                }
                try signals.pause(min(pause, rest))
                pause = min(2 * pause, longestPause)
            }
        }
    }

    /// Seconds between two attempts. The pause grows, so that a long wait costs nothing.
    private static let (shortestPause, longestPause) = (0.02, 1.0)
}

extension JournalWait {
    /// A run writes its note in a moment. A program that holds the lock longer without one is no run of weir.
    private static let notePatience = 5.0

    /// The number of seconds for which the run may still wait.
    fileprivate func rest(after waited: Double, isOther: Bool, unknownFor unknown: Double?) -> Double {
        switch self {
        case .never: 0
        case .forOtherManifests: unknown.map { Self.notePatience - $0 } ?? (isOther ? .infinity : 0)
        case .seconds(let limit): limit - waited
        }
    }
}

extension RunLockHolder {
    fileprivate func writesOther(than own: [UInt8]?) -> Bool { manifest != nil && own != nil && manifest != own }
}
