import Foundation

/// A new folder, which is removed with its content when the test is over. Names are bytes.
public final class TemporaryFolder: Sendable {
    public let path: String

    public init() throws {
        var template = Array((NSTemporaryDirectory() + "weir-test-XXXXXX").utf8CString)
        guard mkdtemp(&template) != nil else { throw SystemError("mkdtemp") }
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    deinit {
        // Foundation fails for names that are not text, and for paths that are too long.
        _ = try? Program.named("rm")?.run(["-rf", "--", Bytes(path)])
    }

    /// The path of a name in this folder.
    public func path(of name: Bytes) -> Bytes { Bytes(path + "/") + name }

    public func add(_ name: Bytes, _ content: Bytes = []) throws {
        let file = try path(of: name).withCString {
            try SystemError.check("open", open($0, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644))
        }
        defer { close(file) }
        var rest = content.all[...]
        while !rest.isEmpty {
            rest.removeFirst(try rest.withUnsafeBytes { try SystemError.check("write", write(file, $0.baseAddress, $0.count)) })
        }
    }

    public func addFolder(_ name: Bytes) throws {
        try path(of: name).withCString { try SystemError.check("mkdir", mkdir($0, 0o755)) }
    }

    public func addLink(_ name: Bytes, to target: Bytes) throws {
        try path(of: name).withCString { link in
            try target.withCString { try SystemError.check("symlink", symlink($0, link)) }
        }
    }

    /// Makes a pipe without a writer.
    public func addPipe(_ name: Bytes) throws {
        try path(of: name).withCString { try SystemError.check("mkfifo", mkfifo($0, 0o644)) }
    }

    public func addSocket(_ name: Bytes) throws {
        try path(of: name).withCString { try SystemError.check("mknod", mknod($0, S_IFSOCK | 0o644, 0)) }
    }

    public func setMode(_ name: Bytes, _ mode: mode_t) throws {
        try path(of: name).withCString { try SystemError.check("chmod", chmod($0, mode)) }
    }
}
