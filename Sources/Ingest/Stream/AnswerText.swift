import Fetching
import ImageHeaders
import Manifests
import Measuring
import WeirBase
import WeirRecords
import WeirSystem

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
        let (input, rows) = (answers.batch.input, answers.batch.rows)
        let start = answers.range.lowerBound == 0 ? 0 : rows[answers.range.lowerBound]
        let end = answers.isLast ? input.lines.count : rows[answers.range.upperBound]
        var results = answers.results[...]
        input.withBytes { bytes in
            for line in input.lines[start..<end] {
                output.append("{")
                output.append(UnsafeBufferPointer(rebasing: bytes[line.members]))
                switch line.content {
                case .broken(let message):
                    output.member("line", line.number)
                    appendFailure(code: "broken-row", message: message)
                case .row(let img, let known):
                    guard let result = results.popFirst() else { continue }
                    append(
                        result, isRemote: PictureLocation.isURL(UnsafeBufferPointer(rebasing: bytes[img])),
                        known.flatMap { KnownAnswer(input.known[$0], in: bytes) })
                }
                output.append("}\n")
            }
        }
    }

    private mutating func append(_ answer: PictureResult, isRemote: Bool, _ known: KnownAnswer?) {
        if let facts = answer.facts {
            // A row has no member for the address to which redirects led, and validators are of use there alone.
            let validators = answer.details?.validators
            append(facts, isRemote: isRemote, validators?.giver == PictureValidators.ownAddress ? validators : nil)
        } else if let failure = answer.failure {
            append(failure, known)
        } else if case .memory = answer.origin {
            append(known, askedAt: known?.askedAt)
        } else {
            append(known, askedAt: unixSeconds())
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

/// The answer of a previous run, as it is written in a row.
struct KnownAnswer {
    /// The names that are read, before those of the facts.
    static let names = ["w", "h", "etag", "lastModified", "askedAt", StreamPlan.versionName]

    /// nil if no size is given.
    let picture: GivenPicture
    let askedAt: Int64?
    /// Whether the row states the version that is known; nil if one of them is missing.
    let isSameVersion: Bool?
    /// The values of the names and of the facts, as they are written.
    private let values: [Range<Int>?]
    private let bytes: UnsafeBufferPointer<UInt8>

    /// A longer value is not taken over. No fact of a header comes near this, and a stream remembers many.
    private static let longest = 1024

    /// nil if no possible size is given. The rest is then of no use.
    init?(_ known: RowLines.Known, in bytes: UnsafeBufferPointer<UInt8>) {
        (values, self.bytes) = (known.values, bytes)
        guard let width = KnownAnswer.number(known.values[0], bytes), let height = KnownAnswer.number(known.values[1], bytes),
            (1...Int64(Int32.max)).contains(width), (1...Int64(Int32.max)).contains(height)
        else { return nil }
        askedAt = KnownAnswer.number(known.values[4], bytes)
        let versions = [known.version, known.values[5]].map { $0.flatMap { KnownAnswer.version(bytes[$0]) } }
        isSameVersion = versions[0].flatMap { version in versions[1].map { version.elementsEqual($0) } }
        // The picture of another version is requested as new.
        let validators = isSameVersion == false ? [nil, nil] : [known.values[2], known.values[3]]
        picture = GivenPicture(
            size: PixelSize(width: Int(width), height: Int(height)), etag: KnownAnswer.text(validators[0], bytes),
            lastModified: KnownAnswer.text(validators[1], bytes), askedAt: askedAt)
    }

    /// Nil for null and for a blank text, which say nothing of a picture.
    private static func version(_ value: Slice<UnsafeBufferPointer<UInt8>>) -> Slice<UnsafeBufferPointer<UInt8>>? {
        let text = value.trimming { isBlank($0) || $0 == UInt8(ascii: "\"") }
        return text.isEmpty || value.elementsEqual("null".utf8) ? nil : value
    }

    /// The value of a name or of a fact as it is written; nil if there is none that begins with one of the bytes. A value of another
    /// kind would not fit into the column of whoever reads the answers.
    func text(at index: Int, beginningWith firstBytes: StaticString) -> UnsafeBufferPointer<UInt8>? {
        guard let value = values[index], value.count <= KnownAnswer.longest else { return nil }
        let text = UnsafeBufferPointer(rebasing: bytes[value])
        return firstBytes.withUTF8Buffer { bytes in text.first.map { bytes.contains($0) } ?? false } ? text : nil
    }

    /// A whole number that is not negative. Tables whose columns may be empty write 200 as 200.0.
    private static func number(_ value: Range<Int>?, _ bytes: UnsafeBufferPointer<UInt8>) -> Int64? {
        guard let value else { return nil }
        let parts = bytes[value].split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 1 || parts[1].allSatisfy({ $0 == UInt8(ascii: "0") }), parts[0].count <= 16 else { return nil }
        return Int64(String(decoding: parts[0], as: UTF8.self)).flatMap { $0 < 0 ? nil : $0 }
    }

    private static func text(_ value: Range<Int>?, _ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        guard let value, value.count <= longest else { return nil }
        guard let document = try? JSONValue(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes)[value])) else { return nil }
        return document.string.map { Array($0.utf8) }
    }
}
