import Manifests
import WeirBase
import WeirRecords
import WeirSystem

// Whether a file that stands where a manifest will be written may be replaced.
extension IngestPlan.Output {
    /// Refuses a file that is no manifest, or has keys that the new one lacks, since its owner may need it.
    func checkOwner() throws(MachineFailure) {
        guard pageSize == nil, let path, fileStatus(path)?.isRegular ?? false else { return }
        let advice = "is not written over; move it away, or name another file"
        do throws(MachineFailure) { _ = try InputFile(path) } catch {
            throw error.kind == .input ? .input("\(error.message); a file that may be no manifest \(advice)") : error
        }
        guard isManifest(path, isGzip: kind.isGzip) else { throw .input("\(shown(path)) is no manifest, and \(advice)") }
        if let key = foreignKey(in: path, of: kind.format, besides: extras) {
            let name = shown(Array(key.utf8))
            throw .input(
                "\(shown(path)) has the key \(name), which the new manifest lacks, and is not written over",
                "; keep it with \(.column(.kept)) \(name), move the file away, or name another one")
        }
        if isListedPage(path) { throw .input("\(shown(path)) is a page that the index beside it lists, and \(advice)") }
    }
}

extension IngestPlan {
    /// Refuses to replace the catalogue by its own manifest if that has not all of its keys. The first entries show the keys.
    func checkOwnCatalogue(_ output: Output) throws(MachineFailure) {
        guard case .file(let catalogue, let form) = catalogue, output.pageSize == nil,
            let path = output.path, let one = fileStatus(catalogue), let other = fileStatus(path),
            (one.st_dev, one.st_ino) == (other.st_dev, other.st_ino)
        else { return }
        guard form == .json || form == .jsonl else { throw .input("\(shown(path)) is the catalogue; name another file") }
        let keepsImages = columns.images == "/\(ManifestEntry.imagesKey)/*/img" && !isEachImage
        let keys = firstKeys(of: catalogue, .json)
        let lost = foreignKey(among: keys, besides: keptNames) ?? (keepsImages ? nil : keys.first { $0 == ManifestEntry.imagesKey })
        guard let lost else { return }
        throw .input(
            "\(shown(path)) is the catalogue, and would lose its key \(shown(Array(lost.utf8)))",
            "; keep it with \(.column(.kept)), or name another file")
    }
}

/// A key of a manifest's first entries that neither belongs to each manifest nor is one of `keys`.
func foreignKey(in path: [UInt8], of format: ManifestFormat, besides keys: [String]) -> String? {
    foreignKey(among: firstKeys(of: path, format), besides: keys)
}

private func foreignKey(among found: [String], besides keys: [String]) -> String? {
    let own = ["w", "h", "img", "price", ManifestEntry.imagesKey] + IngestPlan.Fact.allCases.flatMap(\.keys) + keys
    return found.first { !own.contains($0) }
}

/// The keys of the first entries in a file; none if it is broken, of which its reader shows what is wrong.
private func firstKeys(of path: [UInt8], _ format: ManifestFormat) -> [String] {
    guard let bytes = try? DecompressedInput(file: path) else { return [] }
    if format.isTable {
        let beginning = bytes.beginning ?? []
        // A file that a power cut has left has no whole line. No key of a manifest has a separator or a quote in it.
        guard let end = beginning.firstIndex(of: UInt8(ascii: "\n")) else { return [] }
        let keys = beginning[..<end].filter { $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\r") }
        return keys.split(separator: UInt8(ascii: format == .csv ? "," : "\t")).map { String(decoding: $0, as: UTF8.self) }
    }
    guard let found = try? bytes.manifestFormat() else { return [] }
    // A binary property list has its entries' places at its end.
    if found == .binaryPlist { return (try? bytes.whole()).map { firstKeys(of: $0.bytes.bindMemory(to: UInt8.self), found.records) } ?? [] }
    return (bytes.beginning ?? []).withUnsafeBufferPointer { firstKeys(of: $0, found.records) }
}

/// The keys of the first objects of a document, which may be cut behind them.
private func firstKeys(of document: UnsafeBufferPointer<UInt8>, _ format: RecordFormat) -> [String] {
    var records = DocumentRecords(document, format, Projection(allWith: []), nouns: .manifest)
    // A fault behind the first objects hides none of their keys.
    _ = try? records.next()
    return records.batch.decoded.withBytes { decoded in
        let texts = TextBytes(document: document, decoded: decoded)
        return records.batch.records.flatMap { records.batch.fields[$0.fields].map { texts.string($0.key) } }
    }
}

/// Whether a file is a manifest of any form, perhaps a damaged one. `isGzip` says whether it should be compressed.
func isManifest(_ path: [UInt8], isGzip: Bool) -> Bool {
    do throws(MachineFailure) {
        // As of a catalogue, entries may lack the price.
        var rows = try DecompressedInput(file: path).entries(nouns: .catalogue)
        // An empty list is a manifest too.
        guard let batch = try rows.next() else { return true }
        if batch.rows.contains(where: { $0.width != nil && $0.height != nil }) { return true }
        // Other programs write property lists that begin as weir's, but their first entry distinguishes them.
        return hasBeginning(path, of: [.json, .jsonl, .binaryPlist], isGzip: isGzip)
    } catch {
        return hasBeginning(path, of: ManifestFormat.allCases, isGzip: isGzip) || hasOnlyZeros(path)
    }
}

/// Whether a path leads to a page of a manifest in pages, or to a compressed copy of one.
private func isListedPage(_ path: [UInt8]) -> Bool {
    guard let real = realPath(path), PageIndex.isFileName(real) else { return false }
    let index = joined(folder(of: real), PageFolder.indexName)
    guard let bytes = try? wholeFile(InputFile(plainFile: index)) else { return false }
    let names = PageFolder.index(bytes)?.pages.map { joined(folder(of: real), Array($0.file.utf8)) } ?? []
    return names.contains { $0 == real || $0 + PageFolder.copyEnding == real }
}

/// Whether a file begins as weir's manifests do. It may be cut or damaged behind that.
private func hasBeginning(_ path: [UInt8], of formats: [ManifestFormat], isGzip: Bool) -> Bool {
    let bytes: [UInt8]
    do throws(MachineFailure) { bytes = try DecompressedInput(file: path).beginning ?? [] } catch {
        // No byte of a damaged gzip file can be read.
        return isGzip
    }
    // A gzip file of one byte.
    if isGzip, bytes == [0x1F] { return true }
    return formats.contains { zip($0.beginning, bytes).allSatisfy(==) }
}

/// Whether a file has zeros only, as after a power cut.
private func hasOnlyZeros(_ path: [UInt8]) -> Bool {
    do throws(MachineFailure) {
        let file = try InputFile(path)
        while true {
            let piece = try file.read(upTo: 1 << 16)
            if piece.isEmpty { return true }
            guard piece.allSatisfy({ $0 == 0 }) else { return false }
        }
    } catch {
        return false
    }
}

extension ManifestFormat {
    /// The bytes before the first value of a manifest with entries.
    fileprivate var beginning: [UInt8] {
        var start = ByteBuffer()
        var writer = writer()
        writer.begin(&start)
        switch self {
        case .csv, .tsv, .copy: return Array(start.bytes.dropLast())
        case .json, .jsonl:
            start.append("{")
            start.member("w") { _ in }
        case .plist: start.append("<array>\n\t<dict>\n\t\t<key>")
        // The four keys, as texts with their lengths.
        case .binaryPlist: start.append("Qw" + "Qh" + "Simg" + "Uprice")
        }
        return start.bytes
    }
}
