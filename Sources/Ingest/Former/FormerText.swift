import Glibc
import System

/// The decompressed text of the old manifest, with its pages one after the other.
struct FormerText {
    private let manifest: IngestPlan.Output
    /// nil before the first byte is needed: the run may have waited for another one, which has changed the pages.
    private var files: ArraySlice<[UInt8]>?
    private var bytes: DecompressedInput?
    private var piece: [UInt8] = []
    /// The number of bytes of the piece that have been compared.
    private var place = 0

    init(_ manifest: IngestPlan.Output) { self.manifest = manifest }

    /// Reads as many bytes as `text` has, and returns whether they are equal to it.
    mutating func goesOn(with text: UnsafeBufferPointer<UInt8>) throws(MachineFailure) -> Bool {
        var rest = UnsafeRawBufferPointer(text)
        while !rest.isEmpty {
            guard try !isAtEnd() else { return false }
            let count = min(rest.count, piece.count - place)
            let isSame = piece.withUnsafeBytes { piece in
                guard let mine = piece.baseAddress, let other = rest.baseAddress else { return false }
                return memcmp(mine + place, other, count) == 0
            }
            guard isSame else { return false }
            place += count
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        }
        return true
    }

    mutating func isAtEnd() throws(MachineFailure) -> Bool {
        if files == nil { files = try manifest.standingFiles()[...] }
        while place == piece.count {
            if let next = try bytes?.next() {
                piece = next
                place = 0
            } else if let file = files?.popFirst() {
                bytes = try DecompressedInput(file: file)
            } else {
                return true
            }
        }
        return false
    }
}
