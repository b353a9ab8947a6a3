import Journals
import TestSupport
import Testing
import WeirBase

/// Pauses grow with every failure in a row, up to a limit, and differ a little between keys.
@Suite struct RetryPolicyTests {
    private static let hour: Int64 = 3600
    private static let week = 168 * hour

    @Test(
        arguments: [
            (.timeout, nil, 1, hour), (.timeout, nil, 2, 2 * hour), (.timeout, nil, 5, 16 * hour), (.dns, nil, 8, 128 * hour),
            (.connect, nil, 9, 0), (.tls, nil, 1000, week), (.stalled, nil, Int.max, week), (.timeout, nil, 0, hour),
            (.empty, nil, 1, 24 * hour), (.corrupt, nil, 2, 48 * hour), (.tooLarge, nil, 4, week), (.notAnImage, nil, 3, 96 * hour),
            (.httpStatus, 404, 1, 24 * hour), (.httpStatus, 410, 1, 24 * hour), (.httpStatus, 403, 2, 48 * hour),
            (.httpStatus, 503, 1, hour), (.httpStatus, 429, 2, 2 * hour), (.httpStatus, 408, 1, hour), (.httpStatus, nil, 1, 24 * hour),
            (.cancelled, nil, 5, 0), (.hostSuspended, nil, 5, 0), (.proxy, nil, 1, 0), (.notFound, nil, 5, 0), (.unreadable, nil, 1, 0),
            (.badURL, nil, 1, 0),
            (.forbiddenAddress, nil, 2, 0),
        ] as [(Failure.Code, Int?, Int, Int64)])
    func pauses(code: Failure.Code, status: Int?, count: Int, longest: Int64) {
        for number in 0..<200 {
            let pause = RetryPolicy().pause(after: count, code, status: status, for: SamplePicture.url("https://s.example/\(number)"))
            #expect(pause <= longest && pause >= longest - longest / 4, "\(number)")
        }
    }

    /// The jitter of a key is the same in every run, and differs between keys.
    @Test func jitter() {
        let policy = RetryPolicy()
        #expect(policy.pause(after: 1, .timeout, for: SamplePicture.url("https://s.example/a.jpg")) == 3107)
        let pauses = (0..<1000).map { policy.pause(after: 1, .timeout, for: SamplePicture.url("https://s.example/\($0)")) }
        #expect(Set(pauses).count > 300)
        let sum = pauses.reduce(0, +)
        #expect(sum > 1000 * 3000 && sum < 1000 * 3300)
    }

    @Test(arguments: Failure.Code.allCases)
    func neverBeyondItsBounds(code: Failure.Code) {
        var policy = RetryPolicy()
        policy.first = Int64.max / 2
        policy.longest = 10
        for count in [Int.min, -1, 0, 1, 33, 64, Int.max] {
            #expect((0...10).contains(policy.pause(after: count, code, for: SamplePicture.url("x"))))
        }
    }
}
