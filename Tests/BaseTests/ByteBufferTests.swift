import TestSupport
import Testing
import WeirBase

@Suite struct ByteBufferTests {
    /// The least and the greatest number of each count of digits.
    static let integers: [Int] = {
        var integers: [Int] = [Int.min, Int.min + 1, Int.max - 1, Int.max]
        var power = 1
        for _ in 0...18 {
            integers += [power - 1, power, power + 1, -power, 1 - power]
            power = power.multipliedReportingOverflow(by: 10).partialValue
        }
        return integers
    }()

    @Test(arguments: integers)
    func integer(_ number: Int) {
        #expect(text { $0.append(number) } == String(number))
        // The number follows other bytes, and the buffer may be full before or after the number.
        for filled in 40..<65 {
            let before = String(repeating: "x", count: filled)
            #expect(
                text {
                    $0.append(before)
                    $0.append(number)
                    $0.append("y")
                } == "\(before)\(number)y")
        }
    }

    @Test func integersOfEveryLength() {
        var seed = Seed.announced(for: "integersOfEveryLength")
        for bits in 0..<64 {
            for _ in 0..<20 {
                let number = Int(bitPattern: UInt(seed.next() >> UInt64(bits)))
                #expect(text { $0.append(number) } == String(number), "\(seed)")
            }
        }
    }

    @Test func bigEndian() {
        #expect(written { $0.append(bigEndian: 0x0102_0304_0506_0708) } == [1, 2, 3, 4, 5, 6, 7, 8])
        #expect(written { $0.append(bigEndian: 0x0102_0304_0506_0708, count: 3) } == [6, 7, 8])
        #expect(written { $0.append(bigEndian: .max, count: 0) } == [])
    }

    @Test func everyKindOfPiece() {
        let bytes: [UInt8] = [0, 0xFF, 0x80]
        let all = written { output in
            output.append(UInt8(ascii: "a"))
            output.append(bytes)
            bytes.withUnsafeBufferPointer { output.append($0) }
            bytes.withUnsafeBytes { output.append($0) }
            output.append("static" as StaticString)
            output.append(String("é"))
            output.append([UInt8]())
            output.append(UnsafeBufferPointer<UInt8>(start: nil, count: 0))
        }
        #expect(all == Array("a".utf8) + bytes + bytes + bytes + Array("staticé".utf8))
    }

    @Test func growsAsOften() {
        let pieces = (0..<2000).map { [UInt8](repeating: UInt8(truncatingIfNeeded: $0), count: $0 % 130) }
        #expect(written { output in for piece in pieces { output.append(piece) } } == pieces.flatMap { $0 })
    }

    @Test func roomIsFilledFromTheFront() {
        let all = written { output in
            output.append("before")
            output.append(atMost: 1000) { room in
                #expect(room.count == 1000)
                room[0] = 1
                room[1] = 2
                return 2
            }
            output.append(atMost: 0) { $0.count }
        }
        #expect(all == Array("before".utf8) + [1, 2])
    }

    @Test func forgets() {
        var output = ByteBuffer()
        output.append("0123456789")
        output.truncate(to: 20)
        #expect(output.count == 10)
        output.truncate(to: 4)
        output.append("x")
        #expect(output.bytes == Array("0123x".utf8))
        output.removeAll()
        #expect(output.count == 0)
        #expect(output.withBytes { $0.count } == 0)
    }
}
