import Base
import Glibc
import ImageHeaders
import Journals

extension PictureMeasurer {
    /// Opens and measures a file below the root. A picture that stands in its name is measured too, and the journal
    /// need not know it.
    mutating func measureFile(_ picture: NamedPicture, at now: Int64, _ updates: inout [JournalUpdate]) -> MeasuredPicture {
        let path: ArraySlice<UInt8>
        switch picture.location {
        case .remote: return MeasuredPicture(Failure(.forbiddenScheme)).unrecorded
        case .nowhere(let failure): return MeasuredPicture(failure).unrecorded
        case .inline(let content):
            let header = probe.header(ofContent: content)
            return MeasuredPicture(
                result: verified(header) { ContentBytes(bytes: content) }.map { PictureFacts($0, bytes: Int64(content.count)) }).unrecorded
        case .file(let relative): path = relative
        }
        var status: stat?
        let header: Result<ImageHeader, Failure>
        let verified: Result<ImageHeader, Failure>
        switch root.open(path) {
        case .failure(let failure):
            run.check(failure, of: picture.img)
            (header, verified) = (.failure(failure), .failure(failure))
        case .success(let file):
            defer { close(file) }
            var own = stat()
            status = fstat(file, &own) == 0 ? own : nil
            header = probe.header(ofFile: file)
            verified = self.verified(header) { () throws(Failure) in try FileBytes(file) }
        }
        let bytes = status.map { Int64($0.st_size) } ?? 0
        // The journal records only the header, because not every run checks whether a picture is sound to its end.
        if let journal, !isOfTheMachine(header) {
            updates.append(update(header, of: picture, at: path, status, from: journal, at: now))
        }
        let measured = MeasuredPicture(
            result: verified.map { PictureFacts($0, bytes: bytes) }, former: picture.known.flatMap { PictureFacts($0) })
        return header.isSuccess && !verified.isSuccess ? measured.unrecorded : measured
    }

    /// The new record of a file. `now` must be a time before the file was opened, so that a later write to the file
    /// shows in its stamp.
    private func update(
        _ header: Result<ImageHeader, Failure>, of picture: NamedPicture, at path: ArraySlice<UInt8>, _ status: stat?,
        from journal: RunJournal, at now: Int64
    ) -> JournalUpdate {
        let key = PictureKey.file(rootPrefix + path, status.map { FileStamp($0) } ?? .unknown)
        var record = PictureRecord(asked: now)
        switch header {
        case .success(let header): record.succeed(header, bytes: status.map { Int64($0.st_size) }, at: now)
        case .failure(let failure):
            if picture.known != nil, let former = journal.record(of: key) { record = former }
            record.fail(failure, at: now, for: key)
        }
        return JournalUpdate(key: key, record: record)
    }
}

extension FileStamp {
    /// The stamp of a path that is missing or no plain file. No measured file has this stamp.
    static let unknown = FileStamp(device: 0, inode: 0, size: 0, seconds: 0, nanoseconds: 0)
}

/// Whether the failure says nothing of the picture.
private func isOfTheMachine(_ header: Result<ImageHeader, Failure>) -> Bool {
    if case .failure(let failure) = header { failure.isOfTheMachine } else { false }
}

extension Result {
    fileprivate var isSuccess: Bool { if case .success = self { true } else { false } }
}
