import Base
import Glibc
import System

extension PictureRoot {
    /// The SHA-256 of a picture that is a file below this folder, in hexadecimal; nil for other pictures and if the file cannot
    /// be read.
    package func sha256(of img: [UInt8]) -> String? {
        let picture = img.withUnsafeBufferPointer { PicturePlace(of: $0, below: self) }
        guard case .file(let path) = picture, case .success(let file) = open(path[...]) else { return nil }
        defer { close(file) }
        var hash = SHA256()
        return hash.append(file: file, upTo: .max) > 0 ? hash.hexDigest : nil
    }
}
