import Catalogues
import Encodings
import Fetching
import Glibc
import Manifests
import Reports

/// The manifest that stands where a new one is to be: of each picture a hash of its name, its size
/// and how many entries it has, and no more, for there may be a million.
struct FormerManifest {
    private var pictures: [Int: Picture] = [:]
    private var counts = ManifestChange()

    private struct Picture {
        var entries: Int32
        let width: Int32
        let height: Int32
    }

    /// nil where there is none, or none that can be read: then there is nothing to compare with, and
    /// that is no failure of the run which replaces it.
    init?(_ place: IngestPlan.Output) {
        guard let path = place.path else { return nil }
        do throws(MachineFailure) {
            if place.pageSize == nil {
                try read(path, place.kind.format)
            } else {
                for page in try FormerManifest.pages(in: path) { try read(page, .json) }
            }
        } catch {
            return nil
        }
    }

    private mutating func read(_ path: [UInt8], _ format: ManifestFormat) throws(MachineFailure) {
        var status = stat()
        // A pipe would be waited for.
        guard withCString(path, { stat($0, &status) }) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw .input("\(shown(path)) is no file")
        }
        let form: IngestPlan.CatalogueForm = switch format {
        case .json: .json
        case .jsonl: .jsonl
        case .plist, .binaryPlist: .plist
        }
        let plan = IngestPlan(catalogue: .file(path, form), fetching: FetchSettings(userAgent: ""))
        var rows = try plan.rows()
        while let batch = try rows.next() {
            batch.withTexts { texts in
                for row in batch.rows { add(texts[row.img], width: row.width, height: row.height) }
            }
        }
    }

    private mutating func add(_ img: UnsafeBufferPointer<UInt8>, width: Int?, height: Int?) {
        let picture = Picture(entries: 0, width: Int32(clamping: width ?? 0), height: Int32(clamping: height ?? 0))
        pictures[FormerManifest.hash(img), default: picture].entries += 1
        counts.removed += 1
    }

    private static func pages(in folder: [UInt8]) throws(MachineFailure) -> [[UInt8]] {
        let prefix = folder + [UInt8(ascii: "/")]
        let bytes = try CatalogueBytes(file: prefix + Array(PageIndex.fileName.utf8))
        let content = try bytes.whole()
        do throws(PageIndexFailure) {
            return try PageIndex(content.bytes).pages.map { prefix + Array($0.file.utf8) }
        } catch {
            throw .input(error.message)
        }
    }

    /// Names are of one's own making: that two of a million meet has a chance below one in ten million.
    private static func hash(_ img: UnsafeBufferPointer<UInt8>) -> Int {
        var hasher = Hasher()
        hasher.combine(bytes: UnsafeRawBufferPointer(img))
        return hasher.finalize()
    }

    /// Takes an entry of the new manifest, which stands for one of the old.
    mutating func compare(_ entry: ManifestEntry) {
        guard let place = pictures.index(forKey: FormerManifest.hash(entry.img)), pictures.values[place].entries > 0 else {
            counts.added += 1
            return
        }
        pictures.values[place].entries -= 1
        counts.removed -= 1
        let picture = pictures.values[place]
        if Int(picture.width) != entry.width || Int(picture.height) != entry.height { counts.resized += 1 }
    }

    /// What the new manifest changes, once all its entries were compared.
    var change: ManifestChange { counts }
}
