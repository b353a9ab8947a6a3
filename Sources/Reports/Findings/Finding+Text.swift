import Checks

extension Finding {
    /// The message behind the picture and the screens, if the finding is about some. All texts are shortened, since
    /// those of a manifest can have any length.
    var sentence: String {
        let parts = [img?.shortened(to: 200), screens?.phrase, message]
        return parts.compactMap { $0 }.joined(separator: ": ").shortened(to: 1000).visible
    }

    /// The file and the position, in the form that editors and terminals can open. A file without lines has a JSON
    /// pointer as its fragment (RFC 6901, 6).
    var location: String {
        if let position { return "\(file.visible):\(position.line):\(position.column)" }
        return pointer.isEmpty ? file.visible : "\(file.visible)#\(pointer.visible)"
    }
}

extension FindingScreens {
    fileprivate var phrase: String { count == 1 ? first : "on \(count) of \(total) screens, first \(first)" }
}

extension String {
    /// At most `limit` characters of the text, with an ellipsis if it was cut.
    func shortened(to limit: Int) -> String {
        let text = withoutCredentials
        guard text.utf8.count > limit, let end = text.unicodeScalars.index(text.startIndex, offsetBy: limit, limitedBy: text.endIndex),
            end < text.endIndex
        else { return text }
        return text[..<end] + "…"
    }
}

extension Unicode.Scalar {
    /// How many columns of a terminal it takes: two for wide letters (Unicode Standard Annex 11, W and F) and
    /// emoji, none for combining marks.
    var columns: Int {
        if isASCII { return 1 }
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: break
        }
        if hangulVowelsAndFinals.contains(value) { return 0 }
        if regionalIndicators.contains(value) { return 1 }
        return properties.isEmojiPresentation || wide.contains { $0.contains(value) } ? 2 : 1
    }
}

/// These letters combine with the consonant before them.
private let hangulVowelsAndFinals: ClosedRange<UInt32> = 0x1160...0x11FF

/// Two of these form one flag.
private let regionalIndicators: ClosedRange<UInt32> = 0x1F1E6...0x1F1FF

/// The ranges of wide letters. They include a few unassigned code points, which do no harm.
private let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F,  // Hangul consonants
    0x2E80...0x303E,  // radicals, punctuation
    0x3041...0xA4CF,  // kana, bopomofo, Hangul for compatibility, CJK, hexagrams, Yi
    0xA960...0xA97F,  // Hangul consonants, extended
    0xAC00...0xD7A3,  // Hangul syllables
    0xF900...0xFAFF,  // CJK for compatibility
    0xFE10...0xFE19,  // vertical forms
    0xFE30...0xFE6F,  // forms for compatibility, small forms
    0xFF01...0xFF60,  // fullwidth forms
    0xFFE0...0xFFE6,  // fullwidth signs
    0x16FE0...0x18DFF,  // Tangut, Khitan
    0x1AFF0...0x1B2FF,  // kana, historic
    0x1F200...0x1F265,  // ideographs in squares and circles
    0x1F300...0x1F320,  // weather, some without a color
    0x20000...0x3FFFD,  // CJK extensions B and later
]
