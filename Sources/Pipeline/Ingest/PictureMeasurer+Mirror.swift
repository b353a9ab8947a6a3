import Failures
import Fetching
import ImageHeaders

/// What becomes of pictures that were fetched whole.
extension PictureMeasurer {
    /// Those that are sound go to their places; of the others nothing is left but what a later run
    /// can go on with.
    func keep(_ partials: [PartialPicture], _ outcomes: [FetchOutcome]) -> [MeasuredPicture] {
        var measured = outcomes.map { MeasuredPicture($0) }
        var sound: [(index: Int, format: ImageFormat)] = []
        for (index, outcome) in outcomes.enumerated() {
            switch outcome.result {
            case .success(let picture): sound.append((index, picture.header.format))
            case .failure(let failure): partials[index].leave(after: failure)
            }
        }
        do throws(MachineFailure) {
            let kept = try mirror?.keep(sound.map { (partials[$0.index], $0.format) }) ?? []
            for (place, picture) in zip(sound, kept) { measured[place.index].mirrored = picture }
        } catch {
            // It ends the run before anything of this is delivered.
            _ = mirror?.fail(error)
        }
        return measured
    }
}
