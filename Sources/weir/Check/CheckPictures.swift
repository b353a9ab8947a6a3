import Base
import Checks
import ImageHeaders
import Measuring
import System

extension CheckOptions {
    /// Looks at every picture once, however many entries name it, and compares each entry with it.
    /// Returns what was found for each item.
    func look(
        at manifest: inout CheckedManifest, of path: [UInt8], _ choices: RuleChoices, _ signals: TerminationSignals
    ) throws(MachineFailure) -> [PictureSight.Facts?] {
        var names = NameTable()
        var imgs: [[UInt8]] = []
        let numbers = manifest.widths.indices.map { item in
            let img = manifest.imgBytes(of: item)
            let number = names.add(img)
            if number == imgs.count { imgs.append(img) }
            return number
        }
        // A folder of pages may be named with a slash behind it, and lies where it lies all the same.
        let name = path.count > 1 ? Array(path.reversed().drop { $0 == UInt8(ascii: "/") }.reversed()) : path
        let root = try PictureRoot(root ?? folder(of: name))
        let found = try MeasuringRun(measuringPlan, signals).measure(imgs, below: root)
        for (item, number) in numbers.enumerated() {
            guard let img = manifest.img(of: item) else { continue }
            let sight = PictureSight(
                img: img, declared: PixelSize(width: Int(manifest.widths[item]), height: Int(manifest.heights[item])),
                declaredFormat: manifest.format(of: item), isPlaceholder: manifest.isPlaceholder(item),
                found: found[number].facts, status: found[number].status)
            manifest.look(at: sight, of: item, choices)
        }
        return numbers.map { found[$0].facts.success }
    }

    private var measuringPlan: MeasuringPlan {
        var plan = MeasuringPlan(fetching: fetching)
        plan.journal = journal.map { path in
            var use = JournalUse(path)
            use.withoutIt = "run without --journal"
            use.withoutRest = " (without --journal nothing waits)"
            return use
        }
        plan.mirror = mirror
        plan.isVerifying = isVerifying
        return plan
    }
}

extension MeasuredPicture {
    fileprivate var facts: Result<PictureSight.Facts, Failure> {
        result.map { PictureSight.Facts(size: $0.size, format: $0.format) }
    }
}

extension Result {
    fileprivate var success: Success? { if case .success(let value) = self { value } else { nil } }
}
