import Foundation

public enum Sanitizer {
    /// Whether the tests and `weir` are built with a sanitizer, which needs memory of its own.
    public static let isOn = dlsym(nil, "__asan_init") != nil || dlsym(nil, "__tsan_init") != nil
}
