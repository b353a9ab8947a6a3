import CLinux

/// The number of processors that this process may run on.
public var availableProcessors: Int { Int(CLinux_processors()) }

/// Gives all threads together as many heaps as there are processors. With a heap of its own, a thread that mostly
/// waits would hold memory that no other thread can use.
public func shareHeaps() { CLinux_share_memory(Int32(clamping: availableProcessors)) }
