import Base
import System

/// A snapshot on its way into a table: while SQLite reads a blob, another thread takes the one before
/// it apart.
final class SnapshotUnpacking: Sendable {
    private struct State {
        /// nil once a blob turned out to be none of a snapshot.
        var table: LoadedTable?
        var last: Int64?
        var changed: ArraySlice<Int64>
    }

    private let blobs = BoundedQueue<[UInt8]>(mostWaiting: 16)
    private let state: Locked<State>
    private let thread: Locked<Thread?>

    /// So many pictures are to come. Of those whose rows have changed, by their ids in order, nothing is taken.
    init(of count: Int, _ hash: NameHash, butFor changed: [Int64]) {
        let (blobs, state) = (blobs, Locked(State(table: LoadedTable(hash), changed: changed[...])))
        state.change { $0.table?.known.reserve(count) }
        self.state = state
        thread = Locked(
            Thread {
                while let some = blobs.take() {
                    for blob in some { blob.withUnsafeBytes { Self.unpack($0, into: state) } }
                }
            })
    }

    deinit { end() }

    func take(_ blob: UnsafeRawBufferPointer) {
        // Where the system has no more threads, alone.
        if thread.read({ $0 == nil }) { Self.unpack(blob, into: state) } else { blobs.give([Array(blob)]) }
    }

    /// The table, once all blobs are in it; nil where one is none of a snapshot.
    func finish() -> LoadedTable? {
        end()
        return state.change { $0.table.take() }
    }

    private func end() {
        blobs.close()
        thread.change { $0.take() }?.join()
    }

    private static func unpack(_ blob: UnsafeRawBufferPointer, into state: Locked<State>) {
        state.change { state in
            if state.table?.known.add(packed: blob, after: &state.last, butFor: &state.changed) == false { state.table = nil }
        }
    }
}
