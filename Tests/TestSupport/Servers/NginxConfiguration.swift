/// The settings of an nginx server.
public struct NginxConfiguration: Sendable {
    public enum Transport: Sendable, CaseIterable {
        case http
        /// HTTP/1.1 on TLS.
        case https
        /// HTTP/2 on TLS, for clients that offer it.
        case http2
    }

    public enum Feature: Sendable {
        case withoutRanges
        /// Refuses requests that come faster and exceed the burst.
        case limit(perMinute: Int, burst: Int = 0, status: Int = 429, retryAfter: String? = "1")
        /// Closes each connection after so many requests.
        case requestsPerConnection(Int)
        /// Answers all requests with 503 as long as the folder has a file of this name.
        case outage(whileThereIs: String, retryAfter: Int)
        /// Answers all paths below this one with the status.
        case status(Int, below: String)
        /// A process that can read its configuration again.
        case reloading
        /// A redirect from one path to a location.
        case redirect(String, to: String, status: Int = 302)
        /// Compresses all files for clients that accept this.
        case gzip
    }

    let root: String
    let transport: Transport
    let features: [Feature]

    private var isReloading: Bool { features.contains { if case .reloading = $0 { true } else { false } } }

    /// The text of the configuration. The process keeps all its files in `folder`.
    func text(port: UInt16, folder: String, certificate: TestAuthority.Certificate?) -> String {
        let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map {
            "\($0)_temp_path \(quoted("\(folder)/\($0)"));"
        }
        let secure = certificate.map {
            ["ssl_certificate \(quoted($0.certificate));", "ssl_certificate_key \(quoted($0.key));"]
        }
        let kind =
            switch transport {
            case .http: ""
            case .https: " ssl"
            case .http2: " ssl http2"
            }
        return """
            daemon off;
            \(isReloading ? "user root;" : "master_process off;")
            pid \(quoted(folder + "/pid"));
            error_log \(quoted(folder + "/errors")) notice;
            events { worker_connections 1024; }
            http {
                \(temporary.joined(separator: "\n    "))
                \(NginxConfiguration.types)
                log_format record escape=json '\(AccessRecord.format)';
                access_log \(quoted(folder + "/access")) record;
                \(features.map(\.outside).joined(separator: "\n    "))
                server {
                    listen 127.0.0.1:\(port)\(kind);
                    root \(quoted(root));
                    \((secure ?? []).joined(separator: "\n        "))
                    \(features.map(\.inside).joined(separator: "\n        "))
                }
            }

            """
    }

    private static let types = """
        types {
            image/png png; image/jpeg jpg jpeg; image/gif gif; image/webp webp; image/avif avif; image/heic heic;
            image/bmp bmp; image/tiff tif tiff; text/plain txt;
        }
        """
}

extension NginxConfiguration.Feature {
    fileprivate var outside: String {
        switch self {
        case .limit(let rate, _, let status, let seconds):
            """
            limit_req_zone $server_addr zone=all:1m rate=\(rate)r/m;
            map $status $retry_after { default ""; \(status) \(quoted(seconds ?? "")); }
            """
        case .outage(_, let seconds): "map $status $outage { default \"\"; 503 \(seconds); }"
        default: ""
        }
    }

    fileprivate var inside: String {
        switch self {
        case .withoutRanges: "max_ranges 0;"
        case .limit(_, let burst, let status, _):
            """
            limit_req zone=all\(burst > 0 ? " burst=\(burst) nodelay" : "");
            limit_req_status \(status);
            add_header Retry-After $retry_after always;
            """
        case .outage(let name, _):
            """
            if (-f \(quoted("$document_root/" + name))) { return 503; }
            add_header Retry-After $outage always;
            """
        case .redirect(let path, let target, let status):
            "location = \(quoted(path)) { return \(status) \(quoted(target)); }"
        case .requestsPerConnection(let count): "keepalive_requests \(count);"
        case .status(let status, let path): "location \(quoted(path)) { return \(status); }"
        case .reloading: ""
        case .gzip: "gzip on; gzip_min_length 0; gzip_types *; gzip_vary on;"
        }
    }
}

private func quoted(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
}
