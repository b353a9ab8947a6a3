import Measuring
import WeirBase
import WeirSystem

/// Answers that rows share. Rows that are between reader and writer at the same time, and name the same picture, get one answer; after
/// that an answer is remembered for `maxAge` seconds, unless it is a failure.
final class SharedAnswers: Sendable {
    enum Share {
        /// Nobody has asked for the picture.
        case ask
        /// Another row has asked for it, and `finish` will return this number too.
        case wait
        case answer(PictureResult)
    }

    private struct Answer {
        /// The number with which it was asked for.
        let number: Int32
        var result: PictureResult?
        /// When the result came, by the monotonic clock.
        var time = 0.0
        /// The numbers of rows that wait for it.
        var followers: [Int32] = []
        /// The number of rows in the window that have this answer.
        var rows = 1
    }

    private struct State {
        var pictures: [NameHash: Answer] = [:]
        var names: [Int32: NameHash] = [:]
    }

    private let state = Locked(State())
    private let maxAge: Double

    /// So many remembered answers are forgotten together.
    private static let most = 1 << 16

    init(maxAge: Int64) { self.maxAge = Double(maxAge) }

    /// The way in which a row with this picture gets its answer.
    func take(_ name: NameHash, for number: Int32) -> Share {
        state.change { state in
            guard var picture = state.pictures[name], picture.rows > 0 || isFresh(picture) else {
                if state.pictures.count >= SharedAnswers.most { state.pictures = state.pictures.filter { $0.value.rows > 0 } }
                state.pictures[name] = Answer(number: number)
                state.names[number] = name
                return .ask
            }
            picture.rows += 1
            if picture.result == nil { picture.followers.append(number) }
            state.pictures[name] = picture
            return picture.result.map { .answer($0.numbered(number)) } ?? .wait
        }
    }

    private func isFresh(_ picture: Answer) -> Bool {
        picture.result?.failure == nil && monotonicSeconds() - picture.time < maxAge
    }

    /// The result for all rows that wait for it.
    func finish(_ result: PictureResult) -> [PictureResult] {
        state.change { state in
            guard let name = state.names.removeValue(forKey: result.number), var picture = state.pictures[name],
                picture.number == result.number
            else { return [result] }
            let followers = picture.followers
            (picture.result, picture.time, picture.followers) = (result, monotonicSeconds(), [])
            state.pictures[name] = picture
            return [result] + followers.map { result.numbered($0) }
        }
    }

    /// Called when rows with these pictures are written.
    func forget(_ names: ArraySlice<NameHash>) {
        state.change { state in
            for name in names {
                guard var picture = state.pictures[name] else { continue }
                picture.rows -= 1
                state.pictures[name] = picture.rows <= 0 && !isFresh(picture) ? nil : picture
            }
        }
    }
}
