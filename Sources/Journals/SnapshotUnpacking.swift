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

    /// So many pictures are to come. Of those whose rows have changed, by their ids in order, nothing is taken.
    init(of count: Int, _ hash: NameHash, butFor changed: [Int64]) {
        unpacked = Unpacked(hash, changed)
        unpacked.reserve(count)
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
        return unpacked.takeTable()
    }

    private func end() {
        waiting.announce { $0.isComplete = true }
        thread.change { $0.take() }?.join()
    }

    private final class Unpacked: Sendable {
        private struct State {
            /// nil once a blob turned out to be none of a snapshot.
            var table: LoadedTable?
            var last: Int64?
            var changed: ArraySlice<Int64>
        }

        private let state: Monitor<State>

        init(_ hash: NameHash, _ changed: [Int64]) { state = Monitor(State(table: LoadedTable(hash), changed: changed[...])) }

        func reserve(_ count: Int) { state.change { $0.table?.known.reserve(count) } }

        func add(_ blob: UnsafeRawBufferPointer) {
            state.change { state in
                if state.table?.known.add(packed: blob, after: &state.last, butFor: &state.changed) == false { state.table = nil }
            }
        }

        func takeTable() -> LoadedTable? { state.change { $0.table.take() } }
    }
}
