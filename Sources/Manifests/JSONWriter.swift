import WeirBase

/// Writes one array with one entry per line, so that two manifests can be compared line by line.
struct JSONWriter: ManifestWriter {
    private var isEmpty = true

    mutating func begin(_ output: inout ByteBuffer) {
        output.append("[\n")
    }

    mutating func append(_ entry: ManifestEntry, to output: inout ByteBuffer) {
        if !isEmpty { output.append(",\n") }
        isEmpty = false
        output.append(jsonObject: entry)
    }

    mutating func end(_ output: inout ByteBuffer) {
        output.append(isEmpty ? "]\n" : "\n]\n")
    }
}

/// Writes JSON Lines: one entry per line and nothing else.
struct JSONLinesWriter: ManifestWriter {
    mutating func begin(_ output: inout ByteBuffer) {}

    mutating func append(_ entry: ManifestEntry, to output: inout ByteBuffer) {
        output.append(jsonObject: entry)
        output.append("\n")
    }

    mutating func end(_ output: inout ByteBuffer) {}
}

extension ByteBuffer {
    /// Appends a further picture of an entry, which has no price of its own.
    package mutating func append(jsonPicture picture: ManifestEntry) { append(jsonObject: picture, hasPrice: false) }

    fileprivate mutating func append(jsonObject entry: ManifestEntry, hasPrice: Bool = true) {
        object { output in
            output.member("w", entry.width)
            output.member("h", entry.height)
            output.member("img") { $0.append(json: entry.img) }
            if hasPrice { output.member("price") { $0.append(json: entry.price) } }
            for extra in entry.extras { output.member(named: extra.name) { $0.append(json: extra.value) } }
        }
    }
}

extension ByteBuffer {
    /// Appends the value of a fact.
    package mutating func append(json value: ManifestEntry.Value) {
        switch value {
        case .text(let text): append(json: text)
        case .json(let text), .list(let text): append(text)
        case .number(let number): append(number)
        case .flag(let flag): append(flag ? "true" : "false")
        }
    }
}
