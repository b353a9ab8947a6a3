import CLinux

/// The number of processors that this process may run on.
package let availableProcessors = Int(CLinux_processors())

/// Limits the number of heaps to the number of processors. With a heap for each thread, a thread that mostly waits
/// would hold memory that no other thread can use. A large block is given back to the system when it is free.
package func limitHeaps() { CLinux_share_memory(Int32(clamping: availableProcessors)) }

/// Limits the memory that this process may write to.
package func limitMemory(to bytes: Int) { CLinux_limit_data(bytes) }

/// Ends this process by SIGXCPU when it has worked for this number of seconds from now on.
package func limitTime(to seconds: Int) { CLinux_limit_time(Int32(clamping: seconds)) }
