import Measuring
import WeirBase
import WeirSystem

/// The names of pictures in entries: those of the catalogue, or with a base URL the addresses from which clients load them.
struct EntryNames: ~Copyable {
    private let base: [UInt8]?
    /// The folder of a bucket that is the catalogue, whose pictures are named below it.
    private let bucket: [UInt8]?
    /// nil without a base URL.
    private let root: PictureRoot?
    /// The address of the picture that was taken last.
    private var address = ByteBuffer()

    init(_ plan: IngestPlan, _ root: PictureRoot?) {
        base = plan.baseURL
        bucket = if case .bucket(let folder, _) = plan.catalogue { folder } else { nil }
        self.root = root
    }

    /// Prepares the name of a picture. `isOutside` marks a picture that leads out of the root, which no server has.
    mutating func take(_ img: UnsafeBufferPointer<UInt8>, isOutside: @autoclosure () -> Bool) {
        guard let base else { return }
        address.removeAll()
        guard !isOutside(), let relative = nameBelowBase(img) else { return address.append(img) }
        address.append(base)
        if base.last != UInt8(ascii: "/") { address.append("/") }
        relative.withUnsafeBufferPointer { address.append(percentEncodedPath: $0) }
    }

    /// Gives access to the name of the picture that was taken last.
    func withName(
        of img: UnsafeBufferPointer<UInt8>, _ body: (UnsafeBufferPointer<UInt8>) throws(MachineFailure) -> Void
    ) throws(MachineFailure) {
        guard base == nil else { return try address.withBytes(body) }
        try body(nameInFolder(img))
    }

    private func nameInFolder(_ img: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(rebasing: img.dropFirst(bucket?.count ?? 0))
    }

    /// The name of a picture below the folder that the base URL stands for; nil if it is not there.
    private func nameBelowBase(_ img: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        if bucket != nil { return Array(nameInFolder(img)) }
        guard case .file(let path) = PictureLocation(of: img, below: nil) else { return nil }
        return root?.relative(path)
    }
}
