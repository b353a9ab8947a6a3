import Pixels

/// Limits of a decoder process.
package struct DecoderLimits: Equatable, Sendable {
    /// Bytes of memory that the process may write to. The program and its libraries have some of it.
    package var memory: Int
    /// Seconds of a processor for one picture.
    package var seconds: Int
    /// Seconds without a word, after which the process is ended.
    package var patience: Int

    static let ownMemory = 32 << 20

    package init(memory: Int = 128 << 20, seconds: Int = 20, patience: Int = 120) {
        (self.memory, self.seconds, self.patience) = (memory, seconds, patience)
    }

    /// The limits as the program's arguments.
    var arguments: [String] { [String(memory), String(seconds)] }

    /// The limits that a process was started with.
    package init?(arguments: [String]) {
        guard arguments.count == 2, let memory = Int(arguments[0]), let seconds = Int32(arguments[1]), memory > 0, seconds > 0 else { return nil }
        self.init(memory: memory, seconds: Int(seconds))
    }
}
