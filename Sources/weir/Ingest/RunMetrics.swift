import Ingest
import WeirBase

/// The counts of a run for Prometheus: a page in its text format, as the textfile collector of node_exporter
/// reads it.
struct RunMetrics: Sendable {
    /// The manifest that the run writes. As a label, it distinguishes the runs of one machine.
    let manifest: String
    var summary = IngestSummary()
    /// The time of the last successful run, this run included, in Unix seconds; nil if there was none.
    var lastSuccess: Int64?
    var hasSucceeded = false

    init(manifest: String) { self.manifest = manifest }

    /// Appends the page. All metrics are gauges, since each run counts from 0 again.
    func append(to output: inout ByteBuffer) {
        var page = MetricsPage(manifest: manifest)
        page.begin("weir_rows", "Rows of the catalogue.", &output)
        page.append(summary.rows, to: &output)
        page.begin("weir_rows_by_result", "Rows by what became of them.", &output)
        let results = [
            ("ok", summary.ok), ("stale", summary.stale), ("placeholder", summary.placeholder), ("omitted", summary.omitted),
            ("broken", summary.broken), ("cancelled", summary.cancelled),
        ]
        for (name, count) in results { page.append(count, ("result", name), to: &output) }
        page.begin("weir_failures", "Rows without a true size of today, stale ones included, by failure code.", &output)
        // Rows that were not done have not failed.
        for code in Failure.Code.allCases where code != .cancelled {
            page.append(summary.failures[code] ?? 0, ("code", code.rawValue), to: &output)
        }
        page.append(summary.broken, ("code", "broken-row"), to: &output)
        page.begin("weir_pictures", "Distinct pictures.", &output)
        page.append(summary.pictures, to: &output)
        if let change = summary.change {
            page.begin("weir_entries_added", "Entries that the previous manifest did not have.", &output)
            page.append(change.added, to: &output)
            page.begin("weir_entries_removed", "Entries of the previous manifest that the new one does not have.", &output)
            page.append(change.removed, to: &output)
            page.begin("weir_entries_resized", "Entries whose size differs from that in the previous manifest.", &output)
            page.append(change.resized, to: &output)
        }
        if let decoding = summary.decoding {
            page.begin("weir_decoded_pictures", "Pictures that were decoded for placeholders.", &output)
            page.append(decoding.decoded, to: &output)
            page.begin("weir_pictures_without_placeholders", "Pictures with a size and without placeholders, by the reason.", &output)
            page.append(decoding.undecoded, ("reason", "undecoded"), to: &output)
            page.append(decoding.headersAlone, ("reason", "header-alone"), to: &output)
        }
        let network = summary.network
        let counts: [(StaticString, StaticString, Int)] = [
            ("weir_requests", "Requests sent.", network.requests), ("weir_connections", "Connections opened.", network.connections),
            ("weir_received_bytes", "Bytes received over the network.", network.bytesReceived),
            ("weir_asked_bytes", "Bytes of bodies that were asked for.", network.bytesAsked),
            ("weir_needed_bytes", "Bytes of bodies up to the last one that was used.", network.bytesNeeded),
            ("weir_wasted_bytes", "Bytes of bodies that came besides.", network.bytesWasted),
            ("weir_saved_bytes", "Bytes of pictures that did not have to come.", network.bytesSaved),
        ]
        for (name, help, count) in counts {
            page.begin(name, help, &output)
            page.append(count, to: &output)
        }
        page.begin("weir_duration_seconds", "How long the run took.", &output)
        page.append("\(summary.seconds)", to: &output)
        page.begin("weir_success", "1 if the run replaced the manifest, 0 if the old one stays.", &output)
        page.append(hasSucceeded ? 1 : 0, to: &output)
        guard let lastSuccess else { return }
        page.begin(Self.lastSuccessName, "When a run last replaced the manifest.", &output)
        page.append(Int(lastSuccess), to: &output)
    }

    private static let lastSuccessName: StaticString = "weir_last_success_timestamp_seconds"

    /// The time of the last successful run for this manifest, from an earlier page; nil if the page has none.
    static func lastSuccess(in page: [UInt8], manifest: String) -> Int64? {
        var start = ByteBuffer()
        MetricsPage(manifest: manifest, name: lastSuccessName).appendName(to: &start)
        let wanted = start.bytes
        let line = page.split(separator: UInt8(ascii: "\n")).last { $0.starts(with: wanted) }
        return line.flatMap { Int64(String(decoding: $0.dropFirst(wanted.count), as: UTF8.self)) }
    }
}

/// The lines of one page; each metric begins with its help and its type.
private struct MetricsPage {
    private let manifest: String
    private var name: StaticString

    init(manifest: String, name: StaticString = "") {
        self.manifest = manifest
        self.name = name
    }

    mutating func begin(_ name: StaticString, _ help: StaticString, _ output: inout ByteBuffer) {
        self.name = name
        output.append("# HELP ")
        output.append(name)
        output.append(" ")
        output.append(help)
        output.append("\n# TYPE ")
        output.append(name)
        output.append(" gauge\n")
    }

    func append(_ count: Int, _ label: (StaticString, String)? = nil, to output: inout ByteBuffer) {
        append("\(count)", label, to: &output)
    }

    func append(_ value: String, _ label: (StaticString, String)? = nil, to output: inout ByteBuffer) {
        appendName(label, to: &output)
        output.append(value)
        output.append("\n")
    }

    /// Appends the name of a metric and its labels.
    func appendName(_ label: (StaticString, String)? = nil, to output: inout ByteBuffer) {
        output.append(name)
        output.append("{")
        append("manifest", manifest, to: &output)
        if let (name, text) = label {
            output.append(",")
            append(name, text, to: &output)
        }
        output.append("} ")
    }

    /// Appends a label. Three characters of its text are escaped with a backslash.
    private func append(_ name: StaticString, _ text: String, to output: inout ByteBuffer) {
        output.append(name)
        output.append("=\"")
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\\"): output.append("\\\\")
            case UInt8(ascii: "\""): output.append("\\\"")
            case UInt8(ascii: "\n"): output.append("\\n")
            default: output.append(byte)
            }
        }
        output.append("\"")
    }
}
