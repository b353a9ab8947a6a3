import Base
import System

/// A command line argument, as the kernel passes it.
///
/// It has bytes and not a String, because a path on Linux may have any bytes but NUL. Converting a name in
/// Latin-1 to a String and back would name another file.
struct Argument: Equatable, Sendable {
    let bytes: [UInt8]

    /// The argument as text; nil when it is not UTF-8.
    var text: String? { String(validating: bytes, as: UTF8.self) }

    /// The argument for a message. Invalid bytes become U+FFFD, and a URL is shown without its user and password.
    var shown: String {
        let visible = System.shown(bytes)
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
    static func ofProcess() -> [Argument] { processArguments.dropFirst().map { Argument($0) } }
}
