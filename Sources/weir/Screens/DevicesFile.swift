import Base
import Checks
import Ingest
import Layouts
import System

/// A file with the user's own devices, a JSON array; docs/layouts.md describes it.
enum DevicesFile {
    static func devices(in path: [UInt8]) throws(MachineFailure) -> [Device] {
        let document = try jsonDocument(path)
        do throws(ConfigurationFailure) { return try Device.list(document) } catch {
            throw .input("\(Argument(path).shown): \(error.message)")
        }
    }
}

/// Reads a small JSON file. `advice` ends the message if it is none.
func jsonDocument(_ path: [UInt8], advice: String = "") throws(MachineFailure) -> JSONValue {
    let text = try wholeFile(path)
    do throws(JSONFailure) {
        return try text.withUnsafeBufferPointer { bytes throws(JSONFailure) in try JSONValue(UnsafeRawBufferPointer(bytes)) }
    } catch {
        throw .input("\(Argument(path).shown):\(error.line):\(error.column): \(error.message)\(advice)")
    }
}
