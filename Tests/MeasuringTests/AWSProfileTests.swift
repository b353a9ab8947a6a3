import Testing

@testable import Measuring

@Suite struct AWSProfileTests {
    private static let config = """
        # the office
        [default]
        region = eu-central-1
        output=json

        [profile  spring]
        region=us-west-2 ; near the shop
        credential_process = /bin/keys --of "the shop"
        endpoint_url = http://127.0.0.1:9000
        s3 =
          region = nowhere
        [profile summer]
        aws_access_key_id = C
        aws_secret_access_key = D
        [profile autumn]
        role_arn = arn:aws:iam::1:role/x
        """
    private static let credentials = """
        [default]
        AWS_Access_Key_Id = A
        aws_secret_access_key=B+/=#1
        aws_session_token = T
        [other]
        aws_access_key_id = E
        """

    private func profile(_ name: String) -> AWSProfile? {
        AWSProfile(name, credentials: Array(Self.credentials.utf8), config: Array(Self.config.utf8))
    }

    @Test func keys() {
        let usual = profile("default")?.keys
        #expect(usual?.name == "A" && usual?.secret == "B+/=#1" && usual?.session == "T")
        let summer = profile("summer")?.keys
        #expect(summer?.name == "C" && summer?.secret == "D" && summer?.session == nil)
        #expect(profile("other")?.keys == nil)
        #expect(profile("spring")?.keys == nil)
        #expect(profile("winter") == nil)
    }

    @Test func settings() {
        #expect(profile("default")?.region == "eu-central-1")
        #expect(profile("spring")?.region == "us-west-2")
        #expect(profile("spring")?.command == #"/bin/keys --of "the shop""#)
        #expect(profile("spring")?.endpoint == "http://127.0.0.1:9000")
        #expect(profile("autumn")?.needsService == true)
        #expect(profile("default")?.needsService == false)
    }

    /// The forms that botocore reads, and some that it does not.
    @Test(
        arguments: [
            ("[profile \"my prof\"]\nregion = r", "my prof", "r"), ("[profile 'my  prof']\nregion = r", "my  prof", "r"),
            ("[profile my\"pr\"of]\nregion = r", "myprof", "r"), ("[profile my prof]\nregion = r", "my prof", nil),
            ("[profile x]\nregion: r", "x", "r"), ("[profile x]\nregion:r=s", "x", "r=s"), ("[profile x]\nregion = r:s", "x", "r:s"),
            ("[profile x]\n  region = r", "x", "r"), ("[profile x]\n  output = json\n  region = r", "x", "r"),
            ("[profile x]\noutput = json\n  region = r", "x", nil), ("[profile x]\n  output = json\nregion = r", "x", "r"),
            ("[profile x]\n\ts3 =\n\t\tregion = no\n\tregion = r", "x", "r"), ("[profile x]\n# c\n   # c\nregion = r", "x", "r"),
            ("[profile y]\noutput = json\n[profile x]\n  region = r", "x", "r"), ("[ profile x ]\nREGION = r", "x", "r"),
            ("[profile default]\nregion = r", "default", "r"), ("[x]\nregion = r", "x", nil), ("[profile x\nregion = r", "x", nil),
            ("[profile \"x]\nregion = r", "x", "r"),
        ] as [(String, String, String?)])
    func forms(config: String, name: String, region: String?) {
        #expect(AWSProfile(name, credentials: [], config: Array(config.utf8))?.region == region, "\(config)")
    }

    /// Keys that AWS's tools ask a service for are not replaced by others.
    @Test(
        arguments: [
            ("role_arn = x\naws_access_key_id = A\naws_secret_access_key = B", "", true),
            ("role_arn = x\ncredential_process = c", "", true),
            ("role_arn = x", "aws_access_key_id = A\naws_secret_access_key = B", true), ("", "role_arn = x", true),
            ("sso_account_id = 1\nsso_role_name = x", "aws_access_key_id = A\naws_secret_access_key = B", true),
            ("web_identity_token_file = t", "aws_access_key_id = A\naws_secret_access_key = B", true),
            ("sso_session = x", "aws_access_key_id = A\naws_secret_access_key = B", false), ("sso_session = x", "", true),
            ("login_session = x\ncredential_process = c", "", true),
            ("login_session = x", "aws_access_key_id = A\naws_secret_access_key = B", false),
            ("source_profile = x\ncredential_process = c", "", false),
        ] as [(String, String, Bool)])
    func services(config: String, credentials: String, needsService: Bool) {
        let profile = AWSProfile("x", credentials: Array("[x]\n\(credentials)".utf8), config: Array("[profile x]\n\(config)".utf8))
        #expect(profile?.needsService == needsService, "\(config), \(credentials)")
    }
}
