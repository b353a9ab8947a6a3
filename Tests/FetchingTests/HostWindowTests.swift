import Testing
import WeirBase

@testable import Fetching

/// How much a host may send ahead.
@Suite struct HostWindowTests {
    @Test(
        arguments: [
            ([], nil), ([(206, 1)], nil), ([(200, 1)], 16_384), ([(200, 2)], nil), ([(200, 1), (404, 1)], 16_384),
            ([(200, 1), (206, 1)], nil),
        ] as [([(status: Int, version: Int)], Int?)])
    func answers(_ answers: [(status: Int, version: Int)], _ expected: Int?) {
        var host = FirstRanges()
        for answer in answers { host.answered(with: HTTPStatus(answer.status), version: answer.version) }
        let window = host.window
        #expect(window == expected)
    }

    @Test func longHeaders() {
        var host = FirstRanges()
        host.answered(with: 200, version: 1)
        for _ in 0..<8 { host.learn(headerEnd: 500, of: .png) }
        let short = host.window
        for _ in 0..<8 { host.learn(headerEnd: 40_000, of: .jpeg) }
        let long = host.window
        #expect((short, long) == (16_384, 40_960))
    }
}
