import Foundation

/// A failed system call of a test.
public struct SystemError: Error, CustomStringConvertible {
    let call: String
    let code: Int32

    init(_ call: String, _ code: Int32 = errno) {
        self.call = call
        self.code = code
    }

    public var description: String { "\(call): \(String(cString: strerror(code)))" }

    /// The result of a call that returns -1 if it fails.
    @discardableResult
    static func check<Number: SignedInteger>(_ call: String, _ result: Number) throws -> Number {
        if result == -1 { throw SystemError(call) }
        return result
    }
}
