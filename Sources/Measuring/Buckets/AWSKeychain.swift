import Fetching
import WeirBase
import WeirRecords
import WeirSystem

/// Finds the keys of AWS in the order of its own tools: the environment, the two files, and what a container or an
/// instance lends.
struct AWSKeychain {
    let options: FetchOptions
    let isWanted: () -> Bool

    /// The keys that AWS's own tools would use. Where these would ask a service for the keys of a role, no others are taken: a pod
    /// would get those of its node.
    func keys() throws(MachineFailure) -> SigningKeys {
        if let keys = try environmentKeys() { return keys }
        let profile = try profile()
        if profile?.needsService == true {
            throw .input(
                """
                the profile \(profileName) takes its keys from a role, a sign-on or a login, which weir does not ask; \
                credential_process = aws configure export-credentials --profile \(profileName) --format process, in another \
                profile, does
                """)
        }
        // A command that the user has written asks for the keys of the role itself.
        if environment("AWS_WEB_IDENTITY_TOKEN_FILE") != nil, profile?.keys != nil || profile?.command == nil {
            throw .input(
                """
                AWS_WEB_IDENTITY_TOKEN_FILE is for the keys of a role, which weir does not ask for; the profile \(profileName) \
                with credential_process = aws configure export-credentials --format process does
                """)
        }
        if let keys = profile?.keys { return SigningKeys(name: keys.name, secret: keys.secret, session: keys.session) }
        if let command = profile?.command { return try keys(of: command) }
        if let keys = try containerKeys() { return keys }
        if let keys = try instanceKeys() { return keys }
        throw .input(
            """
            there are no keys for s3: AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are not set, the files of AWS have none for the \
            profile \(profileName), and no container or instance lends any; AWS_NO_SIGN_REQUEST=yes asks for what everybody may read
            """)
    }

    func region() throws(MachineFailure) -> String {
        if let region = environment("AWS_REGION") ?? environment("AWS_DEFAULT_REGION") { return region }
        return try profile()?.region ?? "us-east-1"
    }

    /// The URL of the server, and what has named it.
    func endpoint() throws(MachineFailure) -> (url: String, source: String)? {
        for variable in ["AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL"] {
            if let url = environment(variable) { return (url, variable) }
        }
        return try profile()?.endpoint.map { ($0, "endpoint_url of the profile \(profileName)") }
    }

    private func environmentKeys() throws(MachineFailure) -> SigningKeys? {
        guard let name = environment("AWS_ACCESS_KEY_ID") else { return nil }
        guard let secret = environment("AWS_SECRET_ACCESS_KEY") else {
            throw .input("AWS_ACCESS_KEY_ID is set without AWS_SECRET_ACCESS_KEY")
        }
        return SigningKeys(name: name, secret: secret, session: environment("AWS_SESSION_TOKEN"))
    }

    // MARK: Files

    private var profileName: String { environment("AWS_PROFILE") ?? environment("AWS_DEFAULT_PROFILE") ?? "default" }

    private func profile() throws(MachineFailure) -> AWSProfile? {
        let credentials = file("AWS_SHARED_CREDENTIALS_FILE", "credentials")
        let config = file("AWS_CONFIG_FILE", "config")
        let profile = AWSProfile(profileName, credentials: credentials.content, config: config.content)
        if profile == nil, profileName != "default" {
            throw .input(
                "neither \(shown(credentials.path)) nor \(shown(config.path)) has the profile \(profileName), which AWS_PROFILE names")
        }
        return profile
    }

    private func file(_ variable: String, _ name: String) -> (path: [UInt8], content: [UInt8]) {
        let path = Array((environment(variable) ?? "\(environment("HOME") ?? "")/.aws/\(name)").utf8)
        return (path, smallFile(path, atMost: 1 << 20) ?? [])
    }

    private func keys(of command: String) throws(MachineFailure) -> SigningKeys {
        let output: [UInt8]
        do throws(Objection) {
            output = try commandOutput(command, within: 60, while: isWanted)
        } catch {
            throw .input("the credential_process of the profile \(profileName) \(error.message)")
        }
        guard let keys = try keys(in: output, session: "SessionToken", of: "the credential_process of the profile \(profileName)") else {
            throw .input("the credential_process of the profile \(profileName) prints no keys")
        }
        return keys
    }

    /// Keys as commands and clouds write them; nil if the document has none. `session` is the name of the session's token.
    private func keys(in json: [UInt8], session: String, of giver: String) throws(MachineFailure) -> SigningKeys? {
        guard let document = try? json.withUnsafeBytes({ bytes throws(JSONFailure) in try JSONValue(bytes) }),
            let name = document["AccessKeyId"]?.string, let secret = document["SecretAccessKey"]?.string
        else { return nil }
        var expiry: Int64?
        if let end = document["Expiration"], end != .null {
            expiry = end.string.flatMap { WeirBase.unixSeconds(ofCalendarTime: $0) }
            guard let expiry else {
                throw .input("\(giver) gives keys whose Expiration is no time such as \(calendarTime(0))")
            }
            guard expiry > WeirSystem.unixSeconds() else { throw .input("\(giver) gives keys that expired at \(calendarTime(expiry))") }
        }
        return SigningKeys(name: name, secret: secret, session: document[session]?.string, expiry: expiry)
    }

