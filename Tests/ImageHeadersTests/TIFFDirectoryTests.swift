import ImageHeaders
import TestSupport
import Testing
import WeirBase

/// The directories of a TIFF behind the first one, and the values of their entries.
@Suite struct TIFFDirectoryTests {
    /// The tags of each directory, and where the values of each entry are; "corrupt" and "missing" end it.
    private func walk(_ file: Bytes, end: UInt64 = UInt64(Int64.max)) -> String {
        file.all.withUnsafeBytes { bytes in
            let window = ByteWindow(bytes: bytes, offset: 0)
            var directory = TIFFDirectory(at: 0, end: end)
            var lines: [String] = []
            do throws(HeaderStop) {
                repeat {
                    var words: [String] = []
                    while let entry = try directory.next(in: window) {
                        let values = try directory.values(of: entry, in: window)
                        words.append("\(entry.tag) at \(values.start)+\(values.length)")
                    }
                    lines.append(words.joined(separator: ", "))
                } while try directory.advance(in: window)
            } catch {
                switch error {
                case .failed(let failure): lines.append(failure.code.rawValue)
                case .needs: lines.append("missing")
                }
            }
            return lines.joined(separator: "; ")
        }
    }

    /// A directory behind the header, and the offset of the next one.
    private static func tiff(_ entries: Bytes..., next: UInt32 = 0) -> Bytes {
        Bytes("II") + [42, 0, 8, 0, 0, 0] + .little(UInt16(entries.count)) + entries.reduce([], +) + .little(next)
    }

    private static func big(count: UInt64, type: UInt16, next: UInt64 = 0) -> Bytes {
        Bytes("II") + [43, 0, 8, 0, 0, 0] + .little(UInt64(16)) + .little(UInt64(1)) + .little(UInt16(273)) + .little(type) + .little(count)
            + .little(UInt64(500)) + .little(next)
    }

    private static let second = Bytes.little(UInt16(1)) + .entry(279, type: 4, value: 7) + .little(UInt32(0))

    @Test(
        arguments: [
            (tiff(.entry(273, type: 4, value: 9)), "273 at 18+4"),
            (tiff(.entry(273, type: 4, count: 2, value: 500)), "273 at 500+8"),
            (tiff(.entry(273, type: 3, count: 2, value: 500)), "273 at 18+4"),
            (tiff(.entry(273, type: 1, count: 5, value: 500)), "273 at 500+5"),
            (tiff(.entry(273, type: 99, count: 5, value: 500)), "273 at 18+0"),
            (tiff(.entry(273, type: 4, value: 9), .entry(279, type: 5, value: 90)), "273 at 18+4, 279 at 90+8"),
            (big(count: 1, type: 16), "273 at 36+8"), (big(count: 2, type: 4), "273 at 36+8"), (big(count: 3, type: 4), "273 at 500+12"),
            (big(count: 1 << 62, type: 16), "273 at 500+\(UInt64.max)"),
            (tiff(.entry(273, type: 4, value: 9), next: 26) + second, "273 at 18+4; 279 at 36+4"),
            (big(count: 1, type: 16, next: 52) + .little(UInt64(0)) + .little(UInt64(0)), "273 at 36+8; "),
            (tiff(next: 40), "; missing"), (big(count: 1, type: 16, next: UInt64(Int64.max)), "273 at 36+8; corrupt"),
            (big(count: 1, type: 16, next: .max), "273 at 36+8; corrupt"),
        ] as [(Bytes, String)])
    func directories(file: Bytes, expected: String) { #expect(walk(file) == expected) }

    /// The end that is known limits each part of a directory.
    @Test(
        arguments: [(7, "corrupt"), (8, "corrupt"), (9, "corrupt"), (10, "corrupt"), (21, "corrupt"), (22, "273 at 18+4")]
            as [(UInt64, String)])
    func ends(end: UInt64, expected: String) { #expect(walk(Self.tiff(.entry(273, type: 4, value: 9)), end: end) == expected) }

    @Test func noEntries() {
        #expect(walk(Self.tiff(), end: 10) == "")
        #expect(walk(Self.tiff(), end: 9) == "corrupt")
    }
}
