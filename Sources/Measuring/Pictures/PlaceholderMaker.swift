import Base
import Glibc
import ImageHeaders
import Pixels
import System

/// A measured picture whose pixels are to be decoded.
struct PlaceholderJob: Sendable {
    let location: PictureLocation
    let facts: PictureFacts
    let mirrored: MirroredPicture?
    /// The placeholders to make.
    let kinds: Set<Placeholders.Kind>
}

/// Makes placeholders of pictures whose bytes are on this machine. Each thread has its own maker.
struct PlaceholderMaker: ~Copyable {
    private let run: MeasuringRun
    private let root: PictureRoot
    private var probe: FileProbe
    private var pixels = SmallPictureReader(limits: .shared(among: availableProcessors))

    init(_ run: MeasuringRun, below root: PictureRoot) {
        (self.run, self.root) = (run, root)
        probe = FileProbe(limits: run.plan.fetching.headers)
    }

    /// Nil if the bytes of the picture are not here.
    mutating func placeholders(for job: PlaceholderJob) -> Result<Placeholders, Failure>? {
        switch job.location {
        case .nowhere: return nil
        case .inline(let content): return placeholders(for: job, of: ContentBytes(bytes: content), probe.header(ofContent: content))
        case .file(let path):
            switch root.open(path) {
            case .failure(let failure):
                Array(path).withUnsafeBufferPointer { run.check(failure, of: $0) }
                return .failure(failure)
            case .success(let file):
                defer { close(file) }
                return placeholders(for: job, ofFile: file)
            }
        case .remote:
            guard let mirrored = job.mirrored else { return nil }
            return run.mirror?.read(mirrored, job.facts.format) { placeholders(for: job, ofFile: $0) }
        }
    }

    private mutating func placeholders(for job: PlaceholderJob, ofFile file: Int32) -> Result<Placeholders, Failure> {
        let header = probe.header(ofFile: file)
        do throws(Failure) { return placeholders(for: job, of: try FileBytes(file), header) } catch { return .failure(error) }
    }

    private mutating func placeholders(
        for job: PlaceholderJob, of bytes: some PictureBytes, _ header: Result<ImageHeader, Failure>
    ) -> Result<Placeholders, Failure> {
        run.decodingSlots.take()
        defer { run.decodingSlots.giveBack() }
        do throws(Failure) {
            let header = try header.get()
            guard header.displayed == job.facts.size, header.format == job.facts.format else {
                throw Failure(.contentMismatch, "the picture changed while it was read")
            }
            return .success(Placeholders(of: try pixels.smallPicture(of: bytes, header: header), job.kinds))
        } catch {
            return .failure(error)
        }
    }
}
