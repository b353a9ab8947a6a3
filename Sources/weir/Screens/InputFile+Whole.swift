import Ingest
import WeirBase
import WeirSystem

extension InputFile {
    /// The largest file that is held in memory.
    private static let most = 4 << 30

    /// The whole file, as it lies on the disk.
    func whole() throws(MachineFailure) -> [UInt8] {
        var bytes: [UInt8] = []
        // One byte more than the file's length, so that the first read also finds the end.
        var block = length.map { max(0, min(Int($0), Self.most)) + 1 } ?? 1 << 16
        while true {
            let piece = try read(upTo: block)
            if piece.isEmpty { return bytes }
            if bytes.isEmpty { bytes = piece } else { bytes += piece }
            guard bytes.count <= Self.most else {
                throw .input("\(name): it has more than \(Self.most >> 30) GiB, which is no manifest")
            }
            block = 1 << 16
        }
    }
}

/// Reads a small JSON file. `advice` ends the message if it is none.
func jsonDocument(_ path: [UInt8], advice: String = "") throws(MachineFailure) -> JSONValue {
    try jsonDocument(InputFile(path), called: path, advice: advice)
}

func jsonDocument(_ file: InputFile, called path: [UInt8], advice: String = "") throws(MachineFailure) -> JSONValue {
    let text = try wholeFile(file)
    do throws(JSONFailure) {
        return try text.withBytes { bytes throws(JSONFailure) in try JSONValue(UnsafeRawBufferPointer(bytes)) }
    } catch {
        throw .input("\(Argument(path).shown):\(error.line):\(error.column): \(error.message)\(advice)")
    }
}
