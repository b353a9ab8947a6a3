import Testing
import WeirBase

@Suite struct HTTPStatusTests {
    @Test(
        arguments: [
            (.interim, [0, 100, 103, 199]), (.whole, [200, 203]), (.part, [206]), (.unchanged, [304]),
            (.redirect, [301, 302, 303, 307, 308]), (.rangeNotSatisfiable, [416]),
            (.tryLater, [408, 425, 429, 500, 502, 503, 504, 506, 507, 520, 599]),
            (
                .refused,
                [201, 202, 204, 205, 207, 226, 300, 305, 306, 309, 400, 401, 403, 404, 410, 415, 417, 424, 426, 451, 501, 505, 600, 999]
            ),
        ] as [(HTTPStatus.Meaning, [Int])])
    func meaning(_ meaning: HTTPStatus.Meaning, of codes: [Int]) {
        for code in codes { #expect(HTTPStatus(code).meaning == meaning, "\(code)") }
    }

    /// The codes below 1,000 for which each property holds.
    @Test(
        arguments: [
            (\.excludesBody, [204...204, 304...304]), (\.isServerError, [500...599]),
            (\.isBusy, [429...429, 503...503]), (\.mayPass, [408...408, 425...425, 429...429, 500...999]),
        ] as [(KeyPath<HTTPStatus, Bool> & Sendable, [ClosedRange<Int>])])
    func property(_ property: KeyPath<HTTPStatus, Bool> & Sendable, holdsFor ranges: [ClosedRange<Int>]) {
        for code in 0..<1000 {
            #expect(HTTPStatus(code)[keyPath: property] == ranges.contains { $0.contains(code) }, "\(code)")
        }
    }
}
