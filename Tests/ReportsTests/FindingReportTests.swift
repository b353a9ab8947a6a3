import Checks
import Testing
import WeirBase
import WeirReports

@Suite struct FindingReportTests {
    private struct Full: Error {}

    /// A report that is drained piece by piece has the same bytes.
    @Test(arguments: FindingFormat.allCases)
    func pieces(format: FindingFormat) {
        var report: [UInt8] = []
        var output = ByteBuffer()
        format.write(Sample.result, Sample.options(), to: &output) { piece in
            report += piece.bytes
            piece.removeAll()
        }
        #expect(output.count == 0)
        #expect(String(decoding: report, as: UTF8.self) == Sample.report(format, Sample.result))
    }

    /// Writing stops if `drain` throws.
    @Test(arguments: FindingFormat.allCases)
    func full(format: FindingFormat) {
        var output = ByteBuffer()
        var count = 0
        #expect(throws: Full.self) {
            try format.write(Sample.result, Sample.options(), to: &output) { (_) throws(Full) in
                count += 1
                throw Full()
            }
        }
        #expect(count == 1)
    }
}
