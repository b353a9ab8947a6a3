import Foundation
import TestSupport

/// The result of one request by the program `curl`.
struct CurlReply {
    /// curl's exit status; 0 for a complete answer.
    let exit: Int32
    let status: Int
    /// The version of HTTP as curl prints it: 1.1 or 2.
    let version: String
    /// The header fields of the last answer, by their names in lower case.
    let headers: [String: [String]]
    let body: [UInt8]

    subscript(name: String) -> String? { headers[name]?.first }

    enum Exit {
        static let connectionRefused: Int32 = 7
        static let partialFile: Int32 = 18
        static let timedOut: Int32 = 28
        static let tooManyRedirects: Int32 = 47
        static let emptyReply: Int32 = 52
        static let connectionFailed: Int32 = 56
        static let certificate: Int32 = 60
        static let fileTooLarge: Int32 = 63
    }
}

/// Runs `curl` without its user's settings and proxies.
func runCurl(_ arguments: [String]) throws -> Outcome {
    guard let curl = Program.named("curl") else { throw CocoaError(.executableNotLoadable) }
    return try curl.run((["-q", "-sS", "--noproxy", "*"] + arguments).map { Bytes($0) })
}

/// Requests one URL.
func curl(_ url: String, _ options: String...) throws -> CurlReply { try curl(url, options: options) }

func curl(_ url: String, options: [String]) throws -> CurlReply {
    let report = #"%{stderr}\#n{"status":"%{http_code}","version":"%{http_version}","headers":%{header_json}}"#
    let outcome = try runCurl(["-w", report] + options + [url])
    guard case .exited(let exit) = outcome.status, let start = outcome.messages.range(of: "\n{") else {
        throw CocoaError(.coderReadCorrupt, userInfo: [NSDebugDescriptionErrorKey: outcome.messages])
    }
    let read = try JSONDecoder().decode(CurlReport.self, from: Data(outcome.messages[start.lowerBound...].utf8))
    return CurlReply(
        exit: exit, status: Int(read.status) ?? 0, version: read.version, headers: read.headers, body: outcome.output)
}

private struct CurlReport: Decodable {
    /// Text, since curl prints 000 if there was no answer, which is no number in JSON.
    let status: String
    let version: String
    let headers: [String: [String]]
}
