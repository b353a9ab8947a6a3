import Encodings
import Threads

/// A snapshot on its way into a table: while SQLite reads a blob, another thread takes the one before
/// it apart.
final class SnapshotUnpacking: Sendable {
    private struct Waiting {
        var blobs: [[UInt8]] = []
        var isComplete = false
    }

    private let waiting = Monitor(Waiting())
    private let unpacked: Unpacked
    private let thread = Monitor<Thread?>(nil)

    private static let mostWaiting = 16

    /// So many pictures are to come. Of those that have changed, by the ids of their rows, nothing is taken.
    init(of count: Int, _ hash: NameHash, butFor isChanged: [Bool]) {
        unpacked = Unpacked(LoadedTable(hash), isChanged)
        unpacked.table.change { $0?.known.reserve(count) }
        thread.change { [waiting, unpacked] thread in
            thread = Thread {
                var isComplete = false
                while !isComplete {
                    let now = waiting.wait(until: { $0.isComplete || !$0.blobs.isEmpty }) { waiting in
                        defer { waiting.blobs = [] }
                        return waiting
                    }
                    // Whoever waited for room has it now.
                    waiting.announce { _ in }
                    for blob in now.blobs { blob.withUnsafeBytes { unpacked.add($0) } }
                    isComplete = now.isComplete
                }
            }
        }
    }

    deinit { end() }

    func take(_ blob: UnsafeRawBufferPointer) {
        guard thread.read({ $0 != nil }) else { return unpacked.add(blob) }
        let bytes = Array(blob)
        waiting.wait(until: { $0.blobs.count < Self.mostWaiting }) { $0.blobs.append(bytes) }
        waiting.announce { _ in }
    }

    /// The table, once all blobs are in it; nil where one is none of a snapshot.
    func finish() -> LoadedTable? {
        end()
        return unpacked.table.change { $0.take() }
    }

    private func end() {
        waiting.announce { $0.isComplete = true }
        thread.change { $0.take() }?.join()
    }

    private final class Unpacked: Sendable {
        let table: Monitor<LoadedTable?>
        private let isChanged: [Bool]

        init(_ table: LoadedTable, _ isChanged: [Bool]) {
            self.table = Monitor(table)
            self.isChanged = isChanged
        }

        func add(_ blob: UnsafeRawBufferPointer) {
            table.change { table in
                if table?.known.add(packed: blob, butFor: isChanged) == false { table = nil }
            }
        }
    }
}
