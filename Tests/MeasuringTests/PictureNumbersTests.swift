import Base
import Foundation
import Journals
import TestSupport
import Testing

@testable import Measuring

/// Each picture of a run gets a number, with or without a journal, even if another program changes the journal.
@Suite struct PictureNumbersTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func journal() throws -> Journal { try Journal(folder.path(of: "j").all, .writing) }

    private func keep(_ keys: [PictureKey], asked: Int64, in journal: Journal) throws {
        var writer = journal.writer()
        for key in keys { try writer.record(key, PictureRecord(asked: asked)) }
        try writer.flush()
    }

    private func pictures(_ names: [String]) -> [PictureName] {
        names.map { Array($0.utf8).withUnsafeBufferPointer { PictureName($0) } }
    }

    private static func url(_ number: Int) -> String { "https://shop.example/\(number).jpg" }

    /// Rows name pictures in any order.
    @Test(arguments: 0..<20)
    func agreeWithADictionary(round: Int) throws {
        var seed = Seed.announced(for: "PictureNumbersTests.agreeWithADictionary \(round)")
        let known = Int.random(in: 0...300, using: &seed)
        try keep((0..<known).map { .url(Array(Self.url($0).utf8)) }, asked: 1, in: journal())
        // The journal's record of a file is not used for a row of the same name, since the row may have another root.
        let stamp = FileStamp(device: 1, inode: 2, size: 3, seconds: 4, nanoseconds: 5)
        try keep([.file(Array("/p/0".utf8), stamp)], asked: 1, in: journal())
        let journal = try journal()
        var numbers = PictureNumbers(round == 0 ? nil : try journal.urls())
        let others = round % 4 == 1 ? try self.journal() : nil

        var expected: [String: Int32] = [:]
        var isKnown = round != 0
        var start = 0
        for step in 0..<12 {
            var names = (0..<30).map { Self.url(start + $0) }
            start += 30
            if Bool.random(using: &seed) { names.shuffle(using: &seed) }
            for index in names.indices where Int.random(in: 0..<9, using: &seed) == 0 {
                names[index] = ["/p/0", "x\(step)", Self.url(.random(in: 0...400, using: &seed))].randomElement(using: &seed)!
            }
            let batch = numbers.number(pictures(names))
            var first: [Int32] = []
            for (index, name) in names.enumerated() where expected[name] == nil {
                expected[name] = Int32(expected.count)
                first.append(Int32(index))
            }
            if isKnown {
                #expect(batch.pictures == names.map { expected[$0] }, "\(seed)")
                #expect(batch.newRows == first, "\(seed)")
                for (row, picture) in zip(batch.newRows, batch.known) {
                    let number = names[Int(row)].hasPrefix("https") ? Int(names[Int(row)].dropFirst(21).dropLast(4)) : nil
                    #expect((picture != nil) == (number.map { $0 < known } ?? false), "\(seed)")
                }
            } else {
                // After another program's change the numbers begin anew, so a picture may get a second number.
                #expect(Set(zip(names, batch.pictures).map { "\($0) \($1)" }).count == Set(names).count, "\(seed)")
                #expect(batch.known.allSatisfy { $0 == nil }, "\(seed)")
            }
            #expect(batch.newRows.count == batch.known.count, "\(seed)")
            // Results of the run are recorded between batches.
            try keep([.url(Array(Self.url(start - 3).utf8)), .url(Array(Self.url(start + 7).utf8))], asked: 2, in: journal)
            if let others, step == 5 {
                try keep([.url(Array("https://other.example".utf8))], asked: 3, in: others)
                try keep([.url(Array("https://own.example".utf8))], asked: 3, in: journal)
                isKnown = false
            }
        }
    }

    /// Some pictures are ordered before a row names them. Each is ordered once, and only if no row has named it.
    @Test(arguments: 0..<20)
    func ordersAheadOfTheRows(round: Int) throws {
        var seed = Seed.announced(for: "PictureNumbersTests.ordersAheadOfTheRows \(round)")
        try keep((0..<100).filter { _ in Bool.random(using: &seed) }.map { .url(Array(Self.url($0).utf8)) }, asked: 1, in: journal())
        var numbers = PictureNumbers(round == 0 ? nil : try journal().urls())
        var named: Set<String> = []
        var ahead: [String: Int32] = [:]
        for _ in 0..<30 {
            let names = (0..<20).map { _ in Self.url(.random(in: 0..<200, using: &seed)) }
            if Bool.random(using: &seed) {
                let isNew = names.map { !named.contains($0) && ahead[$0] == nil }
                #expect(numbers.unnamed(pictures(names)).map(\.index) == names.indices.filter { isNew[$0] }, "\(seed)")
                let (indices, first) = numbers.order(pictures(names))
                #expect(Int(first) == ahead.count, "\(seed)")
                for index in names.indices where isNew[index] && ahead[names[index]] == nil { ahead[names[index]] = Int32(ahead.count) }
                #expect(indices.map { ahead[names[$0]] } == indices.indices.map { first + Int32($0) }, "\(seed)")
                #expect(Int(first) + indices.count == ahead.count, "\(seed)")
            } else {
                let batch = numbers.number(pictures(names))
                let new = batch.newRows.map { names[Int($0)] }
                #expect(Set(new) == Set(names).subtracting(named) && Set(new).count == new.count, "\(seed)")
                let expected = new.enumerated().compactMap { index, name in ahead[name].map { "\(index) \($0)" } }
                #expect(batch.ahead.map { "\($0.index) \($0.number)" } == expected, "\(seed)")
                named.formUnion(names)
            }
        }
        #expect(numbers.count == named.count, "\(seed)")
    }
}
