import Base
import Fetching
import ImageHeaders

/// Measures the pictures that paths name: files, or pictures of the network. Nothing is stored.
public struct PathMeasurer: ~Copyable {
    private var probe: FileProbe
    private let remote: RemotePictures

    public init(_ run: MeasuringRun) {
        probe = FileProbe(limits: run.plan.fetching.headers)
        remote = run.remote
    }

    /// Calls `body` with each path, in a form that may be shown, and its result. `willWait` is called before waiting
    /// for the network.
    public mutating func measure(
        _ batch: PathBatch, _ willWait: () -> Void, _ body: (UnsafeBufferPointer<UInt8>, Result<ImageHeader, Failure>) -> Void
    ) {
        // The network works while files are read.
        let pending = remote.fetch(batch.urls)
        var fetched: IndexingIterator<[FetchOutcome]>?
        batch.forEach { path in
            guard PictureReference.isURL(path) else { return body(path, probe.header(of: path)) }
            if fetched == nil { fetched = pending.wait(willWait).makeIterator() }
            let outcome = fetched?.next() ?? FetchOutcome(Failure(.cancelled))
            guard path.contains(UInt8(ascii: "@")) else { return body(path, outcome.header) }
            withoutCredentials(Array(path)).withUnsafeBufferPointer { body($0, outcome.header) }
        }
    }
}

extension FetchOutcome {
    /// The header of a picture that was requested without validators.
    fileprivate var header: Result<ImageHeader, Failure> {
        switch result {
        case .success(.picture(let picture)): .success(picture.header)
        case .success(.unchanged): .failure(Failure(.httpStatus))
        case .failure(let failure): .failure(failure)
        }
    }
}

extension PathBatch {
    fileprivate var urls: [[UInt8]] {
        var urls: [[UInt8]] = []
        forEach { if PictureReference.isURL($0) { urls.append(Array($0)) } }
        return urls
    }
}
