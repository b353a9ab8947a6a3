import Catalogues
import Fetching
import Manifests
import Reports

/// Entries of a manifest that is to be replaced: of each picture a hash of its name, its size and how
/// many entries it has, and no more, for there may be a million.
struct FormerEntries {
    private var pictures: [Int: Picture] = [:]
    /// What the new manifest changes, once all its entries were compared.
    private(set) var change = ManifestChange()

    private struct Picture {
        var entries: Int32
        let width: Int32
        let height: Int32
    }

    /// The first entries are left out, so many as `skipping` says.
    init(_ place: IngestPlan.Output, skipping count: Int) throws(MachineFailure) {
        let form: IngestPlan.CatalogueForm = switch place.kind.format {
        case .json: .json
        case .jsonl: .jsonl
        case .plist, .binaryPlist: .plist
        }
        var skipped = 0
        for file in try place.standingFiles() {
            let plan = IngestPlan(catalogue: .file(file, form), fetching: FetchSettings(userAgent: ""))
            var rows = try plan.rows()
            while let batch = try rows.next() {
                let known = min(batch.rows.count, count - skipped)
                skipped += known
                batch.withTexts { texts in
                    for row in batch.rows[known...] { add(texts[row.img], width: row.width, height: row.height) }
                }
            }
        }
    }

    private mutating func add(_ img: UnsafeBufferPointer<UInt8>, width: Int?, height: Int?) {
        let picture = Picture(entries: 0, width: Int32(clamping: width ?? 0), height: Int32(clamping: height ?? 0))
        pictures[FormerEntries.hash(img), default: picture].entries += 1
        change.removed += 1
    }

    /// Names are of one's own making: that two of a million meet has a chance below one in ten million.
    private static func hash(_ img: UnsafeBufferPointer<UInt8>) -> Int {
        var hasher = Hasher()
        hasher.combine(bytes: UnsafeRawBufferPointer(img))
        return hasher.finalize()
    }

    /// Takes an entry of the new manifest, which stands for one of the old.
    mutating func compare(_ img: UnsafeBufferPointer<UInt8>, _ width: Int, _ height: Int) {
        guard let place = pictures.index(forKey: FormerEntries.hash(img)), pictures.values[place].entries > 0 else {
            change.added += 1
            return
        }
        pictures.values[place].entries -= 1
        change.removed -= 1
        let picture = pictures.values[place]
        if Int(picture.width) != width || Int(picture.height) != height { change.resized += 1 }
    }
}
