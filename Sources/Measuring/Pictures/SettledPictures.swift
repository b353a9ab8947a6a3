import Base

/// The pictures of a batch whose results are known while others are awaited. What is awaited has no place here, since a run
/// awaits thousands of pictures.
struct SettledPictures {
    private var settled: [(index: Int, picture: MeasuredPicture)] = []
    private var isSettled: [Bool]

    init(of count: Int) { isSettled = Array(repeating: false, count: count) }

    /// The indices of the others.
    var missing: [Int] { isSettled.indices.filter { !isSettled[$0] } }

    var failures: [(index: Int, picture: MeasuredPicture)] { settled.filter { !$0.picture.isOK } }

    /// A picture that is settled by `add` later, and is none of the others.
    mutating func claim(_ index: Int) { isSettled[index] = true }

    mutating func add(_ picture: MeasuredPicture, at index: Int) {
        settled.append((index, picture))
        isSettled[index] = true
    }

    /// All pictures in their order; `others` are those that were missing.
    func pictures(with others: [MeasuredPicture]) -> [MeasuredPicture] {
        var pictures = Array(repeating: MeasuredPicture(Failure(.cancelled)), count: isSettled.count)
        for (index, picture) in settled { pictures[index] = picture }
        for (index, picture) in zip(missing, others) { pictures[index] = picture }
        return pictures
    }
}
