import Base
import Fetching
import ImageHeaders
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
                switch line.content {
                case .broken(let message):
                    output.member("line", line.number)
                    appendFailure(code: "broken-row", message: message)
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
        append(picture.size, status: "ok")
        for fact in facts {
            guard let value = picture.value(of: fact) else { continue }
            output.member(named: fact.rawValue) { $0.append(json: value) }
        }
        for (name, value) in [("etag", validators?.etag), ("lastModified", validators?.lastModified)] {
            guard let value, value.utf8.count <= AnswerText.longestValidator else { continue }
            output.member(named: name) { $0.append(json: value) }
        }
        if isRemote { output.member("askedAt", Int(unixSeconds())) }
    }

    /// The answer that the row itself has given.
    private mutating func append(_ known: KnownAnswer?, askedAt: Int64?) {
        guard let known else { return append(Failure(.contentMismatch), nil) }
        append(known.picture.size, status: "ok")
        appendRest(of: known, askedAt: askedAt)
    }

    private mutating func append(_ failure: Failure, _ known: KnownAnswer?) {
        guard let known else { return appendFailure(code: failure.code.rawValue, message: failure.message) }
        append(known.picture.size, status: "stale")
        append(code: failure.code.rawValue, message: failure.message)
        // The size was last true at that time, so a later run does not trust it for longer.
        appendRest(of: known, askedAt: known.askedAt)
    }

    private mutating func append(_ size: PixelSize, status: String) {
        output.member("w", size.width)
        output.member("h", size.height)
        output.member("status", json: status)
    }

    private mutating func appendFailure(code: String, message: String) {
        output.member("w") { $0.append("null") }
        output.member("h") { $0.append("null") }
        output.member("status", json: "failed")
        append(code: code, message: message)
    }

    private mutating func append(code: String, message: String) {
        output.member("code", json: code)
        output.member("message", json: message)
    }

    private mutating func appendRest(of known: KnownAnswer, askedAt: Int64?) {
        for (index, fact) in facts.enumerated() {
            guard let text = known.text(at: KnownAnswer.names.count + index, beginningWith: fact.firstBytes) else { continue }
            output.member(named: fact.rawValue) { $0.append(text) }
        }
        for (index, name) in KnownAnswer.names.enumerated() where name == "etag" || name == "lastModified" {
            guard let text = known.text(at: index, beginningWith: "\"") else { continue }
            output.member(named: name) { $0.append(text) }
        }
        output.member("askedAt", askedAt.map { Int($0) })
    }
}
