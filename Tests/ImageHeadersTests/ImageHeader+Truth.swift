import ImageHeaders

extension ImageHeader {
    /// The truth of the fixtures has no traits.
    var withoutTraits: ImageHeader {
        ImageHeader(format: format, displayed: displayed, stored: stored, orientation: orientation)
    }
}
