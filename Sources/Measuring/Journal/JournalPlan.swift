import Journals
import System

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

    /// The advice in messages.
    package let advice: JournalAdvice

    package init(_ path: [UInt8], _ advice: JournalAdvice) {
        self.path = path
        self.advice = advice
    }

    /// Refuses a path that cannot be that of a journal. Nothing is created.
    package func check() throws(MachineFailure) {
        do throws(JournalFailure) { try Journal.check(path, .writing) } catch { throw MachineFailure(error, advice) }
    }

    /// The journal, and the files that may lie beside it.
    package static func files(of path: [UInt8]) -> [[UInt8]] { ([""] + Journal.companionEndings).map { path + Array($0.utf8) } }
}
