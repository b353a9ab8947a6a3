/// The release that this source becomes. The date stands here, and not in a build step,
/// so that the man page is the same bytes whenever it is made.
enum Version {
    static let number = "0.1.0"
    static let date = "2026-11-21"
}
