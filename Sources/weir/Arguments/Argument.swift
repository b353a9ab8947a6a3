import Glibc

/// A command line argument, as the kernel passes it.
///
/// It has bytes and not a String, because a path on Linux may have any bytes but NUL. Converting a name in
/// Latin-1 to a String and back would name another file.
struct Argument: Equatable, Sendable {
    let bytes: [UInt8]

    /// The argument as text; nil when it is not UTF-8.
    var text: String? { String(validating: bytes, as: UTF8.self) }

    /// The argument for a message. Invalid bytes and control characters become U+FFFD, so that a file's name
    /// cannot control the terminal.
    var shown: String {
        let scalars = String(decoding: bytes, as: UTF8.self).unicodeScalars.map { scalar in
            scalar.properties.generalCategory == .control ? "\u{FFFD}" : scalar
        }
        let visible = String(String.UnicodeScalarView(scalars))
        return visible.isEmpty || visible.contains(" ") ? "'\(visible)'" : visible
    }
}

extension Argument {
    init(_ bytes: some Sequence<UInt8>) {
        self.bytes = Array(bytes)
    }

    init(_ text: String) {
        self.init(text.utf8)
    }

    /// The arguments of this process, without the program's own name.
    static func ofProcess() -> [Argument] {
        (0..<Int(CommandLine.argc)).dropFirst().compactMap { index in
            guard let start = CommandLine.unsafeArgv[index] else { return nil }
            return Argument(UnsafeRawBufferPointer(start: start, count: strlen(start)))
        }
    }
}
