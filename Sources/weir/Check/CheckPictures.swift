import Base
import Checks
import ImageHeaders
import Measuring
import System

extension CheckOptions {
    /// Measures every picture once, even if several entries have it, and compares each entry with its picture.
    /// Returns the picture that was found for each item.
    func checkPictures(
        of manifest: inout CheckedManifest, at path: [UInt8], _ choices: RuleChoices, _ signals: TerminationSignals
    ) throws(MachineFailure) -> [FoundPicture?] {
        var names = NameTable()
        var imgs: [[UInt8]] = []
        let numbers = manifest.widths.indices.map { item in
            let img = manifest.imgBytes(of: item)
            let number = names.add(img)
            if number == imgs.count { imgs.append(img) }
            return number
        }
        // A trailing slash of a folder of pages must not change the folder that contains it.
        let root = try PictureRoot(root ?? folder(of: withoutEndSlashes(path)))
        let found = try MeasuringRun(measuringPlan, signals).measure(imgs, below: root)
        for (item, number) in numbers.enumerated() {
            guard let img = manifest.img(of: item) else { continue }
            let comparison = PictureComparison(
                img: img, declared: PixelSize(width: Int(manifest.widths[item]), height: Int(manifest.heights[item])),
                declaredFormat: manifest.format(of: item), isPlaceholder: manifest.isPlaceholder(item),
                found: found[number].foundPicture, status: found[number].status)
            manifest.check(comparison, of: item, choices)
        }
        return numbers.map { found[$0].foundPicture.success }
    }

    private var measuringPlan: MeasuringPlan {
        var plan = MeasuringPlan(fetching: fetching)
        plan.journal = journal.map { path in
            var journal = JournalPlan(path)
            journal.withoutIt = "run without --journal"
            journal.withoutRest = " (without --journal nothing waits)"
            return journal
        }
        plan.mirror = mirror
        plan.isVerifying = isVerifying
        return plan
    }
}

extension MeasuredPicture {
    fileprivate var foundPicture: Result<FoundPicture, Failure> {
        result.map { FoundPicture(size: $0.size, format: $0.format) }
    }
}

extension Result {
    fileprivate var success: Success? { if case .success(let value) = self { value } else { nil } }
}
