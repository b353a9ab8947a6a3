import WeirBase

extension Exchange.Step {
    /// Replaces steps that depend on the request by simple steps.
    func expanded(for request: ReceivedRequest) -> [Exchange.Step] {
        switch self {
        case .range(let file, let tag): partial(file, tag ?? entityTag(of: file), request)
        case .wholeIgnoringRange(let file): [.header("Accept-Ranges", "none"), .body(file)]
        case .wrongContentRange(let file, let distance): misplaced(file, by: distance, request)
        case .gzipBomb(let megabytes):
            [.header("Content-Encoding", "gzip"), .body(Bytes(zeros: megabytes << 20).gzipped)]
        case .computed(let steps): steps(request).flatMap { $0.expanded(for: request) }
        case .redirect(let location): [.status(302), .header("Location", location)]
        default: [self]
        }
    }

    private func partial(_ file: Bytes, _ tag: String, _ request: ReceivedRequest) -> [Exchange.Step] {
        let fields: [Exchange.Step] = [.header("Accept-Ranges", "bytes"), .header("ETag", tag)]
        // A client that has this version gets 304 (RFC 9110, 13.1.2).
        if request["If-None-Match"] == tag { return [.status(304), .header("ETag", tag)] }
        // A client with a part of another version must get the whole file (RFC 9110, 13.1.5).
        let isSame = request["If-Range"].map { $0 == tag } ?? true
        switch isSame ? RequestedRange(request.range, of: file.count) : .whole {
        case .whole: return fields + [.body(file)]
        case .part(let range):
            let contentRange = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(file.count)"
            return fields + [.status(206), .header("Content-Range", contentRange), .body(Bytes(Array(file.all[range])))]
        case .unsatisfiable: return fields + [.status(416), .header("Content-Range", "bytes */\(file.count)")]
        }
    }

    private func misplaced(_ file: Bytes, by distance: Int, _ request: ReceivedRequest) -> [Exchange.Step] {
        var range = 0..<file.count
        if case .part(let part) = RequestedRange(request.range, of: file.count) { range = part }
        let contentRange = "bytes \(range.lowerBound + distance)-\(range.upperBound - 1 + distance)/\(file.count + distance)"
        return [.status(206), .header("Content-Range", contentRange), .body(Bytes(Array(file.all[range])))]
    }
}

/// A hash of the bytes (FNV-1a), so that other bytes have another tag.
private func entityTag(of file: Bytes) -> String {
    let hash = file.all.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    return "\"\(String(hash, radix: 16))\""
}

extension Bytes {
    /// The bytes, compressed with gzip.
    public var gzipped: Bytes {
        var compressed = ByteBuffer()
        var writer = GzipWriter()
        all.withUnsafeBufferPointer { writer.write($0, to: &compressed) }
        writer.finish(to: &compressed)
        return Bytes(compressed.bytes)
    }
}
