import Checks
import Layouts
import WeirRecords
import WeirSystem

extension CheckRun {
    /// Warns once for each key of sections by which the manifest is not sorted.
    func reportReturningSections(of pictures: LayoutPictures, _ layouts: [LayoutChoice], name: String) {
        var seen: Set<LayoutKeys> = []
        for layout in layouts {
            guard let set = pictures[layout], seen.insert(layout.keys).inserted else { continue }
            reportReturningSection(of: [set.whole], layout.keys, name: name)
        }
    }

    /// Lays the pictures out on each screen of the plan, in parallel on all processors, and adds the findings
    /// in the order of the plan.
    func checkLayouts(
        _ pictures: LayoutPictures, _ manifest: inout CheckedManifest, _ lookup: Silence.ItemLookup?, _ signals: TerminationSignals
    ) throws(MachineFailure) {
        let choices = plan.choices
        let cases = plan.screens.layouts.compactMap { planned in pictures[planned.layout].map { (planned, $0) } }
        let found = try mapInParallel(cases, until: signals) { planned in
            Result { () throws(LayoutError) in
                ScreenFindings(of: try LayoutCase(planned.0.layout, on: planned.0.screen, planned.1), choices, silence: lookup)
            }
        }
        do throws(LayoutError) {
            let screens = try found.map { outcome throws(LayoutError) in try outcome.get() }
            manifest.add(screens, choices, silence: lookup)
        } catch {
            throw .input("\(error)")
        }
    }
}

extension FrameDump {
    /// Reads a dump from a file, or from standard input if the path is `-`.
    init(file path: [UInt8], _ plan: Screens, _ signals: TerminationSignals) throws(MachineFailure) {
        let input = try path == Array("-".utf8) ? InputFile.standardInput(until: signals) : InputFile(path, until: signals)
        var reader = FrameDumpReader(input.name, plan)
        var isEnd = false
        while !isEnd {
            let piece = try input.read(upTo: 1 << 16)
            isEnd = piece.isEmpty
            do throws(DocumentFailure) {
                try piece.withBytes { piece throws(DocumentFailure) in
                    try reader.read(UnsafeRawBufferPointer(piece), isEnd: isEnd)
                }
            } catch {
                throw Self.failure(error, in: input)
            }
        }
        do throws(DocumentFailure) { self = try reader.finish() } catch { throw Self.failure(error, in: input) }
    }

    private static func failure(_ failure: DocumentFailure, in input: InputFile) -> MachineFailure {
        let position = failure.position.map { ":\($0.line):\($0.column)" } ?? ""
        return .input("\(input.name)\(position): \(failure.message)")
    }
}

extension CheckRun {
    /// Compares the frames of each dump, and prints how many there were: a dump of a part has no finding.
    func checkFrames(
        of dumps: [FrameDump], _ pictures: LayoutPictures, _ manifest: inout CheckedManifest, _ lookup: Silence.ItemLookup?,
        _ signals: TerminationSignals
    ) throws(MachineFailure) {
        if !dumps.isEmpty { manifest.markFramesGiven() }
        for dump in dumps {
            guard plan.choices.severity(of: LayoutRules.framesMatch.id) != nil else {
                StandardStream.error.report(
                    "weir: \(dump.name): compared none of its \(dump.frameCount) frames, since \(LayoutRules.framesMatch.id) is off")
                continue
            }
            var (compared, count) = (0, 0)
            for screen in dump.screens {
                try signals.check()
                guard let pictures = pictures[screen.layout] else { continue }
                do throws(LayoutError) {
                    let found = ScreenFindings(of: try LayoutCase(screen, of: dump, pictures), plan.choices, silence: lookup)
                    // Each screen of an app is reported by itself: its frames were computed there.
                    manifest.add([found], plan.choices)
                    compared += found.comparedFrames
                    count += pictures.whole.count
                } catch {
                    throw .input("\(dump.name): \(error)")
                }
            }
            let screens = dump.screens.count == 1 ? "1 screen" : "\(dump.screens.count) screens"
            StandardStream.error.report("weir: \(dump.name): compared \(compared) of \(count) frames on \(screens)")
        }
    }
}
