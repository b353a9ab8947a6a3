import Pixels
import Base
import Fetching
import Glibc
import ImageHeaders
import Journals
import System

/// Stores or discards pictures that were fetched whole.
extension PictureMeasurer {
    /// The pictures that are sound. Of the others, only parts that a later run can use are kept.
    func soundPictures(
        among partials: [PartialPicture], _ outcomes: [FetchOutcome], _ measured: inout [MeasuredPicture]
    ) -> [(index: Int, format: ImageFormat)] {
        var sound: [(index: Int, format: ImageFormat)] = []
        for (index, outcome) in outcomes.enumerated() {
            switch outcome.result {
            case .failure(let failure): partials[index].leave(after: failure)
            case .success(.unchanged): partials[index].discard()
            case .success(.picture(let picture)):
                if let failure = objection(to: partials[index], picture.header) {
                    measured[index].result = .failure(failure)
                    measured[index].isRecorded = false
                    // The next run continues what arrived.
                    if !failure.isOfTheMachine { partials[index].discard() }
                } else {
                    sound.append((index, picture.header.format))
                }
            }
        }
        return sound
    }

    /// Moves sound pictures to their final names, and records the updates. The journal has the rows first: without its row,
    /// no later run would know of which URL a picture in the mirror is.
    func keep(_ pictures: [(PartialPicture, ImageFormat)], _ updates: [JournalUpdate]) -> [MirroredPicture] {
        journal?.record(updates)
        if !pictures.isEmpty { journal?.flush() }
        do throws(MachineFailure) {
            return try mirror?.keep(pictures, readingOld: isVerifying) ?? []
        } catch {
            // The run ends before any result of this batch is delivered.
            _ = mirror?.fail(error)
            return []
        }
    }

    /// Puts pictures into the mirror that a killed run has stored whole. The journal then knows them like all others.
    mutating func keepLeftovers(of pictures: inout [NamedPicture]) {
        guard let mirror, let journal else { return }
        var whole: [(PartialPicture, ImageFormat)] = []
        var updates: [JournalUpdate] = []
        for index in pictures.indices where pictures[index].isRemote {
            guard let picture = mirror.leftover(of: Array(pictures[index].img)) else { continue }
            guard let (format, update) = adopt(picture, key(of: pictures[index]), from: journal) else {
                picture.discard()
                continue
            }
            whole.append((picture, format))
            updates += [update].compactMap { $0 }
            pictures[index].known = nil
        }
        if !whole.isEmpty { _ = keep(whole, updates) }
    }

    /// The format of a whole picture, and its record unless the journal has it. Returns nil if the picture is not sound, or if
    /// another run has asked for it since.
    private mutating func adopt(
        _ picture: PartialPicture, _ key: PictureKey, from journal: RunJournal
    ) -> (ImageFormat, JournalUpdate?)? {
        let file = picture.openToRead()
        guard file >= 0 else { return nil }
        defer { close(file) }
        guard case .success(let header) = probe.header(ofFile: file), failure(of: file, header) == nil else { return nil }
        let hash = Array(picture.hash.utf8)
        var record = journal.record(of: key) ?? PictureRecord(asked: 0)
        if record.sha256 == hash { return (header.format, nil) }
        guard record.asked <= picture.storedAt else { return nil }
        record.succeed(
            header, bytes: Int64(clamping: picture.count), headerEnd: Int64(clamping: picture.count),
            validators: .init(entityTag: picture.note?.tag.map { Array($0.utf8) }, lastModified: picture.note?.lastModified.map { Array($0.utf8) }),
            at: picture.storedAt)
        record.sha256 = hash
        return (header.format, JournalUpdate(key: key, record: record))
    }

    /// The picture that a record describes, if the mirror still has it. With `--verify` all of its bytes are read.
    func mirrored(_ record: PictureRecord?) -> MirroredPicture? {
        guard let mirror, let record, let header = record.header, let bytes = record.bytes.flatMap(UInt64.init(exactly:)),
            let picture = record.sha256.flatMap({ MirroredPicture(hash: $0, bytes: bytes) })
        else { return nil }
        guard isVerifying else { return mirror.has(picture, header.format) ? picture : nil }
        let isSound = mirror.read(picture, header.format) { failure(of: $0, header) == nil } ?? false
        return isSound ? picture : nil
    }

    private func objection(to partial: PartialPicture, _ header: ImageHeader) -> Failure? {
        guard isVerifying else { return nil }
        let file = partial.openToRead()
        guard file >= 0 else {
            let code = errno
            let failure = Failure(errno: code)
            // The run ends before this result is delivered.
            if failure.isOfTheMachine { _ = mirror?.fail(.unreadable(partial.path, code)) }
            return failure
        }
        defer { close(file) }
        return failure(of: file, header)
    }

    /// The reason why the bytes of a picture are not sound; nil if they are, or if nobody asks.
    private func failure(of file: Int32, _ header: ImageHeader) -> Failure? {
        verified(.success(header)) { () throws(Failure) in try FileBytes(file) }.failure
    }

    /// The header, unless the bytes after it are broken.
    func verified(
        _ result: Result<ImageHeader, Failure>, in bytes: () throws(Failure) -> some PictureBytes
    ) -> Result<ImageHeader, Failure> {
        guard isVerifying, case .success(let header) = result else { return result }
        do throws(Failure) {
            return Pixels.decodingFailure(of: try bytes(), header: header, separately: decoder).map { .failure($0) } ?? result
        } catch {
            return .failure(error)
        }
    }
}

extension Result {
    fileprivate var failure: Failure? { if case .failure(let failure) = self { failure } else { nil } }
}

extension FetchOutcome {
    /// Whether the server sent the picture.
    var isPicture: Bool { if case .success(.picture) = result { true } else { false } }
}
