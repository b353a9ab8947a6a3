import Measuring
import TestSupport
import Testing

@Suite struct PathSourceTests {
    @Test func aBatchHoldsAnyBytes() {
        var list = PathList([Bytes("a").all, [], [0xFF, 0, 0x0A], Bytes("last").all])
        let batch = list.next()
        #expect(batch?.count == 4)
        #expect(batch?.paths == ["a", "", [0xFF, 0, 0x0A], "last"])
    }

    @Test(arguments: [0, 1, 255, 256, 257, 512, 1000])
    func listsComeInBatches(count: Int) throws {
        let paths = (0..<count).map { Bytes("\($0)") }
        var list = PathList(paths.map(\.all))
        let batches = try list.rest()
        #expect(batches.flatMap { $0 } == paths)
        #expect(batches.allSatisfy { (1...256).contains($0.count) })
        #expect(batches.count == (count + 255) / 256)
        #expect(list.next() == nil)
    }

    @Test(
        arguments: [
            ([], []),
            ([[]], []),
            ([["a", "b"]], [["a", "b"]]),
            ([["a"], [], ["b", "c"], []], [["a"], ["b", "c"]]),
            ([[], [], ["a"]], [["a"]]),
        ] as [([[Bytes]], [[Bytes]])])
    func aChainGivesOneAfterTheOther(sources: [[Bytes]], batches: [[Bytes]]) throws {
        var chain = PathChain(sources.map { PathList($0.map(\.all)) })
        #expect(try chain.rest() == batches)
        #expect(try chain.next() == nil)
    }

    @Test func aChainFailsWhereItsSourceDoes() throws {
        var chain = PathChain([PathList([Bytes("a").all]), FailingPaths(batches: [["b"]]), PathList([Bytes("c").all])])
        #expect(try chain.next()?.paths == ["a"])
        #expect(try chain.next()?.paths == ["b"])
        #expect(throws: FailingPaths.failure) { try chain.next() }
    }
}
