import Foundation
import TestSupport
import Testing
import WeirBase
import WeirSystem

/// Every way to tell something makes it visible, and text alone cannot begin a line.
@Suite struct MessageStreamTests {
    private func reported(_ tell: (MessageStream) -> Void) throws -> String {
        let pipe = Pipe()
        tell(MessageStream(descriptor: pipe.fileHandleForWriting.fileDescriptor))
        try pipe.fileHandleForWriting.close()
        return String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    }

    @Test func aMessageIsOneLine() throws {
        #expect(try reported { $0.report("a\u{1B}[2J\nweir: b\u{202E}") } == "a<U+001B>[2J<U+000A>weir: b<U+202E>\n")
    }

    @Test func linesStayLines() throws {
        #expect(try reported { $0.report(lines: "a\u{9B}\n\r\u{2028}é\n") } == "a<U+009B>\n<U+000D><U+2028>é\n")
        #expect(
            try reported { stream in
                var lines = ByteBuffer()
                for byte in [0x61, 0xFF, 0x9B, 0x7F, 0x0A] as [UInt8] { lines.append(byte) }
                stream.report(lines: lines)
            } == "a\u{FFFD}\u{FFFD}<U+007F>\n")
    }

    @Test func progressControlsItsLineOnly() throws {
        #expect(try reported { $0.report(progress: "1\u{1B}[A\r") } == "\r1<U+001B>[A<U+000D>\u{1B}[K")
        #expect(try reported { $0.endProgress() } == "\r\u{1B}[K")
    }
}
