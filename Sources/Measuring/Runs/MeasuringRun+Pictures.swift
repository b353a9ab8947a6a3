import System

extension MeasuringRun {
    /// The number of pictures that a thread takes at once.
    private static let batchSize = 64

    /// Measures each of these pictures once, and returns them in their order.
    package func measure(_ imgs: [[UInt8]], below root: PictureRoot) throws(MachineFailure) -> [MeasuredPicture] {
        let found = Locked<[MeasuredPicture]>([])
        var next = 0
        try run(
            next: { () -> ArraySlice<[UInt8]>? in
                guard next < imgs.count else { return nil }
                defer { next = min(imgs.count, next + Self.batchSize) }
                return imgs[next...].prefix(Self.batchSize)
            },
            makeWorker: { PictureMeasurer(self, below: root) },
            work: { (measurer: inout PictureMeasurer, batch, willWait) in
                batch.withBuffers { imgs in measurer.measure(imgs, knowing: imgs.map { _ in nil }, willWait) }
            },
            deliver: { (batch: [MeasuredPicture]) in found.change { $0 += batch } })
        return found.value
    }
}

extension ArraySlice<[UInt8]> {
    /// Gives access to all texts at once.
    fileprivate func withBuffers<Result>(_ body: ([UnsafeBufferPointer<UInt8>]) -> Result) -> Result {
        let bytes = flatMap { $0 }
        return bytes.withUnsafeBufferPointer { buffer in
            var start = 0
            return body(
                map { text in
                    defer { start += text.count }
                    return UnsafeBufferPointer(rebasing: buffer[start..<start + text.count])
                })
        }
    }
}
