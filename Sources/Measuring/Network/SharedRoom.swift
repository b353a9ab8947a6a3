import System

/// Room in memory that threads share.
final class SharedRoom: Sendable {
    private let free: Locked<Int>

    init(_ bytes: Int) { free = Locked(bytes) }

    /// Returns whether there was room, which is sure after a wait.
    func take(_ bytes: Int, waits: Bool) -> Bool {
        guard waits else {
            return free.change { free in
                guard free >= bytes else { return false }
                free -= bytes
                return true
            }
        }
        return free.wait(until: { $0 >= bytes }) {
            $0 -= bytes
            return true
        }
    }

    func giveBack(_ bytes: Int) { free.announce { $0 += bytes } }
}
