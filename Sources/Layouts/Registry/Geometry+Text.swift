// Sizes and insets as they are written on a command line and in a configuration.

extension Size {
    /// Reads a size such as `160x90`.
    package init?(_ text: String) {
        let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { Double($0) }
        guard sides.count == 2, let width = sides[0], let height = sides[1] else { return nil }
        self.init(width: width, height: height)
    }
}

extension Insets {
    /// Reads one number for all sides, or `top,left,bottom,right`.
    package init?(_ text: String) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        let sides = parts.compactMap { Double($0) }
        guard sides.count == parts.count else { return nil }
        switch sides.count {
        case 1: self.init(sides[0])
        case 4: self.init(top: sides[0], left: sides[1], bottom: sides[2], right: sides[3])
        default: return nil
        }
    }
}
