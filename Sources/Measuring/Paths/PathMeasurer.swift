import Base
import Fetching
import Glibc
import ImageHeaders
import System

/// Measures the pictures that paths name: files, pictures of the network, and standard input. Nothing is stored.
public struct PathMeasurer: ~Copyable {
    private let run: MeasuringRun
    private var probe: FileProbe
    private let remote: RemotePictures

    public init(_ run: MeasuringRun) {
        self.run = run
        probe = FileProbe(limits: run.plan.fetching.headers)
        remote = run.remote
    }

    /// Calls `body` with each path, in a form that may be shown, and its result. `willWait` is called before waiting
    /// for the network or for standard input.
    public mutating func measure(
        _ batch: PathBatch, _ willWait: () -> Void, _ body: (UnsafeBufferPointer<UInt8>, Result<ImageHeader, Failure>) -> Void
    ) {
        // The network works while files are read.
        let pending = remote.fetch(batch.urls)
        var fetched: IndexingIterator<[FetchOutcome]>?
        var index = 0
        batch.forEach { path in
            defer { index += 1 }
            if index == batch.standardInput {
                willWait()
                return body(path, headerOfStandardInput())
            }
            if isDataURL(path) {
                return shownPictureName(path).withUnsafeBufferPointer { body($0, header(of: path)) }
            }
            if PictureReference.isPath(path) { return body(path, header(of: path)) }
            guard PictureReference.isURL(path) else {
                return withoutCredentials(Array(path)).withUnsafeBufferPointer { body($0, header(of: path)) }
            }
            if fetched == nil { fetched = pending.wait(willWait).makeIterator() }
            let outcome = fetched?.next() ?? FetchOutcome(Failure(.cancelled))
            guard path.contains(UInt8(ascii: "@")) else { return body(path, outcome.header) }
            withoutCredentials(Array(path)).withUnsafeBufferPointer { body($0, outcome.header) }
        }
    }

    private func headerOfStandardInput() -> Result<ImageHeader, Failure> {
        let settings = run.plan.fetching
        var stream = StreamProbe(
            .standardInput(until: run.signals), limits: settings.headers, mostBytes: settings.limits.maxBytes)
        return stream.header()
    }

    private mutating func header(of name: UnsafeBufferPointer<UInt8>) -> Result<ImageHeader, Failure> {
        guard PictureReference.isPath(name) else {
            switch PictureReference.parse(name) {
            case .failure(let failure): return .failure(failure)
            case .success(.inline(let content)): return probe.header(ofContent: content)
            case .success(.local(let path)):
                return (path + [0]).withUnsafeBufferPointer { headerOfFile(UnsafeBufferPointer(rebasing: $0.dropLast())) }
            case .success(.remote): return .failure(Failure(.forbiddenScheme))
            }
        }
        return headerOfFile(name)
    }

    private mutating func headerOfFile(_ path: UnsafeBufferPointer<UInt8>) -> Result<ImageHeader, Failure> {
        let header = probe.header(of: path)
        guard case .failure(let failure) = header, failure == Failure(errno: EISDIR) else { return header }
        return .failure(Failure(.unreadable, "it is a folder; -r measures the files in it"))
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
