import Base

/// A profile of the two files in which AWS keeps keys and settings: `config` and `credentials`.
struct AWSProfile: Equatable {
    private let credentials: [String: String]?
    private let config: [String: String]?

    /// nil if neither file has the profile.
    init?(_ name: String, credentials: [UInt8], config: [UInt8]) {
        self.credentials = AWSProfile.section(named: [name], in: credentials)
        self.config = AWSProfile.section(named: name == "default" ? ["default", "profile default"] : ["profile \(name)"], in: config)
        if self.credentials == nil && self.config == nil { return nil }
    }

    /// The keys of the files are asked in the order of AWS's own tools, so a command stands between them.
    var keys: (name: String, secret: String, session: String?)? { Self.keys(credentials) ?? (command == nil ? Self.keys(config) : nil) }

    /// A command that prints keys.
    var command: String? { credentials?["credential_process"] ?? config?["credential_process"] }

    var region: String? { config?["region"] ?? credentials?["region"] }

    var endpoint: String? { config?["endpoint_url"] }

    /// Whether the keys would have to be asked of a service first.
    var needsService: Bool {
        ["role_arn", "sso_session", "sso_start_url"].contains { config?[$0] != nil || credentials?[$0] != nil }
    }

    private static func keys(_ section: [String: String]?) -> (name: String, secret: String, session: String?)? {
        guard let section, let name = section["aws_access_key_id"], let secret = section["aws_secret_access_key"] else { return nil }
        return (name, secret, section["aws_session_token"])
    }

    /// The settings of the section, by their names in small letters. An indented line belongs to the setting above it.
    private static func section(named names: [String], in file: [UInt8]) -> [String: String]? {
        var settings: [String: String]?
        var isInside = false
        for line in String(decoding: file, as: UTF8.self).split(whereSeparator: \.isNewline) {
            let text = line.trimmingBlanks()
            if text.isEmpty || text.hasPrefix("#") || text.hasPrefix(";") { continue }
            if text.hasPrefix("["), let end = text.firstIndex(of: "]") {
                let name = text[text.index(after: text.startIndex)..<end].split(whereSeparator: \.isWhitespace).joined(separator: " ")
                isInside = names.contains(name)
                if isInside { settings = settings ?? [:] }
            } else if isInside, line.first?.isWhitespace == false, let mark = text.firstIndex(of: "=") {
                let value = text[text.index(after: mark)...].trimmingBlanks()
                settings?[text[..<mark].trimmingBlanks().lowercased()] = withoutComment(value)
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
}
