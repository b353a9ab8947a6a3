import Base
import Fetching
import Manifests
import Measuring
import Records

/// The answers for the pictures that a batch is the first to name: the members that their rows get.
struct PictureAnswers: Sendable {
    fileprivate(set) var bytes: [UInt8] = []
    fileprivate(set) var ends: [Int] = []
    /// The number of the first picture that was not asked for, since the run was asked to end.
    fileprivate(set) var cancelled: Int?
}

/// Writes the answers of a batch.
struct AnswerText: ~Copyable {
    private let facts: [HeaderFact]
    private let now: Int64
    private var output = ByteBuffer()
    private var ends: [Int] = []
    private var cancelled: Int?

    /// Longer validators are not told, since a stream remembers many answers.
    private static let longestValidator = 1024

    init(_ facts: [HeaderFact], at now: Int64) { (self.facts, self.now) = (facts, now) }

    consuming func answers() -> PictureAnswers { PictureAnswers(bytes: output.bytes, ends: ends, cancelled: cancelled) }

    mutating func append(_ answer: ToldAnswer, isRemote: Bool, _ known: KnownAnswer?) {
        switch answer {
        case .measured(let picture, let validators): append(picture, isRemote: isRemote, validators)
        case .unchanged(let isAsked): append(known, askedAt: isAsked ? now : known?.askedAt)
        case .failed(let failure):
            if failure.code == .cancelled { cancelled = cancelled ?? ends.count }
            append(failure, known)
        }
        ends.append(output.count)
    }

    private mutating func append(_ picture: PictureFacts, isRemote: Bool, _ validators: PictureValidators?) {
        output.append("\"w\":")
        output.append(picture.size.width)
        output.append(",\"h\":")
        output.append(picture.size.height)
        output.append(",\"status\":\"ok\"")
        for fact in facts {
            guard let value = picture.value(of: fact) else { continue }
            output.append(name: fact.rawValue)
            output.append(json: value)
        }
        for (name, value) in [("etag", validators?.etag), ("lastModified", validators?.lastModified)] {
            guard let value, value.utf8.count <= AnswerText.longestValidator else { continue }
            output.append(name: name)
            output.append(json: value)
        }
        if isRemote { output.append(askedAt: now) }
    }

    /// The answer that the row itself has told.
    private mutating func append(_ known: KnownAnswer?, askedAt: Int64?) {
        guard let known else { return append(Failure(.contentMismatch), nil) }
        appendSize(of: known)
        output.append(",\"status\":\"ok\"")
        appendRest(of: known, askedAt: askedAt)
    }

    private mutating func append(_ failure: Failure, _ known: KnownAnswer?) {
        if let known { appendSize(of: known) } else { output.append("\"w\":null,\"h\":null") }
        output.append(known == nil ? ",\"status\":\"failed\"" : ",\"status\":\"stale\"")
        output.append(code: failure.code.rawValue, message: failure.message)
        // The size was last true at that time, so a later run does not trust it for longer.
        if let known { appendRest(of: known, askedAt: known.askedAt) }
    }

    private mutating func appendSize(of known: KnownAnswer) {
        output.append("\"w\":")
        output.append(known.picture.size.width)
        output.append(",\"h\":")
        output.append(known.picture.size.height)
    }

    private mutating func appendRest(of known: KnownAnswer, askedAt: Int64?) {
        for (index, fact) in facts.enumerated() {
            guard let text = known.text(at: KnownAnswer.names.count + index, beginningWith: fact.firstBytes) else { continue }
            output.append(name: fact.rawValue)
            output.append(text)
        }
        for (index, name) in KnownAnswer.names.enumerated() where name == "etag" || name == "lastModified" {
            guard let text = known.text(at: index, beginningWith: "\"") else { continue }
            output.append(name: name)
            output.append(text)
        }
        if let askedAt { output.append(askedAt: askedAt) }
    }
}

extension ByteBuffer {
    fileprivate mutating func append(name: String) {
        append(",")
        append(json: name)
        append(":")
    }

    fileprivate mutating func append(askedAt time: Int64) {
        append(",\"askedAt\":")
        append(Int(time))
    }

    mutating func append(code: String, message: String) {
        append(",\"code\":")
        append(json: code)
        append(",\"message\":")
        append(json: message)
    }
}
