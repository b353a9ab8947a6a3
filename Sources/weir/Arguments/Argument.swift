import Glibc

/// One command line argument, as the kernel hands it over.
///
/// Bytes, because a path on Linux is any bytes but NUL: a name in Latin-1 that became a
/// String and bytes again would name another file.
struct Argument: Equatable, Sendable {
    let bytes: [UInt8]

    /// The argument as text; nil when it is not UTF-8.
    var text: String? { String(validating: bytes, as: UTF8.self) }

    /// The argument for a message. What is no text becomes U+FFFD, and control characters
    /// too, so that a file's name cannot steer the terminal.
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
