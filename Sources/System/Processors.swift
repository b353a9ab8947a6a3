import CLinux

/// The number of processors that this process may run on.
public var availableProcessors: Int { Int(CLinux_processors()) }

/// Gives the process as many heaps as processors, for all its threads. Threads that mostly wait would
/// each keep a heap with memory that no other can use.
public func shareHeaps() { CLinux_share_memory(Int32(clamping: availableProcessors)) }
