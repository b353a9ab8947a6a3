import Base
import Fetching
import Journals
import System
import TestSupport
import Testing

@testable import Measuring

/// However a run ends, its workers have ended, what it learned is kept, and the lock of its journal is free.
@Suite struct MeasuringRunTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        for side in 1...300 { try folder.add(Bytes("\(side).jpg"), .jpeg(width: side, height: 7)) }
    }

    private var plan: MeasuringPlan {
        var plan = MeasuringPlan(fetching: FetchSettings(userAgent: "test"))
        plan.journal = JournalUse(folder.path(of: "journal").all)
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

    /// The journal of a run that has ended is free for the next one, which opens no file that is as it was.
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

    /// Whatever ends a run, the pictures that were measured before are remembered.
    @Test(arguments: [0, 3])
    func aDeliveryThatFails(deliveries: Int) throws {
        let run = try MeasuringRun(plan)
        let root = try root()
        let failure = MachineFailure.machine("no room")
        var next = 0
        let delivered = Locked(0)
        #expect(throws: failure) {
            try run.run(
                next: { () -> [UInt8]? in
                    defer { next += 1 }
                    return next < Self.names.count ? Self.names[next] : nil
                },
                makeWorker: { PictureMeasurer(run, below: root) },
                work: { (measurer: inout PictureMeasurer, img, willWait) in
                    img.withUnsafeBufferPointer { measurer.measure([$0], knowing: [nil], willWait) }
                },
                deliver: { (_: [MeasuredPicture]) throws(MachineFailure) in
                    let count = delivered.change { count in
                        count += 1
                        return count
                    }
                    if count > deliveries { throw failure }
                })
        }
        #expect(delivered.value == deliveries + 1)
        #expect(try remembered() > deliveries)
    }

    @Test func aSourceThatFails() throws {
        let run = try MeasuringRun(plan)
        let failure = MachineFailure.input("no more")
        #expect(throws: failure) {
            try run.run(
                next: { () throws(MachineFailure) -> Int? in throw failure }, makeWorker: { 0 },
                work: { (_: inout Int, batch: Int, _) in batch }, deliver: { (_: Int) in })
        }
        #expect(try remembered() == 0)
        _ = try RunLock(of: folder.path(of: "journal").all, startedAt: 0)
    }

    /// A journal that is refused is told before anything is measured.
    @Test func aJournalThatIsNone() throws {
        try folder.add("journal", "somebody's notes, which are no journal")
        #expect(throws: MachineFailure.self) { try MeasuringRun(plan) }
    }

    /// Only the network is waited for.
    @Test func filesKeepTheirProcessor() throws {
        let run = try MeasuringRun(plan)
        var measurer = PictureMeasurer(run, below: try root())
        let found = Self.names[0].withUnsafeBufferPointer { name in
            measurer.measure([name], knowing: [nil]) { Issue.record("a file is not waited for") }
        }
        #expect(widths(found) == [1])
    }
}
