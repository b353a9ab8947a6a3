import Glibc
import System

/// The program that decodes: this one, with an argument that its help does not list.
package struct DecoderProgram: Sendable {
    let path: String
    let arguments: [String]

    package init(path: String, arguments: [String]) { (self.path, self.arguments) = (path, arguments) }

    /// The argument that makes weir a decoder process. Behind it stand the limits, which `DecoderLimits` reads.
    package static let command = "decode-pictures"

    /// The program that is running. Without /proc it is found by the name that it was started with.
    package static let running = {
        let name = String(decoding: processArguments.first ?? [], as: UTF8.self)
        return DecoderProgram(path: access("/proc/self/exe", X_OK) == 0 ? "/proc/self/exe" : name, arguments: [name, command])
    }()
}
