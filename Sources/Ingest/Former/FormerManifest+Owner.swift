import Base
import Fetching
import Manifests
import System

// Whether a file that stands where a manifest will be written may be replaced.
extension IngestPlan {
    /// Refuses a file that is no manifest, since its owner may need it. So a manifest may be its own catalogue, and another
    /// catalogue is not lost.
    func checkOwnerOfOutput() throws(MachineFailure) {
        guard output.pageSize == nil, let path = output.path, fileStatus(path)?.isRegular ?? false else { return }
        let advice = "is not written over; move it away, or name another file with -o"
        do throws(MachineFailure) { _ = try InputFile(path) } catch {
            throw error.kind == .input ? .input("\(error.message); a file that may be no manifest \(advice)") : error
        }
        guard output.hasEntry(path) || output.hasBeginning(path) else {
            throw .input("\(shown(path)) is no manifest, and \(advice)")
        }
    }
}

extension IngestPlan.Output {
    /// The form in which the old manifest is read.
    var form: IngestPlan.CatalogueForm {
        switch kind.format {
        case .json: .json
        case .jsonl: .jsonl
        case .plist, .binaryPlist: .plist
        }
    }

    /// Whether a file begins with entries that have a size. An empty list is a manifest too.
    fileprivate func hasEntry(_ path: [UInt8]) -> Bool {
        do throws(MachineFailure) {
            var rows = try IngestPlan(catalogue: .file(path, form), fetching: FetchSettings(userAgent: "")).rows()
            guard let batch = try rows.next() else { return true }
            return batch.rows.contains { $0.width != nil && $0.height != nil }
        } catch {
            return false
        }
    }

    /// Whether a file begins as weir's manifests do. It may be cut or damaged behind that.
    fileprivate func hasBeginning(_ path: [UInt8]) -> Bool {
        let bytes: [UInt8]
        do throws(MachineFailure) { bytes = try DecompressedInput(file: path).beginning ?? [] } catch {
            // No byte of a damaged gzip file can be read.
            return kind.isGzip
        }
        // A gzip file of one byte.
        if kind.isGzip, bytes == [0x1F] { return true }
        let formats: [ManifestFormat] = form == .plist ? [.plist, .binaryPlist] : [kind.format]
        return formats.contains { zip($0.beginning, bytes).allSatisfy(==) }
    }
}

extension ManifestFormat {
    /// The bytes before the first value of a manifest with entries.
    fileprivate var beginning: [UInt8] {
        var start = ByteBuffer()
        var writer = writer()
        writer.begin(&start)
        switch self {
        case .json, .jsonl: start.append("{\"w\":")
        case .plist: start.append("<array>")
        case .binaryPlist: break
        }
        return start.bytes
    }
}
