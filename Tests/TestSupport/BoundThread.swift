import Foundation

import class WeirSystem.Locked

/// Runs a closure on a thread of its own. File modes apply to this thread even if root runs the tests.
public func boundByModes<Value: Sendable>(_ body: @escaping @Sendable () -> Value) throws -> Value {
    let result = Locked<Result<Value, SystemError>?>(nil)
    try ServerThread {
        let bound = Result { () throws(SystemError) in
            try giveUpModeOverrides()
            return body()
        }
        result.change { $0 = bound }
    }.join()
    return try result.value!.get()
}

/// Gives up CAP_DAC_OVERRIDE and CAP_DAC_READ_SEARCH for the calling thread alone, since Linux keeps capabilities for
/// each thread.
private func giveUpModeOverrides() throws(SystemError) {
    // A header with its version and no process, and two parts of three sets each (capget(2)).
    var header: [UInt32] = [0x2008_0522, 0]
    var sets = [UInt32](repeating: 0, count: 6)
    guard getCapabilities(&header, &sets) == 0 else { throw SystemError("capget") }
    sets[0] &= ~0b110
    guard setCapabilities(&header, &sets) == 0 else { throw SystemError("capset") }
}

// glibc defines both functions but declares neither.
private typealias CapabilityCall = @convention(c) (UnsafeMutableRawPointer, UnsafeMutableRawPointer) -> Int32
private let getCapabilities = unsafeBitCast(dlsym(nil, "capget"), to: CapabilityCall.self)
private let setCapabilities = unsafeBitCast(dlsym(nil, "capset"), to: CapabilityCall.self)
