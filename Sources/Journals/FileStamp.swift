import Glibc

/// What tells one state of a file from another without reading it.
public struct FileStamp: Hashable, Sendable {
    public let device: UInt64
    public let inode: UInt64
    public let size: Int64
    /// When it was last written to, in Unix seconds and the nanoseconds behind them.
    public let seconds: Int64
    public let nanoseconds: Int32

    public init(device: UInt64, inode: UInt64, size: Int64, seconds: Int64, nanoseconds: Int32) {
        self.device = device
        self.inode = inode
        self.size = size
        self.seconds = seconds
        self.nanoseconds = nanoseconds
    }

    public init(_ status: stat) {
        self.init(
            device: UInt64(status.st_dev), inode: UInt64(status.st_ino), size: Int64(status.st_size),
            seconds: Int64(status.st_mtim.tv_sec), nanoseconds: Int32(truncatingIfNeeded: status.st_mtim.tv_nsec))
    }
}

extension FileStamp {
    static let byteCount = 36

    /// Gives the stamp as it stands in a journal: its five numbers in their order, the highest
    /// byte first.
    func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        withUnsafeTemporaryAllocation(byteCount: Self.byteCount, alignment: 8) { bytes in
            bytes.storeBytes(of: device.bigEndian, toByteOffset: 0, as: UInt64.self)
            bytes.storeBytes(of: inode.bigEndian, toByteOffset: 8, as: UInt64.self)
            bytes.storeBytes(of: size.bigEndian, toByteOffset: 16, as: Int64.self)
            bytes.storeBytes(of: seconds.bigEndian, toByteOffset: 24, as: Int64.self)
            bytes.storeBytes(of: nanoseconds.bigEndian, toByteOffset: 32, as: Int32.self)
            return body(UnsafeRawBufferPointer(bytes))
        }
    }

    /// nil where the bytes are no stamp.
    init?(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count == Self.byteCount else { return nil }
        func number(_ index: Int) -> UInt64 {
            UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: index * 8, as: UInt64.self))
        }
        self.init(
            device: number(0), inode: number(1), size: Int64(bitPattern: number(2)), seconds: Int64(bitPattern: number(3)),
            nanoseconds: Int32(bigEndian: bytes.loadUnaligned(fromByteOffset: 32, as: Int32.self)))
    }
}
