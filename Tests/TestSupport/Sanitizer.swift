import Foundation

public enum Sanitizer {
    /// Whether `weir` is built with a sanitizer, which needs memory and time of its own: with these tests, or apart from
    /// them, which SANITIZER then says.
    public static let isOn =
        dlsym(nil, "__asan_init") != nil || dlsym(nil, "__tsan_init") != nil
        || ProcessInfo.processInfo.environment["SANITIZER"] != nil
}
