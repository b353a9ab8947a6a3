import Decoders
import Base
import Fetching
import Glibc
import ImageHeaders
import Journals
import System

/// Stores or discards pictures that were fetched whole.
extension PictureMeasurer {
    /// Moves sound pictures to their final names. Of the others, only parts that a later run can continue are kept.
    func keep(_ partials: [PartialPicture], _ outcomes: [FetchOutcome], _ measured: inout [MeasuredPicture]) {
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
        do throws(MachineFailure) {
            let kept = try mirror?.keep(sound.map { (partials[$0.index], $0.format) }, readingOld: isVerifying) ?? []
            for (place, picture) in zip(sound, kept) { measured[place.index].mirrored = picture }
        } catch {
            // The run ends before any result of this batch is delivered.
            _ = mirror?.fail(error)
        }
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
            return Decoders.decodingFailure(of: try bytes(), header: header).map { .failure($0) } ?? result
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
