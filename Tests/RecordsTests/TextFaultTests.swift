import Testing
import WeirRecords

/// Texts that a manifest cannot have (XML 1.0, 2.2).
@Suite struct TextFaultTests {
    @Test(
        arguments: [
            ([], nil), ([0x09, 0x0A, 0x0D, 0x20, 0x7E, 0x7F], nil), ([0x08], .control), ([0x0B], .control), ([0x0C], .control),
            ([0x0E], .control), ([0x1F], .control),
            ([0], .control), ([0x80], .encoding), ([0xBF], .encoding), ([0xC2, 0x80], nil), ([0xC2], .encoding), ([0xC2, 0x41], .encoding),
            ([0xFF], .encoding),
            ([0xEF, 0xBF, 0xBD], nil), ([0xEF, 0xBF, 0xBE], .noncharacter), ([0xEF, 0xBF, 0xBF], .noncharacter), ([0xEF, 0xBE, 0xBF], nil),
            ([0xEE, 0xBF, 0xBF], nil),
            ([0xF0, 0x9F, 0x98, 0x80], nil), ([0xF0, 0x9F, 0x98], .encoding), ([0xED, 0xA0, 0x80], .encoding), ([0xC0, 0x80], .encoding),
            ([0xF4, 0x90, 0x80, 0x80], .encoding),
        ] as [([UInt8], TextFault?)])
    func faults(_ bytes: [UInt8], _ fault: TextFault?) {
        // At any position, since eight bytes are looked at together.
        for before in [0, 1, 5, 7, 8, 9, 16, 23] {
            for behind in [0, 1, 7, 8, 20] {
                let text = Array(repeating: UInt8(ascii: "a"), count: before) + bytes + Array(repeating: UInt8(ascii: "b"), count: behind)
                #expect(text.withUnsafeBufferPointer { TextFault(in: $0) } == fault, "\(before) \(behind)")
            }
        }
    }
}
