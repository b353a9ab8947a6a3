import CLinux
import Glibc

/// The arguments of this process as the kernel has passed them. The first one is the program's name.
public func processArguments() -> [[UInt8]] {
    var arguments: [[UInt8]] = []
    while let start = CLinux_arguments()[arguments.count] {
        arguments.append(Array(UnsafeRawBufferPointer(start: start, count: strlen(start))))
    }
    return arguments
}
