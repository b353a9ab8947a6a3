import Checks
import Base
import ImageHeaders
import Pipeline

extension CheckOptions {
    /// Measures every picture once, even if several entries have it, and compares each entry with its picture.
    /// Returns the picture that was found for each item.
    func checkPictures(
        of manifest: inout CheckedManifest, at path: [UInt8], _ choices: RuleChoices, _ interruption: Interruption
    ) throws(MachineFailure) -> [FoundPicture?] {
        var names = NameTable()
        var imgs: [[UInt8]] = []
        let pictures = manifest.widths.indices.map { item in
            let img = manifest.imgBytes(of: item)
            let number = names.add(img)
            if number == imgs.count { imgs.append(img) }
            return number
        }
        // A trailing slash of a folder of pages must not change the folder that contains it.
        let name = path.count > 1 ? Array(path.reversed().drop { $0 == UInt8(ascii: "/") }.reversed()) : path
        let found = try inspect(imgs, below: root ?? folder(of: name), interruption)
        for (item, number) in pictures.enumerated() {
            guard let img = manifest.img(of: item) else { continue }
            let comparison = PictureComparison(
                img: img, declared: PixelSize(width: Int(manifest.widths[item]), height: Int(manifest.heights[item])),
                declaredFormat: manifest.format(of: item), isPlaceholder: manifest.isPlaceholder(item),
                found: found[number].foundPicture, status: found[number].status)
            manifest.check(comparison, of: item, choices)
        }
        return pictures.map { found[$0].foundPicture.success }
    }

    private func inspect(
        _ imgs: [[UInt8]], below root: [UInt8], _ interruption: Interruption
    ) throws(MachineFailure) -> [PictureInspection.Answer] {
        var inspection = PictureInspection(root: root, fetching: fetching)
        inspection.journal = journal.map { path in
            var use = JournalUse(path)
            use.withoutIt = "run without --journal"
            use.withoutRest = " (without --journal nothing waits)"
            return use
        }
        inspection.mirror = mirror
        inspection.isVerifying = isVerifying
        return try inspection.run(imgs, interruption)
    }
}

extension PictureInspection.Answer {
    fileprivate var foundPicture: Result<FoundPicture, Failure> {
        result.map { FoundPicture(size: $0.size, format: $0.format) }
    }
}

extension Result {
    fileprivate var success: Success? { if case .success(let value) = self { value } else { nil } }
}
