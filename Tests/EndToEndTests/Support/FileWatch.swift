import Foundation
import TestSupport

/// Counts how often a folder and the files in it are opened.
final class FileWatch {
    private let descriptor: Int32

    init(_ folder: TemporaryFolder, _ name: String = "") throws {
        descriptor = inotify_init1(Int32(O_NONBLOCK | O_CLOEXEC))
        let path = name.isEmpty ? folder.path : folder.path + "/" + name
        guard descriptor >= 0, inotify_add_watch(descriptor, path, UInt32(IN_OPEN | IN_CLOSE)) >= 0 else {
            throw POSIXError(.ENOSPC)
        }
    }

    deinit { close(descriptor) }

    /// The count for each file since the last call. The folder itself has an empty name.
    func opened() -> [String: Int] {
        var counts: [String: Int] = [:]
        var block = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(descriptor, &block, block.count)
            guard count > 0 else { return counts }
            block.withUnsafeBytes { block in
                var offset = 0
                while offset < count {
                    let event = block.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
                    let name = block[(offset + MemoryLayout<inotify_event>.size)...].prefix(Int(event.len)).prefix { $0 != 0 }
                    if event.mask & UInt32(IN_OPEN) != 0 { counts[String(decoding: name, as: UTF8.self), default: 0] += 1 }
                    offset += MemoryLayout<inotify_event>.size + Int(event.len)
                }
            }
        }
    }
}
