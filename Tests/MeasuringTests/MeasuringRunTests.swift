import Fetching
import Journals
import TestSupport
import Testing
import WeirBase
import WeirSystem

@testable import Measuring

/// After a run its workers have ended, its results are in the journal, and the lock of the journal is free.
@Suite struct MeasuringRunTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        for side in 1...300 { try folder.add(Bytes("\(side).jpg"), .jpeg(width: UInt16(side), height: 7)) }
    }

    private var plan: MeasuringPlan {
        var plan = MeasuringPlan(fetching: FetchOptions(userAgent: "test"))
        plan.journal = JournalPlan(folder.path(of: "journal").all)
        return plan
    }

    private static let names = (1...300).map { Array("\($0).jpg".utf8) }

    private func remembered() throws -> Int {
        try Journal(folder.path(of: "journal").all, .reading).statistics(at: 0).pictures
    }

    /// Measures the pictures, and returns their results in order; nil for those that had none when the run ended. `onPictures` may
    /// end the run.
    private func measure(
        _ names: [[UInt8]], isVerifying: Bool = false, onPictures: @escaping @Sendable (Int, Cancellation) -> Void = { _, _ in }
    ) throws(MachineFailure) -> [PictureResult?] {
        let found = Locked([PictureResult?](repeating: nil, count: names.count))
        let cancellation = Cancellation()
        var plan = plan
        plan.isVerifying = isVerifying
        let run = try MeasuringRun(plan, below: PictureRoot(Array(folder.path.utf8)), cancellation) { results in
            let count = found.change { found in
                for result in results { found[Int(result.number)] = result }
                return found.count { $0 != nil }
            }
            onPictures(count, cancellation)
        }
        for (number, name) in names.enumerated() {
            var picture = NameBlock()
            name.withUnsafeBufferPointer { picture.append(Int32(number), $0) }
            run.add(picture)
        }
        do throws(MachineFailure) { try run.wait() } catch { #expect(cancellation.reason == error) }
        try run.finish()
        return found.value
    }

    private func widths(_ pictures: some Sequence<PictureResult?>) -> [Int] { pictures.compactMap { $0?.facts?.size.width } }

    @Test func everyPictureOnce() throws {
        #expect(widths(try measure(Self.names)) == Array(1...300))
        #expect(try remembered() == 300)
    }

    /// After a run the next one can use the journal.
    @Test func oneRunAfterTheOther() throws {
        for _ in 0..<2 { _ = try measure(Self.names) }
        #expect(try remembered() == 300)
    }

    @Test func aPictureThatFailsEndsNothing() throws {
        let pictures = try measure([Array("gone.jpg".utf8), Array("../x".utf8)] + Self.names)
        #expect(pictures.prefix(2).map { $0?.failure?.code } == [.notFound, .outsideRoot])
        #expect(widths(pictures) == Array(1...300))
    }

    /// When a run is ended, each thread decodes no more than the picture that it has begun.
    @Test func anEndingBeforeTheLastDecoding() throws {
        let found = Locked(0)
        #expect(throws: MachineFailure.machine("no room")) {
            try measure(Self.names, isVerifying: true) { count, cancellation in
                found.change { $0 = max($0, count) }
                if count >= 20 { cancellation.cancel(.machine("no room")) }
            }
        }
        #expect((20..<20 + availableProcessors).contains(found.value))
    }

    /// A run that is ended reports the first reason, and its journal has the pictures that were measured before that.
    @Test(arguments: [1, 100])
    func anEndingBeforeTheLastPicture(after count: Int) throws {
        #expect(throws: MachineFailure.machine("no room")) {
            try measure(Self.names) { found, cancellation in
                guard found >= count else { return }
                cancellation.cancel(.machine("no room"))
                cancellation.cancel(.machine("later"))
            }
        }
        #expect(try remembered() >= count)
        _ = try RunLock(of: folder.path(of: "journal").all, startedAt: 0)
    }

    /// A file that is no journal is refused before anything is measured.
    @Test func aJournalThatIsNone() throws {
        try folder.add("journal", "somebody's notes, which are no journal")
        #expect(throws: MachineFailure.self) { try measure([]) }
    }
}
