import Foundation
import TestSupport

/// The answer that the program `curl` got.
struct CurlReply {
    let status: Int
    let body: [UInt8]
}

/// Requests one URL with `curl`, without its user's settings and proxies.
func curl(_ url: String, _ options: String...) throws -> CurlReply {
    guard let curl = Program.named("curl") else { throw CocoaError(.executableNotLoadable) }
    let words = ["-q", "-sS", "--noproxy", "*", "-w", "%{stderr}%{http_code}"] + options + [url]
    let outcome = try curl.run(words.map { Bytes($0) })
    guard outcome.status == .exited(0), let status = Int(outcome.messages) else {
        throw CocoaError(.coderReadCorrupt, userInfo: [NSDebugDescriptionErrorKey: outcome.messages])
    }
    return CurlReply(status: status, body: outcome.output)
}
