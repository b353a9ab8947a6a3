import Glibc
import System

/// The text of all pages in one unnamed file, which is written once and then read page by page.
final class PageSpool {
    let file: Int32
    private let folder: [UInt8]
    private(set) var count = 0

    init(in folder: [UInt8], _ place: OutputFolder) throws(MachineFailure) {
        self.folder = folder
        let (file, hiddenPath) = place.openNewFile(for: Array("pages".utf8)[...])
        guard file >= 0 else { throw .unwritable(folder, errno) }
        self.file = file
        if let hiddenPath { removeFile(hiddenPath) }
    }

    deinit { close(file) }

    func write(_ bytes: UnsafeBufferPointer<UInt8>) throws(MachineFailure) {
        guard writeAll(bytes, to: file) else { throw .unwritable(folder, errno) }
        count += bytes.count
    }

    func read(
        _ range: Range<Int>, _ body: (UnsafeBufferPointer<UInt8>) throws(MachineFailure) -> Void
    ) throws(MachineFailure) {
        var block = [UInt8](repeating: 0, count: min(range.count, 1 << 18))
        var position = range.lowerBound
        while position < range.upperBound {
            let wanted = min(block.count, range.upperBound - position)
            let read = block.withUnsafeMutableBytes { block in
                retryingInterrupts { pread(file, block.baseAddress, wanted, off_t(position)) }
            }
            guard read > 0 else { throw .machine("\(shown(folder)): the pages cannot be read back: \(errorText(errno))") }
            var failure: MachineFailure?
            block.withUnsafeBufferPointer { block in
                do throws(MachineFailure) { try body(UnsafeBufferPointer(rebasing: block[..<read])) } catch { failure = error }
            }
            if let failure { throw failure }
            position += read
        }
    }
}
