import Base
import Fetching
import Manifests
import Measuring
import Records
import System

/// Writes lines with their answers.
struct AnswerText: ~Copyable {
    private let facts: [HeaderFact]
    private var output = ByteBuffer(capacity: 1 << 17)

    /// Longer validators are not written, since a later run sends them back.
    private static let longestValidator = 1024

    init(_ facts: [HeaderFact]) { self.facts = facts }

    mutating func takeLines<Failure: Error>(_ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Void) throws(Failure) {
        try output.withBytes(body)
        output.removeAll()
    }

    /// Appends the lines of these rows, with the broken lines before and, at the end of a batch, behind them.
    mutating func appendLines(_ answers: PictureWindow<StreamBatch>.Answers) {
        let (lines, rows) = (answers.batch.lines, answers.batch.rows)
        let start = answers.range.lowerBound == 0 ? 0 : rows[answers.range.lowerBound]
        let end = answers.isLast ? lines.lines.count : rows[answers.range.upperBound]
        var results = answers.results[...]
        lines.withBytes { bytes in
            for line in lines.lines[start..<end] {
                output.append("{")
                output.append(UnsafeBufferPointer(rebasing: bytes[line.members]))
                if !line.members.isEmpty { output.append(",") }
                switch line.content {
                case .broken(let message): output.append(brokenLine: line.number, message)
                case .row(let img, let known):
                    guard let result = results.popFirst() else { continue }
                    append(
                        result, isRemote: PictureReference.isURL(UnsafeBufferPointer(rebasing: bytes[img])),
                        known.flatMap { KnownAnswer(lines.known[$0], in: bytes) })
                }
                output.append("}\n")
            }
        }
    }

    private mutating func append(_ answer: PictureResult, isRemote: Bool, _ known: KnownAnswer?) {
        switch (answer.result, answer.origin) {
        case (.success(let picture?), _): append(picture, isRemote: isRemote, answer.validators)
        case (.success(nil), .memory): append(known, askedAt: known?.askedAt)
        case (.success(nil), _): append(known, askedAt: unixSeconds())
        case (.failure(let failure), _): append(failure, known)
        }
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
        if isRemote { output.append(askedAt: unixSeconds()) }
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

    fileprivate mutating func append(code: String, message: String) {
        append(",\"code\":")
        append(json: code)
        append(",\"message\":")
        append(json: message)
    }

    fileprivate mutating func append(brokenLine number: Int, _ message: String) {
        append("\"line\":")
        append(number)
        append(",\"w\":null,\"h\":null,\"status\":\"failed\"")
        append(code: "broken-row", message: message)
    }
}
