import Base

extension Failure {
    /// The pixels of a format need a library that cannot be loaded. `reason` names it for programs that load libraries.
    static func noDecoder(of format: String, because reason: String) -> Failure {
        #if WEIR_STATIC
            Failure(.unsupportedFormat, "this build has no decoder for \(format)")
        #else
            Failure(.unsupportedFormat, reason)
        #endif
    }
}
