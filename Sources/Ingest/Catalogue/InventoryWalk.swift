import Measuring
import WeirBase
import WeirRecords
import WeirSystem

/// The objects of a bucket that an S3 Inventory lists. Its `manifest.json`, on this machine or in a bucket, names files of CSV that have no
/// header.
struct InventoryWalk: PathSource {
    private let manifest: [UInt8]
    /// The URL of the bucket whose objects are listed, with a slash at its end.
    private let bucket: [UInt8]
    private let filter: PathFilter
    private let store: BucketWalk
    private let columns: String
    /// The keys of the files, below the bucket that has them.
    private var files: ArraySlice<String>
    private var rows: (any RowSource)?

    /// The columns that are read, in the order of the texts that are kept with a row.
    private static let names = ["Key", "ETag", "Size", "IsLatest", "IsDeleteMarker"]
    private static let mostBytes = 1 << 30

    /// The bucket whose objects are listed by the inventory with this manifest; nil if it is none. In a bucket the path of the manifest has
    /// its name.
    static func bucket(of manifest: [UInt8]) -> [UInt8]? {
        if BucketWalk.isURL(manifest) {
            let parts = manifest.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            guard parts.count > 6, parts.last?.elementsEqual("manifest.json".utf8) == true else { return nil }
            return Array("s3://".utf8) + parts[parts.count - 4] + [UInt8(ascii: "/")]
        }
        guard manifest.suffix(5).elementsEqual(".json".utf8), fileStatus(manifest)?.isRegular == true,
            let beginning = try? DecompressedInput(file: manifest).beginning,
            beginning.first(where: { !isBlank($0) }) == UInt8(ascii: "{"),
            !beginning.prefix(4096).ranges(of: Array("\"sourceBucket\"".utf8)).isEmpty, let content = try? wholeFile(InputFile(manifest)),
            let document = try? content.withUnsafeBytes({ try JSONValue($0) }), document["fileSchema"] != nil
        else { return nil }
        return document["sourceBucket"]?.string.map { Array("s3://\($0)/".utf8) }
    }

    init(_ manifest: [UInt8], of bucket: [UInt8], choosing filter: PathFilter, in store: BucketWalk) throws(MachineFailure) {
        (self.manifest, self.bucket, self.filter, self.store) = (manifest, bucket, filter, store)
        let content = try BucketWalk.isURL(manifest) ? Self.content(manifest, in: store) : wholeFile(InputFile(manifest))
        guard let document = try? content.withUnsafeBytes({ try JSONValue($0) }),
            let format = document["fileFormat"]?.string, let schema = document["fileSchema"]?.string,
            let files = document["files"]?.array, let source = document["sourceBucket"]?.string
        else { throw .input("\(shown(manifest)) is no manifest of an S3 Inventory") }
        guard format == "CSV" else {
            throw .input("\(shown(manifest)): the inventory is in \(format); choose CSV as its format in the inventory's configuration")
        }
        guard Array("s3://\(source)/".utf8) == bucket else {
            throw .input(
                "\(shown(manifest)) lists s3://\(source)/; the path of its manifest.json ends in \(source)/CONFIGURATION/DATE/manifest.json"
            )
        }
        columns = schema.filter { $0 != " " }
        guard columns.split(separator: ",").contains("Key") else {
            throw .input("\(shown(manifest)): the fileSchema has no Key: \(schema)")
        }
        let keys = files.compactMap { $0["key"]?.string }
        guard keys.count == files.count else { throw .input("\(shown(manifest)): one of its files has no key") }
        self.files = keys[...]
    }

    mutating func next() throws(MachineFailure) -> PathBatch? {
        while true {
            if let batch = try rows?.next() { return try paths(batch) }
            guard let file = files.popFirst() else { return nil }
            rows = try content(of: file).rows(ofTable: columns, RowColumns(ofParts: Self.names, needing: [["Key"]]))
        }
    }

    /// A file is named below its bucket. On this machine it lies beside the manifest, or in the folder `data` beside that of the manifest.
    private func content(of key: String) throws(MachineFailure) -> DecompressedInput {
        if BucketWalk.isURL(manifest) {
            let slashes = manifest.indices.filter { manifest[$0] == UInt8(ascii: "/") }
            let url = manifest[...slashes[2]] + Array(key.utf8)
            return try DecompressedInput(InputFile(content: Self.content(Array(url), in: store), name: shown(Array(url))))
        }
        let name = Array(key.utf8.split(separator: UInt8(ascii: "/")).last ?? [])
        let own = joined(folder(of: manifest), name)
        return try DecompressedInput(
            file: fileStatus(own) == nil ? joined(folder(of: manifest), Array("../data/".utf8) + name) : own)
    }

    private static func content(_ url: [UInt8], in store: BucketWalk) throws(MachineFailure) -> [UInt8] {
        let slash = url.lastIndex(of: UInt8(ascii: "/")) ?? 0
        guard let content = try store.content(of: Array(url[(slash + 1)...]), in: Array(url[...slash]), atMost: mostBytes) else {
            throw .input("\(shown(url)): there is no such object")
        }
        return content
    }

    /// The keys of objects that are there, with the versions that the listing of the bucket would have.
    private func paths(_ batch: RowBatch) throws(MachineFailure) -> PathBatch {
        if let broken = batch.broken.first { throw .input("\(shown(manifest)): a row of the inventory is broken: \(broken.message)") }
        var paths = PathBatch()
        batch.withTexts { texts in
            for row in batch.rows {
                func text(_ index: Int) -> [UInt8] { texts.kept(index, of: row).map { Array($0) } ?? [] }
                guard !text(3).elementsEqual("false".utf8), !text(4).elementsEqual("true".utf8) else { continue }
                let name = ObjectPage.unescaped(text(0))
                guard BucketWalk.takes(name[...], filter) || name == FolderPrices.fileName else { continue }
                paths.append(bucket + name, version: ObjectPage.version(etag: text(1), size: text(2)))
            }
        }
        return paths
    }
}
