/// The text of a host's robots.txt. It is empty if the host has none, and everything may be requested.
package struct RobotsText: Equatable, Sendable {
    package let text: [UInt8]
    /// The time at which it was read, in Unix seconds.
    package let readAt: Int64

    package init(_ text: [UInt8], readAt: Int64) { (self.text, self.readAt) = (text, readAt) }
}
