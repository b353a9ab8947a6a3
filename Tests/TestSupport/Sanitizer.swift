import Foundation

public enum Sanitizer {
    /// Whether the tests, and `weir` with them, are built with a sanitizer, which keeps memory
    /// of its own.
    public static let isOn = dlsym(nil, "__asan_init") != nil || dlsym(nil, "__tsan_init") != nil
}
