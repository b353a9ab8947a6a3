import ImageHeaders

extension ImageHeader {
    /// The truth of the fixtures has no colours.
    var withoutColours: ImageHeader {
        ImageHeader(format: format, displayed: displayed, stored: stored, orientation: orientation)
    }
}
