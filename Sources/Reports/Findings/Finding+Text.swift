import Checks

extension Finding {
    /// The message, with the screen if the finding is about frames. It is shortened, since texts of a manifest
    /// can have any length.
    var sentence: String {
        let whole = screen.map { "\($0): \(message)" } ?? message
        return whole.shortened(to: 1000).visible
    }

    /// The file and the place, in the form that editors and terminals can open. A file without lines has a JSON
    /// pointer as its fragment (RFC 6901, 6).
    var location: String {
        if let place { return "\(file.visible):\(place.line):\(place.column)" }
        return pointer.isEmpty ? file.visible : "\(file.visible)#\(pointer.visible)"
    }
}
