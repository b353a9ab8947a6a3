import CLinux
import Glibc

/// Starts the user's program for a file or an address, and does not wait for it.
package func startDesktop(_ place: [UInt8]) throws(MachineFailure) {
    // A name that begins with a dash would be an option.
    let place = place.first == UInt8(ascii: "-") ? Array("./".utf8) + place : place
    guard withPath(place, { CLinux_start_desktop($0) }) == 0 else {
        throw .machine(errno == ENOENT ? "there is no xdg-open on the PATH" : "xdg-open: \(errorText(errno))")
    }
}
