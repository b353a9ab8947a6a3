import Base
import Fetching
import System

/// A picture of the network whose header is known, and whose pixels are wanted.
struct RemotePixels: Sendable {
    let url: [UInt8]
    /// The URL to which the picture has moved, if it may be asked for there.
    let movedTo: [UInt8]?
    let facts: PictureFacts
}

/// Fetches pictures for their pixels, into memory. All threads together hold only so many bytes: pictures are ordered in groups
/// when there is room for them.
struct PixelFetch {
    private let run: MeasuringRun

    init(_ run: MeasuringRun) { self.run = run }

    private struct Group {
        let range: Range<Int>
        let room: Int
        let stores: [PixelStore]
        let pending: PendingPictures
    }

    /// The most that all threads hold, and the most of one group. A larger picture is fetched alone.
    static let room = 32 << 20
    private static let groupRoom = 8 << 20
    /// The room for a picture whose server does not tell its length.
    private static let usualRoom = 4 << 20

    /// Calls `take` with the bytes of some pictures after the others. While it works, the next ones are on their way.
    func fetch(
        _ pictures: [RemotePixels], _ willWait: () -> Void, _ take: (Range<Int>, [Result<[UInt8], Failure>]) -> Void
    ) {
        var begun = begin(pictures, from: 0) { room in
            guard !run.pixelRoom.take(room, waits: false) else { return true }
            willWait()
            return run.pixelRoom.take(room, waits: true)
        }
        while let group = begun {
            let outcomes = group.pending.wait(willWait)
            begun = begin(pictures, from: group.range.upperBound) { run.pixelRoom.take($0, waits: false) }
            take(group.range, zip(group.stores, outcomes).map { store, outcome in outcome.result.map { _ in store.content } })
            run.pixelRoom.giveBack(group.room)
            if begun == nil { begun = begin(pictures, from: group.range.upperBound) { run.pixelRoom.take($0, waits: true) } }
        }
    }

    /// Orders the next pictures; nil if there are none, or no room for them.
    private func begin(_ pictures: [RemotePixels], from start: Int, _ take: (Int) -> Bool) -> Group? {
        guard start < pictures.count else { return nil }
        var (end, room) = (start, 0)
        while end < pictures.count {
            let more = min(most(of: pictures[end]), PixelFetch.room)
            if end > start, room + more > PixelFetch.groupRoom { break }
            room += more
            end += 1
        }
        guard take(room) else { return nil }
        let some = pictures[start..<end]
        let stores = some.map { PixelStore($0.facts, most: most(of: $0), limits: run.plan.fetching.headers) }
        let pending = run.remote.fetch(some.map(\.url), at: some.map(\.movedTo), into: stores)
        return Group(range: start..<end, room: room, stores: stores, pending: pending)
    }

    private func most(of picture: RemotePixels) -> Int {
        picture.facts.bytes > 0 ? Int(clamping: picture.facts.bytes) : PixelFetch.usualRoom
    }
}
