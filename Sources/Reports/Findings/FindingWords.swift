import Checks

extension Finding {
    /// The message as it stands by itself: a finding about frames says on which screen. Texts from
    /// a manifest can be of any length; so much of them tells enough.
    var sentence: String {
        let whole = screen.map { "\($0): \(message)" } ?? message
        return whole.shortened(to: 1000).visible
    }

    /// The file and the place, as editors and terminals know to open it; in a file without lines,
    /// the JSON pointer behind the sign of a fragment (RFC 6901, 6).
    var spot: String {
        if let place { return "\(file.visible):\(place.line):\(place.column)" }
        return pointer.isEmpty ? file.visible : "\(file.visible)#\(pointer.visible)"
    }
}
