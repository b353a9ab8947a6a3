import Base
import Fetching
import Records
import System

/// Finds the keys of AWS in the order of its own tools: the environment, the two files, and what a container or an
/// instance lends.
struct AWSKeychain {
    let environment: BucketEnvironment
    let settings: FetchSettings
    let isWanted: () -> Bool

    /// The keys, and where they come from.
    func keys() throws(MachineFailure) -> SigningKeys {
        if let keys = environmentKeys() { return keys }
        let profile = try profile()
        if let keys = profile?.keys { return SigningKeys(name: keys.name, secret: keys.secret, session: keys.session) }
        if let command = profile?.command { return try keys(of: command) }
        if profile?.needsService == true {
            throw .input(
                """
                the profile \(profileName) takes its keys from a role or from a single sign-on, which weir does not ask; \
                credential_process = aws configure export-credentials --profile \(profileName) --format process, in another \
                profile, does
                """)
        }
        if let keys = try containerKeys() { return keys }
        if let keys = instanceKeys() { return keys }
        throw .input(
            """
            there are no keys for s3: AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are not set, the files of AWS have none for the \
            profile \(profileName), and no container or instance lends any; AWS_NO_SIGN_REQUEST=yes asks for what everybody may read
            """)
    }

    func region() throws(MachineFailure) -> String {
        if let region = environment["AWS_REGION"] ?? environment["AWS_DEFAULT_REGION"] { return region }
        return try profile()?.region ?? "us-east-1"
    }

    /// The URL of the server, and what has named it.
    func endpoint() throws(MachineFailure) -> (url: String, source: String)? {
        for variable in ["AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL"] {
            if let url = environment[variable] { return (url, variable) }
        }
        return try profile()?.endpoint.map { ($0, "endpoint_url of the profile \(profileName)") }
    }

    private func environmentKeys() -> SigningKeys? {
        guard let name = environment["AWS_ACCESS_KEY_ID"], let secret = environment["AWS_SECRET_ACCESS_KEY"] else { return nil }
        return SigningKeys(name: name, secret: secret, session: environment["AWS_SESSION_TOKEN"])
    }

    // MARK: Files

    private var profileName: String { environment["AWS_PROFILE"] ?? environment["AWS_DEFAULT_PROFILE"] ?? "default" }

    private func profile() throws(MachineFailure) -> AWSProfile? {
        let credentials = file("AWS_SHARED_CREDENTIALS_FILE", "credentials")
        let config = file("AWS_CONFIG_FILE", "config")
        let profile = AWSProfile(profileName, credentials: credentials.content, config: config.content)
        if profile == nil, profileName != "default" {
            throw .input("neither \(shown(credentials.path)) nor \(shown(config.path)) has the profile \(profileName), which AWS_PROFILE names")
        }
        return profile
    }

    private func file(_ variable: String, _ name: String) -> (path: [UInt8], content: [UInt8]) {
        let path = Array((environment[variable] ?? "\(environment["HOME"] ?? "")/.aws/\(name)").utf8)
        return (path, smallFile(path, atMost: 1 << 20) ?? [])
    }

    private func keys(of command: String) throws(MachineFailure) -> SigningKeys {
        let output: [UInt8]
        do throws(CommandFault) {
            output = try commandOutput(command, within: 60)
        } catch {
            throw .input("the credential_process of the profile \(profileName) \(error.message)")
        }
        guard let keys = SigningKeys(json: output, session: "SessionToken") else {
            throw .input("the credential_process of the profile \(profileName) prints no keys")
        }
        return keys
    }

    // MARK: Lent keys

    private static let containerHost = "http://169.254.170.2"
    /// The hosts to which a container's token may be sent in plain text.
    private static let containerHosts = ["169.254.170.2", "169.254.170.23", "[fd00:ec2::23]", "localhost", "127.0.0.1", "[::1]"]

    private func containerKeys() throws(MachineFailure) -> SigningKeys? {
        let relative = environment["AWS_CONTAINER_CREDENTIALS_RELATIVE_URI"].map { AWSKeychain.containerHost + $0 }
        guard let url = relative ?? environment["AWS_CONTAINER_CREDENTIALS_FULL_URI"] else { return nil }
        guard url.hasPrefix("https://") || AWSKeychain.containerHosts.contains(where: { isHost($0, of: url) }) else {
            throw .input("AWS_CONTAINER_CREDENTIALS_FULL_URI names a host that keys may not be asked of in plain text")
        }
        var request = lent(url)
        let token = environment["AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE"].flatMap { smallFile(Array($0.utf8)) }
            .map { String(decoding: $0, as: UTF8.self).filter { !$0.isNewline } }
        if let token = token ?? environment["AWS_CONTAINER_AUTHORIZATION_TOKEN"] { request.lines = ["Authorization: \(token)"] }
        guard let body = answer(to: request), let keys = SigningKeys(json: body, session: "Token") else {
            throw .input("the container that lends the keys of AWS does not answer with keys")
        }
        return keys
    }

    /// Whether the URL of plain HTTP has this host.
    private func isHost(_ host: String, of url: String) -> Bool {
        ["/", ":"].contains { url.hasPrefix("http://\(host)\($0)") }
    }

    private static let instanceHost = "http://169.254.169.254"

    private func instanceKeys() -> SigningKeys? {
        guard environment["AWS_EC2_METADATA_DISABLED"]?.lowercased() != "true" else { return nil }
        let host = environment["AWS_EC2_METADATA_SERVICE_ENDPOINT"].map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }
        let base = (host ?? AWSKeychain.instanceHost) + "/latest"
        var request = lent(base + "/api/token")
        request.method = .put
        request.lines = ["X-aws-ec2-metadata-token-ttl-seconds: 21600"]
        guard let token = answer(to: request).map({ String(decoding: $0, as: UTF8.self) }) else { return nil }
        let roles = base + "/meta-data/iam/security-credentials/"
        let lines = ["X-aws-ec2-metadata-token: \(token)"]
        guard let role = answer(to: lent(roles, lines)).map({ String(decoding: $0, as: UTF8.self) })?.split(whereSeparator: \.isNewline).first,
            let body = answer(to: lent(roles + role, lines))
        else { return nil }
        return SigningKeys(json: body, session: "Token")
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
        guard let answer = try? request.send(settings, while: isWanted), answer.status == 200 else { return nil }
        return answer.body
    }
}

extension SigningKeys {
    /// Keys as commands and clouds write them; nil if the document has none.
    fileprivate init?(json: [UInt8], session: String) {
        guard let document = try? json.withUnsafeBytes({ bytes throws(JSONFailure) in try JSONValue(bytes) }),
            let name = document["AccessKeyId"]?.string, let secret = document["SecretAccessKey"]?.string
        else { return nil }
        self.init(
            name: name, secret: secret, session: document[session]?.string,
            expiry: document["Expiration"]?.string.flatMap { Base.unixSeconds(ofCalendarTime: $0) })
    }
}
