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
}
