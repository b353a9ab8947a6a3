import Checks

extension Finding {
    /// The message behind the picture and the screens, if the finding is about some. All texts are shortened, since
    /// those of a manifest can have any length.
    var sentence: String {
        let parts = [img?.shortened(to: 200), screens?.phrase, message]
        return parts.compactMap { $0 }.joined(separator: ": ").shortened(to: 1000).visible
    }

    /// The file and the place, in the form that editors and terminals can open. A file without lines has a JSON
    /// pointer as its fragment (RFC 6901, 6).
    var location: String {
        if let place { return "\(file.visible):\(place.line):\(place.column)" }
        return pointer.isEmpty ? file.visible : "\(file.visible)#\(pointer.visible)"
    }
}

extension FindingScreens {
    fileprivate var phrase: String { count == 1 ? first : "on \(count) of \(total) screens, first \(first)" }
}
