import ImageHeaders
import Measuring
import TestSupport
import Testing
import WeirBase
import WeirSystem

@testable import Ingest

/// The counts of failures by their causes, and of hosts, gates and limits.
@Suite struct CountsTests {
    private static let (a, b) = (Array("https://a.example/x.jpg".utf8), Array("https://b.example/x.jpg".utf8))

    /// A host that does not answer is one cause, whatever the code. Other failures of a host are one for each code.
    @Test(
        arguments: [
            (Failure.Code.dns, Failure.Code.connect, a, a, true), (.tls, .timeout, a, a, true), (.stalled, .hostSuspended, a, a, true),
            (.dns, .connect, a, b, false), (.httpStatus, .httpStatus, a, a, true), (.httpStatus, .httpStatus, a, b, false),
            (.httpStatus, .notAnImage, a, a, false), (.connect, .httpStatus, a, a, false),
            (.notFound, .notFound, Array("x.jpg".utf8), Array("y.jpg".utf8), true),
            (.timeout, .stalled, Array("x.jpg".utf8), Array("y.jpg".utf8), false),
        ])
    func causes(first: Failure.Code, second: Failure.Code, of name: [UInt8], _ other: [UInt8], areOne: Bool) {
        #expect((FailureCause.Key(first, name) == FailureCause.Key(second, other)) == areOne)
    }

    /// The last answer of a host is the one that says most: that its pictures were not asked for only if there is no other.
    @Test func lastFailure() {
        func cause(_ codes: Failure.Code...) -> FailureCause {
            var cause = FailureCause(Failure(codes[0]), of: Self.a, at: 7)
            for (index, code) in codes.enumerated() { cause.add(Failure(code), isNew: index == 0, isStale: index == 1) }
            return cause
        }
        #expect(cause(.connect, .timeout).last.code == .timeout)
        #expect(cause(.connect, .hostSuspended).last.code == .connect)
        #expect(cause(.hostSuspended, .connect).last.code == .connect)
        #expect(cause(.hostSuspended, .hostSuspended).last.code == .hostSuspended)
        let three = cause(.connect, .hostSuspended, .hostSuspended)
        #expect([three.pictures, three.newPictures, three.stalePictures, three.unaskedPictures] == [3, 1, 1, 2] && three.since == 7)
        #expect(three.order < cause(.connect, .connect).order)
        #expect(cause(.connect).order < cause(.dns).order)
    }

    /// Limits as they are typed, at and beside the number that they allow.
    @Test(
        arguments: [
            (IngestPlan.CountOrPercent.count(2), 2, 4, true), (.count(2), 3, 4, false), (.percent(50), 2, 4, true),
            (.percent(50), 3, 4, false), (.percent(49.9), 2, 4, false), (.percent(0), 0, 4, true), (.percent(0), 1, 4, false),
            (.percent(20), 0, 0, true), (.percent(100), 4, 4, true),
        ])
    func limits(limit: IngestPlan.CountOrPercent, number: Int, all: Int, isAllowed: Bool) {
        #expect(limit.allows(number, of: all) == isAllowed)
    }

    /// Rows that stores refuse have their sizes of before, and count among the failures.
    @Test func refusedRows() {
        var plan = IngestPlan(catalogue: .folder([]), fetching: .init(userAgent: "test"))
        plan.maxFailures = .count(1)
        var counts = IngestSummary()
        (counts.rows, counts.ok, counts.stale, counts.refused, counts.entries) = (4, 2, 2, 1, 4)
        #expect(plan.unmetGates(of: counts) == [])
        counts.refused = 2
        #expect(plan.unmetGates(of: counts) == [.failures])
        (counts.ok, counts.stale, counts.refused, counts.cancelled) = (0, 0, 0, 4)
        #expect(counts.failed == 0)
    }
}
