import TestSupport
import Testing
import WeirBase
import WeirSystem

@testable import Measuring

/// Answers go out in the order of the rows, each as soon as it and those before it are there.
@Suite struct PictureWindowTests {
    private static func result(_ number: Int32) -> PictureResult {
        PictureResult(Failure(.notFound, "\(number)"), of: Picture(number, []))
    }

    @Test(arguments: 0..<10)
    func inOrder(round: Int) throws {
        var seed = Seed.announced(for: "PictureWindowTests.inOrder \(round)")
        let window = PictureWindow<Int>(most: .max, Cancellation())
        var waiting: [Int32] = []
        var (written, numbers) = ([String](), 0)
        let counts = (0..<60).map { _ in Int.random(in: 0...5, using: &seed) }
        var batches = counts.enumerated().makeIterator()
        while true {
            if Bool.random(using: &seed) || waiting.isEmpty {
                guard let (batch, count) = batches.next() else { break }
                let first = try #require(window.append(batch, pictures: count, size: 1))
                waiting += (0..<count).map { first + Int32($0) }
                numbers += count
            } else {
                let number = waiting.remove(at: .random(in: waiting.indices, using: &seed))
                window.finish([Self.result(number)])
            }
        }
        window.finish(waiting.map { Self.result($0) })
        window.close()
        var ended: [Int] = []
        while let answers = try window.next({ () throws(MachineFailure) in }) {
            #expect(answers.range.count == answers.results.count, "\(seed)")
            written += answers.results.map { $0.failure?.message ?? "" }
            if answers.isLast { ended.append(answers.batch) }
        }
        #expect(written == (0..<numbers).map { "\($0)" }, "\(seed)")
        #expect(ended == Array(counts.indices), "\(seed)")
    }

    /// A row is answered while others of its batch are awaited.
    @Test func beforeTheOthers() throws {
        let window = PictureWindow<String>(most: 10, Cancellation())
        _ = window.append("a", pictures: 3, size: 3)
        window.finish([Self.result(1), Self.result(0)])
        let answers = try #require(try window.next({ () throws(MachineFailure) in }))
        #expect(answers.range == 0..<2 && !answers.isLast)
        window.finish([Self.result(2)])
        #expect(try window.next({ () throws(MachineFailure) in })?.range == 2..<3)
    }

    /// Whoever waits learns that the run has ended.
    @Test func theEnd() throws {
        let cancellation = Cancellation()
        let window = PictureWindow<String>(most: 1, cancellation)
        _ = window.append("a", pictures: 1, size: 1)
        let thread = Thread { cancellation.cancel(.closedPipe) }
        #expect(window.append("b", pictures: 1, size: 1) == nil)
        #expect(try window.next({ () throws(MachineFailure) in }) == nil)
        thread?.join()
    }
}
