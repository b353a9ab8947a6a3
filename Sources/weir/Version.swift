/// The version of this source. The date is fixed here, so that the man page is the same in every build.
enum Version {
    static let number = "0.1.0"
    static let date = "2026-11-21"
}
