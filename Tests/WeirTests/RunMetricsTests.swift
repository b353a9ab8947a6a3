import Fetching
import Ingest
import TestSupport
import Testing
import WeirBase

@testable import weir

/// The metrics of a run, for Prometheus.
@Suite struct RunMetricsTests {
    private static func text(_ metrics: RunMetrics) -> String {
        var output = ByteBuffer()
        metrics.append(to: &output)
        return String(decoding: output.bytes, as: UTF8.self)
    }

    private static func statistics(requests: Int, connections: Int, bytesReceived: Int, bytesSaved: Int) -> FetchStatistics {
        var statistics = FetchStatistics()
        (statistics.requests, statistics.connections) = (requests, connections)
        (statistics.bytesReceived, statistics.bytesSaved) = (bytesReceived, bytesSaved)
        (statistics.bytesAsked, statistics.bytesNeeded, statistics.bytesWasted) = (30, 10, 20)
        return statistics
    }

    private static func sample(_ manifest: String) -> RunMetrics {
        var metrics = RunMetrics(manifest: manifest)
        metrics.summary.rows = 11
        (metrics.summary.ok, metrics.summary.stale, metrics.summary.placeholder, metrics.summary.omitted) = (4, 3, 2, 1)
        (metrics.summary.broken, metrics.summary.pictures) = (1, 9)
        metrics.summary.hosts = [
            HostStatistics(host: "a", statistics(requests: 5, connections: 2, bytesReceived: 1 << 39, bytesSaved: 7)),
            HostStatistics(host: "b", statistics(requests: 7, connections: 1, bytesReceived: 1 << 39, bytesSaved: 0)),
        ]
        metrics.summary.failures = [.timeout: 5, .notFound: 1]
        metrics.summary.seconds = 0.25
        (metrics.lastSuccess, metrics.hasSucceeded) = (1_700_000_000, true)
        return metrics
    }

    @Test(arguments: [
        #"weir_rows{manifest="m.json"} 11"#, #"weir_rows_by_result{manifest="m.json",result="ok"} 4"#,
        #"weir_rows_by_result{manifest="m.json",result="stale"} 3"#, #"weir_rows_by_result{manifest="m.json",result="placeholder"} 2"#,
        #"weir_rows_by_result{manifest="m.json",result="omitted"} 1"#, #"weir_rows_by_result{manifest="m.json",result="broken"} 1"#,
        #"weir_pictures{manifest="m.json"} 9"#, #"weir_connections{manifest="m.json"} 3"#, #"weir_saved_bytes{manifest="m.json"} 7"#,
        #"weir_failures{manifest="m.json",code="timeout"} 5"#, #"weir_failures{manifest="m.json",code="broken-row"} 1"#,
        #"weir_failures{manifest="m.json",code="dns"} 0"#, #"weir_requests{manifest="m.json"} 12"#,
        #"weir_asked_bytes{manifest="m.json"} 60"#, #"weir_needed_bytes{manifest="m.json"} 20"#,
        #"weir_wasted_bytes{manifest="m.json"} 40"#,
        #"weir_received_bytes{manifest="m.json"} 1099511627776"#, #"weir_duration_seconds{manifest="m.json"} 0.25"#,
        #"weir_success{manifest="m.json"} 1"#, #"weir_last_success_timestamp_seconds{manifest="m.json"} 1700000000"#,
    ])
    func lines(line: String) {
        #expect(Self.text(Self.sample("m.json")).split(separator: "\n").contains { $0 == line })
    }

    /// Each metric is described once, before its values, and the last line is complete.
    @Test func shape() {
        let text = Self.text(Self.sample("m.json"))
        #expect(text.hasSuffix("\n"))
        var described: [Substring] = []
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ")
            if line.hasPrefix("# HELP ") {
                #expect(!described.contains(words[2]))
                described.append(words[2])
            } else if line.hasPrefix("# TYPE ") {
                #expect(described.last == words[2] && words[3] == "gauge")
            } else {
                #expect(line.prefix { $0 != "{" } == described.last ?? "")
            }
        }
        #expect(described.count == 14)
        #expect(text.split(separator: "\n").count { $0.hasPrefix("weir_failures") } == Failure.Code.allCases.count)
        #expect(!text.contains("code=\"cancelled\""))
    }

    @Test func beforeAnySuccess() {
        #expect(!Self.text(RunMetrics(manifest: "m")).contains("last_success"))
        #expect(Self.text(RunMetrics(manifest: "m")).contains("weir_success{manifest=\"m\"} 0\n"))
    }

    private static let names = ["m.json", #"a"b"#, #"a\b\"#, "a\nb", "\u{E9} {x=\"y\"}", ""]

    @Test(arguments: zip(names, ["m.json", #"a\"b"#, #"a\\b\\"#, #"a\nb"#, "\u{E9} {x=\\\"y\\\"}", ""]))
    func labels(name: String, escaped: String) {
        #expect(Self.text(Self.sample(name)).contains("weir_rows{manifest=\"\(escaped)\"} 11\n"))
    }

    /// The last success is found again for a manifest of any name, and not for another manifest.
    @Test(arguments: names)
    func lastSuccess(name: String) {
        let page = Array(Self.text(Self.sample(name)).utf8)
        for manifest in Self.names {
            #expect(RunMetrics.lastSuccess(in: page, manifest: manifest) == (manifest == name ? 1_700_000_000 : nil))
        }
    }

    @Test(arguments: [
        "", "{", "weir_last_success_timestamp_seconds{manifest=\"m\"} soon\n", "weir_last_success_timestamp_seconds{manifest=\"m\"}",
    ])
    func lastSuccessOfOtherFiles(page: String) {
        #expect(RunMetrics.lastSuccess(in: Array(page.utf8), manifest: "m") == nil)
    }

    @Test(.needs(.promtool), arguments: names)
    func promtool(name: String) throws {
        let promtool = try Program.promtool.get()
        let outcome = try promtool.run(["check", "metrics"], input: Bytes(Self.text(Self.sample(name))))
        #expect(outcome.status == .exited(0), "\(outcome.messages)")
    }
}
