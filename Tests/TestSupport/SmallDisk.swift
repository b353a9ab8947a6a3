import Foundation

/// A small file system of its own.
public final class SmallDisk {
    private let path: Bytes

    /// Whether this user may mount a file system.
    public static let isAvailable: Bool = {
        guard geteuid() == 0, let folder = try? TemporaryFolder() else { return false }
        return (try? SmallDisk(folder, "disk", size: "64k")) != nil
    }()

    public init(_ folder: TemporaryFolder, _ name: Bytes, size: Bytes) throws {
        path = folder.path(of: name)
        try folder.addFolder(name)
        guard let mount = Program.named("mount") else { throw CocoaError(.featureUnsupported) }
        let outcome = try mount.run(["-t", "tmpfs", "-o", "size=" + size, "tmpfs", path])
        guard outcome.status == .exited(0) else { throw CocoaError(.fileWriteNoPermission) }
    }

    deinit { _ = try? Program.named("umount")?.run(["-l", path]) }
}
