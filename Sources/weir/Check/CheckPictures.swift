import Checks
import Base
import ImageHeaders
import Pipeline
import System

extension CheckOptions {
    /// Looks at every picture once, however many entries name it, and compares each entry with it.
    /// Answers what was found for each item.
    func look(
        at manifest: inout CheckedManifest, of path: [UInt8], _ choices: RuleChoices, _ interruption: Interruption
    ) throws(MachineFailure) -> [PictureSight.Facts?] {
        var names = NameTable()
        var imgs: [[UInt8]] = []
        let pictures = manifest.widths.indices.map { item in
            let img = manifest.imgBytes(of: item)
            let number = names.add(img)
            if number == imgs.count { imgs.append(img) }
            return number
        }
        // A folder of pages may be named with a slash behind it, and lies where it lies all the same.
        let name = path.count > 1 ? Array(path.reversed().drop { $0 == UInt8(ascii: "/") }.reversed()) : path
        let found = try inspect(imgs, below: root ?? folder(of: name), interruption)
        for (item, number) in pictures.enumerated() {
            guard let img = manifest.img(of: item) else { continue }
            let sight = PictureSight(
                img: img, declared: PixelSize(width: Int(manifest.widths[item]), height: Int(manifest.heights[item])),
                declaredFormat: manifest.format(of: item), isPlaceholder: manifest.isPlaceholder(item),
                found: found[number].facts, status: found[number].status)
            manifest.look(at: sight, of: item, choices)
        }
        return pictures.map { found[$0].facts.success }
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
    fileprivate var facts: Result<PictureSight.Facts, Failure> {
        result.map { PictureSight.Facts(size: $0.size, format: $0.format) }
    }
}

extension Result {
    fileprivate var success: Success? { if case .success(let value) = self { value } else { nil } }
}
