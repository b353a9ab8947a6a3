/// The version of this source, for everything that names it. The date is fixed here, so that the man page is the same in every build.
enum Version {
    static let number = "0.2.0"
    static let date = "2026-11-24"
}
