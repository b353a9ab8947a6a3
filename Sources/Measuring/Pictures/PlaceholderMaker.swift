import Base
import Glibc
import ImageHeaders
import Pixels
import System

/// A measured picture whose pixels are to be decoded.
struct PlaceholderJob: Sendable {
    /// Nowhere, with the reason, if the picture could not be fetched for its pixels.
    var location: PictureLocation
    let facts: PictureFacts
    let mirrored: MirroredPicture?
    /// The placeholders to make.
    let kinds: Set<Placeholders.Kind>
}

/// What became of such a job.
enum PlaceholderOutcome: Sendable {
    case made(Placeholders)
    /// The bytes are there, and cannot be decoded.
    case undecoded(Failure)
    /// The file cannot be read now, or the picture cannot be fetched.
    case unread(Failure)
}

/// Makes placeholders of pictures whose bytes are on this machine. Each thread has its own maker.
struct PlaceholderMaker: ~Copyable {
    private let run: MeasuringRun
    private let root: PictureRoot
    private var probe: FileProbe

    init(_ run: MeasuringRun, below root: PictureRoot) {
        (self.run, self.root) = (run, root)
        probe = FileProbe(limits: run.plan.fetching.headers)
    }

    /// Nil if the bytes of the picture are not here.
    mutating func outcome(of job: PlaceholderJob) -> PlaceholderOutcome? {
        switch job.location {
        // The run ends, and nothing is known of the picture.
        case .nowhere(let failure): return failure.code == .cancelled ? nil : .unread(failure)
        case .inline(let content): return outcome(of: job, from: ContentBytes(bytes: content), probe.header(ofContent: content))
        case .file(let path):
            switch root.open(path) {
            case .failure(let failure):
                Array(path).withUnsafeBufferPointer { run.check(failure, of: $0) }
                return .unread(failure)
            case .success(let file):
                defer { close(file) }
                return outcome(of: job, fromFile: file)
            }
        case .remote:
            guard let mirrored = job.mirrored else { return nil }
            return run.mirror?.read(mirrored, job.facts.format) { outcome(of: job, fromFile: $0) }
        }
    }

    private mutating func outcome(of job: PlaceholderJob, fromFile file: Int32) -> PlaceholderOutcome {
        let header = probe.header(ofFile: file)
        do throws(Failure) { return outcome(of: job, from: try FileBytes(file), header) } catch { return .unread(error) }
    }

    private mutating func outcome(
        of job: PlaceholderJob, from bytes: some PictureBytes, _ header: Result<ImageHeader, Failure>
    ) -> PlaceholderOutcome {
        let reader = run.pixelReaders.take()
        defer { run.pixelReaders.giveBack(reader) }
        do throws(Failure) {
            let header = try header.get()
            guard header.displayed == job.facts.size, header.format == job.facts.format else {
                throw Failure(.contentMismatch, "the picture changed while it was read")
            }
            return .made(Placeholders(of: try reader.pixels.smallPicture(of: bytes, header: header), job.kinds))
        } catch {
            return .undecoded(error)
        }
    }
}
