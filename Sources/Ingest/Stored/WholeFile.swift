import System

/// The size limit for small files that are read at once: an index, a table of devices.
private let largestFile = 64 << 20

/// The content of a small file.
package func wholeFile(_ file: InputFile) throws(MachineFailure) -> [UInt8] {
    let bytes = try DecompressedInput(file)
    var content: [UInt8] = []
    while let piece = try bytes.next() {
        content += piece
        guard content.count <= largestFile else {
            throw .input("\(file.name): it has more than \(largestFile >> 20) MiB, which is too much for what it should be")
        }
    }
    return content
}
