import Base
import Fetching
import Journals
import System
import TestSupport
import Testing

@testable import Measuring

/// After a run its workers have ended, its results are in the journal, and the lock of the journal is free.
@Suite struct MeasuringRunTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        for side in 1...300 { try folder.add(Bytes("\(side).jpg"), .jpeg(width: UInt16(side), height: 7)) }
    }

    private var plan: MeasuringPlan {
        var plan = MeasuringPlan(fetching: FetchSettings(userAgent: "test"))
        plan.journal = JournalPlan(folder.path(of: "journal").all)
        return plan
    }

    private static let names = (1...300).map { Array("\($0).jpg".utf8) }

    private func root() throws -> PictureRoot { try PictureRoot(Array(folder.path.utf8)) }

    private func remembered() throws -> Int {
        try Journal(folder.path(of: "journal").all, .reading).statistics(at: 0).pictures
    }

    private func widths(_ pictures: [MeasuredPicture]) -> [Int] {
        pictures.compactMap { if case .success(let facts) = $0.result { facts.size.width } else { nil } }
    }

    @Test func everyPictureInItsOrder() throws {
        let pictures = try MeasuringRun(plan).measure(Self.names, below: root())
        #expect(widths(pictures) == Array(1...300))
        #expect(try remembered() == 300)
    }

    /// After a run the next one can use the journal.
    @Test func oneRunAfterTheOther() throws {
        for _ in 0..<2 { _ = try MeasuringRun(plan).measure(Self.names, below: root()) }
        #expect(try remembered() == 300)
    }

    @Test func aPictureThatFailsEndsNothing() throws {
        let pictures = try MeasuringRun(plan).measure([Array("gone.jpg".utf8), Array("../x".utf8)] + Self.names, below: root())
        let codes = pictures.prefix(2).map { if case .failure(let failure) = $0.result { failure.code } else { nil as Failure.Code? } }
        #expect(codes == [.notFound, .outsideRoot])
        #expect(widths(pictures) == Array(1...300))
    }

    /// The journal of a failed run has the pictures that were measured before the failure.
    @Test(arguments: [0, 3])
    func aDeliveryThatFails(deliveries: Int) throws {
        let failure = MachineFailure.machine("no room")
        let delivered = Locked(0)
        let thrown = failureOfRun(over: Self.names) { () throws(MachineFailure) in
            let count = delivered.change { count in
                count += 1
                return count
            }
            if count > deliveries { throw failure }
        }
        #expect(thrown == failure)
        #expect(delivered.value == deliveries + 1)
        #expect(try remembered() > deliveries)
    }

    @Test func aSourceThatFails() throws {
        let failure = MachineFailure.input("no more")
        let thrown = failureOfRun(over: [], then: failure) {}
        #expect(thrown == failure)
        #expect(try remembered() == 0)
        _ = try RunLock(of: folder.path(of: "journal").all, startedAt: 0)
    }

    /// Measures pictures one by one, and returns the error of the run.
    private func failureOfRun(
        over imgs: [[UInt8]], then end: MachineFailure? = nil, deliver: @escaping @Sendable () throws(MachineFailure) -> Void
    ) -> MachineFailure? {
        do throws(MachineFailure) {
            let run = try MeasuringRun(plan)
            let root = try PictureRoot(Array(folder.path.utf8))
            var rest = imgs[...]
            try run.run(
                next: { () throws(MachineFailure) -> [UInt8]? in
                    if rest.isEmpty, let end { throw end }
                    return rest.popFirst()
                },
                makeWorker: { PictureMeasurer(run, below: root) },
                work: { (measurer: inout PictureMeasurer, img, willWait) in
                    img.withUnsafeBufferPointer { measurer.measure([$0], knowing: [nil], willWait) }
                },
                deliver: { (_: [MeasuredPicture]) throws(MachineFailure) in try deliver() })
            return nil
        } catch {
            return error
        }
    }

    /// A file that is no journal is refused before anything is measured.
    @Test func aJournalThatIsNone() throws {
        try folder.add("journal", "somebody's notes, which are no journal")
        #expect(throws: MachineFailure.self) { try MeasuringRun(plan) }
    }

    /// A worker does not wait for files, so no thread is added.
    @Test func filesKeepTheirProcessor() throws {
        let run = try MeasuringRun(plan)
        var measurer = PictureMeasurer(run, below: try root())
        let found = Self.names[0].withUnsafeBufferPointer { name in
            measurer.measure([name], knowing: [nil]) { Issue.record("a file is not waited for") }
        }
        #expect(widths(found) == [1])
    }
}
