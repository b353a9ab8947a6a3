import CWeirCurl
import Glibc
import WeirBase
import WeirSystem

/// An easy handle of libcurl with the options that all requests have in common.
final class CurlHandle {
    let pointer: UnsafeMutableRawPointer
    private let receiver = UnsafeMutablePointer<CCurl_receiver>.allocate(capacity: 1)
    private var target = CCurl_target()
    private let message = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))

    init(in loop: OpaquePointer) {
        receiver.initialize(to: CCurl_receiver())
        receiver.pointee.loop = loop
        message.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        guard let pointer = CCurl_create(receiver) else { fatalError("out of memory") }
        self.pointer = pointer
    }

    deinit {
        curl_easy_cleanup(pointer)
        CCurl_free_target(&target)
        free(receiver.pointee.gathered)
        receiver.deallocate()
        message.deallocate()
    }

    /// Sets the options and the callbacks. The transfer owns this handle, so the callbacks never outlive it.
    func open(for transfer: Transfer, _ options: FetchOptions) {
        receiver.pointee.owner = Unmanaged.passUnretained(transfer).toOpaque()
        receiver.pointee.head = { owner, bytes, count in
            transferOf(owner).received(head: UnsafeRawBufferPointer(start: bytes, count: count))
        }
        receiver.pointee.body = { owner, bytes, count in
            transferOf(owner).received(body: UnsafeRawBufferPointer(start: bytes, count: count))
        }
        receiver.pointee.address = { owner, bytes, count in
            transferOf(owner).mayConnect(to: UnsafeRawBufferPointer(start: bytes, count: count))
        }
        CCurl_set_error_text(pointer, message)
        set(CURLOPT_NOSIGNAL, 1)
        // Without this option, transfers would wait for a name server after the time-out.
        set(CURLOPT_QUICK_EXIT, 1)
        set(CURLOPT_PROTOCOLS_STR, "http,https")
        set(CURLOPT_FOLLOWLOCATION, 0)
        set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
        set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
        set(CURLOPT_CONNECTTIMEOUT_MS, options.connectTimeout)
        // A compressed body is refused, so it need not be decompressed.
        set(CURLOPT_HTTP_CONTENT_DECODING, 0)
        options.applyTrust(to: pointer)
        // Proxies of the environment are ignored, because the proxy's address would be checked instead of the host's.
        // With a proxy of the user, every host is reached through the proxy, since no name's address is checked then.
        set(CURLOPT_NOPROXY, options.proxy == nil ? "*" : "")
        if options.proxy != nil {
            set(CURLOPT_PROXY, options.proxy)
            receiver.pointee.trusts_addresses = true
            // CONNECT requests to the proxy also need the user agent.
            set(CURLOPT_USERAGENT, options.userAgent)
        }
    }

    /// Drops the beginning of a head that did not end.
    func dropHead() { receiver.pointee.gathered_count = 0 }

    /// Sets the address and the lines of the next request, and what it needs of a connection: a new one, or a window for one that
    /// is made for it.
    func prepare(
        for address: WebAddress, lines: UnsafeMutablePointer<curl_slist>?, onNewConnection: Bool, window: Int?, keepsNames: Bool
    ) {
        // libcurl looks at each name that it knows after each transfer, so of very many hosts it forgets the names within a second.
        set(CURLOPT_DNS_CACHE_TIMEOUT, keepsNames ? 60 : 1)
        receiver.pointee.exhaustion = 0
        receiver.pointee.window = Int32(window ?? 0)
        (receiver.pointee.is_sent, receiver.pointee.is_sent_again) = (false, false)
        CCurl_set_url(pointer, &target, address.sentText)
        CCurl_set_list(pointer, CURLOPT_HTTPHEADER, lines)
        set(CURLOPT_FRESH_CONNECT, onNewConnection ? 1 : 0)
        set(CURLOPT_FORBID_REUSE, 0)
    }

    /// Has the connection closed when the request has its answer.
    func closeConnection() { set(CURLOPT_FORBID_REUSE, 1) }

    func set(_ option: CURLoption, _ number: Int) { CCurl_set_number(pointer, option, number) }
    func set(_ option: CURLoption, _ text: String?) { CCurl_set_text(pointer, option, text) }

    /// Whether the transfer has a connection. libcurl reports no time of connecting for a reused connection, and newer ones report
    /// all later times of a transfer that has failed before.
    var isConnected: Bool { CCurl_count(pointer, CURLINFO_CONNECT_TIME_T) > 0 || receiver.pointee.is_sent }

    /// The address of the transfer's connection; nil if it has none.
    var connectedAddress: InternetAddress? {
        isConnected ? CCurl_text(pointer, CURLINFO_PRIMARY_IP).flatMap { InternetAddress(text: String(cString: $0)) } : nil
    }

    /// The number of connections that were made for the request; 0 if it was sent on an earlier one.
    var connectionCount: Int { Int(CCurl_number(pointer, CURLINFO_NUM_CONNECTS)) }

    /// The milliseconds from the request's start to the first byte of its answer. Connecting does not count.
    var firstByteTime: Double {
        Double(CCurl_count(pointer, CURLINFO_STARTTRANSFER_TIME_T) - CCurl_count(pointer, CURLINFO_PRETRANSFER_TIME_T)) / 1000
    }

    /// The milliseconds from the first byte of the answer to the last one that has come.
    var bodyTime: Double {
        Double(CCurl_count(pointer, CURLINFO_TOTAL_TIME_T) - CCurl_count(pointer, CURLINFO_STARTTRANSFER_TIME_T)) / 1000
    }

    /// CURLE_TOO_LARGE of libcurl 8, which headers of libcurl 7 lack.
    private static let tooLarge = CURLcode(rawValue: 100)

    private var isResolved: Bool { CCurl_count(pointer, CURLINFO_NAMELOOKUP_TIME_T) > 0 }

    /// The step that was running when the time limit was reached.
    var lateness: TransferFault {
        if isConnected { return .timeout }
        if hasProxy { return .proxy(reason(CURLE_OPERATION_TIMEDOUT)) }
        // libcurl counts a connection before its handshake, and reports its time afterwards.
        return connectionCount > 0 ? .handshake : isResolved ? .connect : .dns
    }

    /// Whether a SOCKS proxy has answered that it cannot connect to the host.
    private var isRefusedBySocks: Bool {
        hasSocksError(
            CURLPX_REPLY_CONNECTION_REFUSED, CURLPX_REPLY_GENERAL_SERVER_FAILURE, CURLPX_REPLY_HOST_UNREACHABLE,
            CURLPX_REPLY_NETWORK_UNREACHABLE, CURLPX_REPLY_NOT_ALLOWED, CURLPX_REPLY_TTL_EXPIRED, CURLPX_REQUEST_FAILED)
    }

    private func hasSocksError(_ errors: CURLproxycode...) -> Bool {
        let error = CCurl_number(pointer, CURLINFO_PROXY_ERROR)
        return errors.contains { Int($0.rawValue) == Int(error) }
    }

    private var hasProxy: Bool { receiver.pointee.trusts_addresses }

    /// The fault that libcurl's code stands for. `forbidden` is the fault of an address that was refused.
    func fault(_ code: CURLcode, _ forbidden: TransferFault?) -> TransferFault? {
        if code != CURLE_OK, let status = tunnelStatus { return .tunnel(status) }
        if receiver.pointee.is_sent_again { return .lostConnection }
        switch code {
        case CURLE_OK: return nil
        case CURLE_COULDNT_RESOLVE_HOST: return .dns
        case CURLE_PROXY where hasSocksError(CURLPX_RESOLVE_HOST): return .dns
        case CURLE_PROXY where isRefusedBySocks: return .connect
        case CURLE_COULDNT_RESOLVE_PROXY, CURLE_PROXY: return .proxy(reason(code))
        case CURLE_COULDNT_CONNECT:
            if let forbidden { return forbidden }
            if receiver.pointee.exhaustion != 0 { return .noSocket(receiver.pointee.exhaustion) }
            return hasProxy ? .proxy(reason(code)) : .connect
        case CURLE_OPERATION_TIMEDOUT: return lateness
        case CURLE_SSL_CONNECT_ERROR where isBrokenOff: return .reset
        case CURLE_PARTIAL_FILE: return .shortBody
        // libcurl has one code for all that fails while it reads; its text distinguishes them.
        case CURLE_RECV_ERROR where reason(code).contains("chunk"): return .malformed(reason(code))
        // A server refuses the client's certificate when the handshake is over (RFC 8446, 4.4.2.4).
        case CURLE_RECV_ERROR where isRefusedByTLS, CURLE_SEND_ERROR where isRefusedByTLS: return .tls(reason(code))
        case CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_GOT_NOTHING, CURLE_HTTP2, CURLE_HTTP2_STREAM: return .reset
        case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER,
            CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS:
            return .tls(reason(code))
        // libcurl calls a line beyond its limit so. If memory is short, malloc ends the program.
        case CURLE_OUT_OF_MEMORY, CurlHandle.tooLarge: return .headersTooLong
        default: return .malformed(reason(code))
        }
    }

    /// The status with which a proxy has refused the connection to the host (RFC 9110, 9.3.6).
    private var tunnelStatus: HTTPStatus? {
        let code = CCurl_number(pointer, CURLINFO_HTTP_CONNECTCODE)
        return code == 0 || (200..<300).contains(code) ? nil : HTTPStatus(code)
    }

    private var isRefusedByTLS: Bool { reason(CURLE_RECV_ERROR).contains(" alert ") }

    /// Whether the server has ended the connection inside the TLS handshake. libcurl has one code for all that fails there;
    /// the TLS library names its own errors in the text, and the end of the stream is one of them.
    private var isBrokenOff: Bool {
        let text = reason(CURLE_SSL_CONNECT_ERROR)
        return !text.contains("error:") || text.contains("unexpected eof")
    }

    /// The error text of libcurl.
    private func reason(_ code: CURLcode) -> String {
        message[0] != 0 ? String(cString: message) : String(cString: curl_easy_strerror(code))
    }
}

extension FetchOptions {
    /// Sets whose certificates a handle of libcurl believes.
    func applyTrust(to handle: UnsafeMutableRawPointer) {
        guard let certificates else {
            if let authorities = CCurl_authorities() { CCurl_set_text(handle, CURLOPT_CAINFO, authorities) }
            return
        }
        _ = withPath(certificates) { CCurl_set_text(handle, CURLOPT_CAINFO, $0) }
        CCurl_set_text(handle, CURLOPT_CAPATH, nil)
    }
}

private func transferOf(_ owner: UnsafeMutableRawPointer?) -> Transfer {
    guard let owner else { preconditionFailure("a receiver has an owner") }
    return Unmanaged<Transfer>.fromOpaque(owner).takeUnretainedValue()
}
