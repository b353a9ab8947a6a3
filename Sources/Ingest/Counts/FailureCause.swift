import WeirBase

/// The pictures that failed for one cause: a host that does not answer, or else a code, with the host if there is one.
package struct FailureCause: Equatable, Sendable {
    struct Key: Hashable {
        /// nil of a host that does not answer.
        let code: Failure.Code?
        /// Empty of files.
        let host: [UInt8]

        /// `name` is that of the picture.
        init(_ code: Failure.Code, _ name: [UInt8]) {
            host = hostText(of: name) ?? []
            switch code {
            case .dns, .connect, .tls, .timeout, .stalled, .hostSuspended: self.code = host.isEmpty ? code : nil
            default: self.code = code
            }
        }
    }

    package let host: [UInt8]
    package private(set) var pictures = 0
    /// Those of them that had not failed before, as far as anybody knows.
    package private(set) var newPictures = 0
    /// Those of them whose previous size is kept.
    package private(set) var stalePictures = 0
    /// Those of them that were not asked for, since their host was given up.
    package private(set) var unaskedPictures = 0
    /// The Unix time of the first failure in this run.
    package let since: Int64
    /// The last answer, or the lack of one; of pictures that were not asked for only if there is no other.
    package private(set) var last: Failure

    /// The causes of the most pictures come first, and a run that is repeated has the same order.
    var order: (Int, String, String) { (-pictures, last.code.rawValue, String(decoding: host, as: UTF8.self)) }

    init(_ failure: Failure, of host: [UInt8], at now: Int64) {
        self.host = host
        since = now
        last = failure
    }

    mutating func add(_ failure: Failure, isNew: Bool, isStale: Bool) {
        pictures += 1
        newPictures += isNew ? 1 : 0
        stalePictures += isStale ? 1 : 0
        unaskedPictures += failure.code == .hostSuspended ? 1 : 0
        if failure.code != .hostSuspended || last.code == .hostSuspended { last = failure }
    }
}
