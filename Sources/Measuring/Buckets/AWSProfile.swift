import Base

/// A profile of the two files in which AWS keeps keys and settings: `config` and `credentials`.
struct AWSProfile: Equatable {
    private let credentials: [String: String]?
    private let config: [String: String]?

    /// nil if neither file has the profile.
    init?(_ name: String, credentials: [UInt8], config: [UInt8]) {
        self.credentials = AWSProfile.section(in: credentials) { $0 == name }
        self.config = AWSProfile.section(in: config) { section in
            section.wordsInQuotes == ["profile", name] || name == "default" && section == name
        }
        if self.credentials == nil && self.config == nil { return nil }
    }

    /// The keys of the files are asked in the order of AWS's own tools, so a command stands between them.
    var keys: (name: String, secret: String, session: String?)? { Self.keys(credentials) ?? (command == nil ? Self.keys(config) : nil) }

    /// A command that prints keys.
    var command: String? { credentials?["credential_process"] ?? config?["credential_process"] }

    var region: String? { config?["region"] ?? credentials?["region"] }

    var endpoint: String? { config?["endpoint_url"] }

    /// Whether AWS's own tools would ask a service for the keys of a role, a sign-on or a login, even if there are other keys.
    var needsService: Bool {
        has(["role_arn", "web_identity_token_file", "sso_account_id", "sso_role_name"])
            || Self.keys(credentials) == nil && has(["login_session"])
            || keys == nil && command == nil && has(["sso_session", "sso_start_url"])
    }

    private func has(_ names: [String]) -> Bool { names.contains { config?[$0] != nil || credentials?[$0] != nil } }

    private static func keys(_ section: [String: String]?) -> (name: String, secret: String, session: String?)? {
        guard let section, let name = section["aws_access_key_id"], let secret = section["aws_secret_access_key"] else { return nil }
        return (name, secret, section["aws_session_token"])
    }

    /// The settings of the sections with such a name, by their own names in small letters. A line that is indented more than the setting
    /// above belongs to that setting.
    private static func section(in file: [UInt8], named isWanted: (Substring) -> Bool) -> [String: String]? {
        var settings: [String: String]?
        var isInside = false
        var indentation: Int?
        for line in String(decoding: file, as: UTF8.self).split(whereSeparator: \.isNewline) {
            let text = line.trimmingBlanks()
            if text.isEmpty || text.hasPrefix("#") || text.hasPrefix(";") { continue }
            let blanks = line.prefix(while: \.isWhitespace).count
            if let indentation, blanks > indentation { continue }
            if text.hasPrefix("["), let end = text.firstIndex(of: "]") {
                isInside = isWanted(text[text.index(after: text.startIndex)..<end].trimmingBlanks())
                indentation = nil
                if isInside { settings = settings ?? [:] }
            } else if let mark = text.firstIndex(where: { $0 == "=" || $0 == ":" }) {
                indentation = blanks
                let value = text[text.index(after: mark)...].trimmingBlanks()
                if isInside { settings?[text[..<mark].trimmingBlanks().lowercased()] = withoutComment(value) }
            }
        }
        return settings
    }

    private static func withoutComment(_ value: Substring) -> String {
        let end = value.indices.first { index in
            (value[index] == "#" || value[index] == ";") && index > value.startIndex && value[value.index(before: index)].isWhitespace
        }
        return String(value[..<(end ?? value.endIndex)].trimmingBlanks())
    }
}

extension Substring {
    fileprivate func trimmingBlanks() -> Substring {
        var text = drop(while: \.isWhitespace)
        while text.last?.isWhitespace == true { text.removeLast() }
        return text
    }

    /// The words as a shell reads them. Blanks in quotes do not end a word.
    fileprivate var wordsInQuotes: [String] {
        var words: [String] = []
        var word: String?
        var quote: Character?
        for character in self {
            if character == quote {
                quote = nil
            } else if quote == nil, character == "\"" || character == "'" {
                (quote, word) = (character, word ?? "")
            } else if quote == nil, character.isWhitespace {
                if let ended = word.take() { words.append(ended) }
            } else {
                word = (word ?? "") + String(character)
            }
        }
        return words + (word.map { [$0] } ?? [])
    }
}
