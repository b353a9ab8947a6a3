import Glibc
import System

/// The program that decodes: this one, with an argument that its help does not list.
public struct DecoderProgram: Sendable {
    let path: String
    let arguments: [String]

    public init(path: String, arguments: [String]) { (self.path, self.arguments) = (path, arguments) }

    /// The argument that makes weir a decoder process. Behind it stand the limits, which `DecoderLimits` reads.
    public static let command = "decode-pictures"

    /// The program that is running. Without /proc it is found by the name that it was started with.
    public static let running = {
        let name = String(decoding: processArguments.first ?? [], as: UTF8.self)
        return DecoderProgram(path: access("/proc/self/exe", X_OK) == 0 ? "/proc/self/exe" : name, arguments: [name, command])
    }()
}
