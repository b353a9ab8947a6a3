import Foundation
import Pipeline
import Testing

@testable import weir

@Suite struct OutputTests {
    init() {
        signal(SIGPIPE, SIG_IGN)
    }

    @Test func aClosedPipeIsTold() throws {
        let pipe = Pipe()
        try pipe.fileHandleForReading.close()
        let output = Output(descriptor: pipe.fileHandleForWriting.fileDescriptor)
        #expect(throws: MachineFailure.closedPipe) { try output.write("nobody reads this") }
    }

    @Test func aFullDiskIsTold() throws {
        let full = try FileHandle(forWritingTo: URL(fileURLWithPath: "/dev/full"))
        #expect(throws: MachineFailure.machine("the output cannot be written: No space left on device")) {
            try Output(descriptor: full.fileDescriptor).write("no room")
        }
    }

    @Test func nothingIsWrittenOfNothing() throws {
        try Output(descriptor: -1).write("")
    }

    /// More than a pipe holds, into a pipe that says so instead of waiting.
    @Test func waitsWhereThePipeIsFull() async throws {
        let pipe = Pipe()
        let descriptor = pipe.fileHandleForWriting.fileDescriptor
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        let bytes = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
        let reader = Task.detached { pipe.fileHandleForReading.readDataToEndOfFile() }
        try Output(descriptor: descriptor).write(bytes)
        try pipe.fileHandleForWriting.close()
        #expect(await reader.value == Data(bytes))
    }
}
