import CLinux
import Glibc

/// The arguments of this process as the kernel passed them, the program's own name first. They are there without /proc, too.
package var processArguments: [[UInt8]] {
    (0..<CLinux_argument_count()).compactMap { index in
        guard let start = CLinux_argument(index) else { return nil }
        return Array(UnsafeRawBufferPointer(start: start, count: strlen(start)))
    }
}
