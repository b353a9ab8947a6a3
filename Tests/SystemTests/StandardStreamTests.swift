import Foundation
import TestSupport
import Testing
import WeirSystem

@Suite struct StandardStreamTests {
    init() {
        signal(SIGPIPE, SIG_IGN)
    }

    @Test func aClosedPipeIsTold() throws {
        let pipe = Pipe()
        try pipe.fileHandleForReading.close()
        let output = StandardStream(descriptor: pipe.fileHandleForWriting.fileDescriptor)
        #expect(throws: MachineFailure.closedPipe) { try output.write("nobody reads this") }
    }

    @Test func aFullDiskIsTold() throws {
        let full = try FileHandle(forWritingTo: URL(fileURLWithPath: "/dev/full"))
        #expect(throws: MachineFailure.machine("the output cannot be written: no space left on device")) {
            try StandardStream(descriptor: full.fileDescriptor).write("no room")
        }
    }

    @Test func noBytesNeedNoStream() throws {
        try StandardStream(descriptor: -1).write("")
    }

    /// Writes more than a pipe holds into a non-blocking pipe.
    @Test func waitsWhereThePipeIsFull() throws {
        let pipe = Pipe()
        let descriptor = pipe.fileHandleForWriting.fileDescriptor
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        let bytes = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
        // This needs its own thread: tasks share a few threads, which blocking tests may all hold.
        let received = Locked(Data())
        let isRead = DispatchSemaphore(value: 0)
        Foundation.Thread.detachNewThread {
            let data = pipe.fileHandleForReading.readDataToEndOfFile()
            received.change { $0 = data }
            isRead.signal()
        }
        try StandardStream(descriptor: descriptor).write(bytes)
        try pipe.fileHandleForWriting.close()
        isRead.wait()
        #expect(received.value == Data(bytes))
    }
}
