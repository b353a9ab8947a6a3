extension String {
    /// At most `limit` characters of the text, with an ellipsis if it was cut.
    func shortened(to limit: Int) -> String {
        guard utf8.count > limit, let end = unicodeScalars.index(startIndex, offsetBy: limit, limitedBy: endIndex), end < endIndex
        else { return self }
        return self[..<end] + "…"
    }
}