    // MARK: Lent keys

    private static let containerHost = "http://169.254.170.2"
    /// The hosts to which a container's token may be sent in plain text.
    private static let containerHosts = ["169.254.170.2", "169.254.170.23", "[fd00:ec2::23]", "localhost", "127.0.0.1", "[::1]"]

    private func containerKeys() throws(MachineFailure) -> SigningKeys? {
        let relative = environment("AWS_CONTAINER_CREDENTIALS_RELATIVE_URI").map { AWSKeychain.containerHost + $0 }
        guard let url = relative ?? environment("AWS_CONTAINER_CREDENTIALS_FULL_URI") else { return nil }
        guard url.hasPrefix("https://") || isAtContainerHost(url) else {
            let variable = "AWS_CONTAINER_CREDENTIALS_\(relative == nil ? "FULL" : "RELATIVE")_URI"
            throw .input("\(variable) names a host that keys may not be asked of in plain text")
        }
        var request = lent(url)
        let token = environment("AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE").flatMap { smallFile(Array($0.utf8)) }
            .map { String(decoding: $0, as: UTF8.self).filter { !$0.isNewline } }
        if let token = token ?? environment("AWS_CONTAINER_AUTHORIZATION_TOKEN") { request.lines = ["Authorization: \(token)"] }
        guard let body = answer(to: request), let keys = try keys(in: body, session: "Token", of: "the container") else {
            throw .input("the container that lends the keys of AWS does not answer with keys")
        }
        return keys
    }

    private func isAtContainerHost(_ url: String) -> Bool {
        guard url.hasPrefix("http://"), let host = hostText(of: Array(url.utf8)) else { return false }
        return AWSKeychain.containerHosts.contains { (host + ":".utf8).starts(with: "\($0):".utf8) }
    }

    private static let instanceHost = "http://169.254.169.254"

    private func instanceKeys() throws(MachineFailure) -> SigningKeys? {
        guard environment("AWS_EC2_METADATA_DISABLED")?.lowercased() != "true" else { return nil }
        let host = environment("AWS_EC2_METADATA_SERVICE_ENDPOINT").map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }
        let base = (host ?? AWSKeychain.instanceHost) + "/latest"
        var request = lent(base + "/api/token")
        request.isPut = true
        request.lines = ["X-aws-ec2-metadata-token-ttl-seconds: 21600"]
        guard let token = answer(to: request).map({ String(decoding: $0, as: UTF8.self) }) else { return nil }
        let roles = base + "/meta-data/iam/security-credentials/"
        let lines = ["X-aws-ec2-metadata-token: \(token)"]
        guard
            let role = answer(to: lent(roles, lines)).map({ String(decoding: $0, as: UTF8.self) })?.split(whereSeparator: \.isNewline)
                .first,
            let body = answer(to: lent(roles + role, lines))
        else { return nil }
        return try keys(in: body, session: "Token", of: "the instance")
    }

    /// A request to the machine's own cloud, which answers at once or is not there.
    private func lent(_ url: String, _ lines: [String] = []) -> SmallRequest {
        var request = SmallRequest(url)
        request.lines = lines
        request.connectTimeout = 1000
        request.timeout = 5000
        request.usesProxy = false
        return request
    }

    private func answer(to request: SmallRequest) -> [UInt8]? {
        guard let answer = try? request.send(options, while: isWanted), answer.status == 200 else { return nil }
        return answer.body
    }
}

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
            let text = line.trimming(while: \.isWhitespace)
            if text.isEmpty || text.hasPrefix("#") || text.hasPrefix(";") { continue }
            let blanks = line.prefix(while: \.isWhitespace).count
            if let indentation, blanks > indentation { continue }
            if text.hasPrefix("["), let end = text.firstIndex(of: "]") {
                isInside = isWanted(text[text.index(after: text.startIndex)..<end].trimming(while: \.isWhitespace))
                indentation = nil
                if isInside { settings = settings ?? [:] }
            } else if let mark = text.firstIndex(where: { $0 == "=" || $0 == ":" }) {
                indentation = blanks
                let value = text[text.index(after: mark)...].trimming(while: \.isWhitespace)
                if isInside { settings?[text[..<mark].trimming(while: \.isWhitespace).lowercased()] = withoutComment(value) }
            }
        }
        return settings
    }

    private static func withoutComment(_ value: Substring) -> String {
        let end = value.indices.first { index in
            (value[index] == "#" || value[index] == ";") && index > value.startIndex && value[value.index(before: index)].isWhitespace
        }
        return String(value[..<(end ?? value.endIndex)].trimming(while: \.isWhitespace))
    }
}

extension Substring {
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
