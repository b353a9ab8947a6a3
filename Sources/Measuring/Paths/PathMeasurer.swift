import Base
import Fetching
import Glibc
import ImageHeaders
import Pixels
import System

/// The result of measuring a picture that a path names.
package struct PathResult {
    package let header: Result<ImageHeader, Failure>
    /// The small picture, if it was asked for and the picture has a size.
    package internal(set) var small: Result<SmallPicture, Failure>?
}

/// Measures the pictures that paths name: files, pictures of the network, and standard input. Nothing is stored.
package struct PathMeasurer: ~Copyable {
    private let run: MeasuringRun
    private var probe: FileProbe
    private let remote: RemotePictures
    private var pixels: SmallPictureReader?

    /// If `makesSmallPictures`, all pixels of files and of `data:` URLs are decoded.
    package init(_ run: MeasuringRun, makesSmallPictures: Bool = false) {
        self.run = run
        pixels = makesSmallPictures ? .ofThread(among: availableProcessors) : nil
        probe = FileProbe(limits: run.plan.fetching.headers)
        remote = run.remote
    }

    /// Calls `body` with each path, in a form that may be shown, and its result. `willWait` is called before waiting
    /// for the network or for standard input.
    package mutating func measure(
        _ batch: PathBatch, _ willWait: () -> Void, _ body: (UnsafeBufferPointer<UInt8>, PathResult) -> Void
    ) {
        // The network works while files are read.
        let pending = remote.fetch(batch.urls)
        var fetched: IndexingIterator<[PathResult]>?
        var index = 0
        batch.forEach { path in
            defer { index += 1 }
            if index == batch.standardInput {
                willWait()
                return body(path, headerAlone(headerOfStandardInput(), "of the picture on standard input only the header is read"))
            }
            if PictureReference.isPath(path) { return body(path, resultOfFile(path)) }
            if isDataURL(path) {
                return shownPictureName(path).withUnsafeBufferPointer { body($0, result(of: path)) }
            }
            guard PictureReference.isURL(path) else {
                return withoutCredentials(Array(path)).withUnsafeBufferPointer { body($0, result(of: path)) }
            }
            if fetched == nil { fetched = resultsOfURLs(batch.urls, pending.wait(willWait), willWait).makeIterator() }
            let remote = fetched?.next() ?? PathResult(header: .failure(Failure(.cancelled)))
            guard path.contains(UInt8(ascii: "@")) else { return body(path, remote) }
            withoutCredentials(Array(path)).withUnsafeBufferPointer { body($0, remote) }
        }
    }

    /// Fetches pictures once more for their pixels, if the run wants that.
    private mutating func resultsOfURLs(_ urls: [[UInt8]], _ outcomes: [FetchOutcome], _ willWait: () -> Void) -> [PathResult] {
        var results = outcomes.map {
            headerAlone($0.header, "of a picture of the network only the header was fetched")
        }
        guard pixels != nil, run.plan.fetchesPixels else { return results }
        let wanted = outcomes.indices.compactMap { index in
            outcomes[index].facts.map { (index, RemotePixels(url: urls[index], movedTo: outcomes[index].movedTo, facts: $0)) }
        }
        PixelFetch(run).fetch(wanted.map(\.1), willWait) { range, contents in
            for ((index, _), content) in zip(wanted[range], contents) {
                guard case .success(let header) = results[index].header else { continue }
                results[index].small = small(header) { () throws(Failure) in ContentBytes(bytes: try content.get()) }
            }
        }
        return results
    }

    private func headerOfStandardInput() -> Result<ImageHeader, Failure> {
        let settings = run.plan.fetching
        var stream = StreamProbe(
            .standardInput(until: run.signals), limits: settings.headers, mostBytes: settings.limits.maxBytes)
        return stream.header()
    }

    /// The result for a picture of which the pixels are not there, for a reason.
    private func headerAlone(_ header: Result<ImageHeader, Failure>, _ reason: String) -> PathResult {
        guard case .success = header, pixels != nil else { return PathResult(header: header) }
        return PathResult(header: header, small: .failure(Failure(.unsupportedFormat, reason)))
    }

    private mutating func result(of name: UnsafeBufferPointer<UInt8>) -> PathResult {
        guard PictureReference.isPath(name) else {
            switch PictureReference.parse(name) {
            case .failure(let failure): return PathResult(header: .failure(failure))
            case .success(.inline(let content)):
                var result = PathResult(header: probe.header(ofContent: content))
                if case .success(let header) = result.header { result.small = small(header) { ContentBytes(bytes: content) } }
                return result
            case .success(.local(let path)):
                return (path + [0]).withUnsafeBufferPointer { resultOfFile(UnsafeBufferPointer(rebasing: $0.dropLast())) }
            case .success(.remote): return PathResult(header: .failure(Failure(.forbiddenScheme)))
            }
        }
        return resultOfFile(name)
    }

    private mutating func resultOfFile(_ path: UnsafeBufferPointer<UInt8>) -> PathResult {
        switch FileProbe.openFile(path) {
        case .failure(let failure): return PathResult(header: .failure(failure))
        case .success(let file):
            defer { close(file) }
            switch probe.header(ofFile: file) {
            case .success(let header):
                return PathResult(header: .success(header), small: small(header) { () throws(Failure) in try FileBytes(file) })
            case .failure(Failure(errno: EISDIR)):
                return PathResult(header: .failure(Failure(.unreadable, "it is a folder; -r measures the files in it")))
            case .failure(let failure): return PathResult(header: .failure(failure))
            }
        }
    }

    private mutating func small(
        _ header: ImageHeader, _ bytes: () throws(Failure) -> some PictureBytes
    ) -> Result<SmallPicture, Failure>? {
        do throws(Failure) {
            guard pixels != nil, let small = try pixels?.smallPicture(of: try bytes(), header: header) else { return nil }
            return .success(small)
        } catch {
            return .failure(error)
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

extension FetchOutcome {
    /// Nil if there is no header.
    fileprivate var facts: PictureFacts? {
        guard case .success(.picture(let picture)) = result else { return nil }
        return PictureFacts(picture.header, bytes: Int64(clamping: picture.validators.length ?? 0))
    }
}

extension PathBatch {
    fileprivate var urls: [[UInt8]] {
        var urls: [[UInt8]] = []
        forEach { if PictureReference.isURL($0) { urls.append(Array($0)) } }
        return urls
    }
}
