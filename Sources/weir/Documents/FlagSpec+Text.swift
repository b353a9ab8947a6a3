// Texts about options and commands, for help, man page and completions.

extension FlagSpec {
    /// The option's names, with the long names aligned: `-r, --recursive`.
    var term: String {
        (short.map { "-\($0), " } ?? "    ") + "--\(name)" + (value.map { " \($0.placeholder)" } ?? optionalPlaceholder.map { " [\($0)]" } ?? "")
    }

    /// The help, the words to choose from, and the default.
    var meaning: String {
        var sentences = [help]
        switch value?.completion {
        case .words(let words): sentences.append("One of \(words.joined(separator: ", ")).")
        case .list(let words) where !words.isEmpty: sentences.append("Any of \(words.joined(separator: ", ")).")
        default: break
        }
        if let text = self.default {
            sentences.append("Default: \(text).")
        }
        return sentences.joined(separator: " ")
    }

    /// The first sentence of the help without its full stop, for a menu in a shell.
    var menuText: String { firstSentence(of: help) }
}

extension Command {
    var menuText: String { firstSentence(of: summary) }
    var synopsis: String { "weir \(name) [OPTION]..." + (operands.map { " \($0.placeholder)" } ?? "") }
}

extension ValueSpec.Completion {
    /// The suggested words, if they are known.
    var words: [String]? {
        switch self {
        case .words(let words): words
        case .commands: Command.all.map(\.name)
        case .nothing, .files, .list: nil
        }
    }
}

private func firstSentence(of text: String) -> String {
    var words: [Substring] = []
    for word in text.split(separator: " ") {
        if word.hasSuffix(".") {
            words.append(word.dropLast())
            break
        }
        words.append(word)
    }
    return words.joined(separator: " ")
}
