import CCurl
import Glibc

/// An easy handle, and how libcurl is set up for all requests.
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

    /// The transfer owns this handle, so it outlives what it is told.
    func open(for transfer: Transfer, _ settings: FetchSettings) {
        receiver.pointee.owner = Unmanaged.passUnretained(transfer).toOpaque()
        receiver.pointee.head = { owner, bytes, count in
            transferOf(owner).take(head: UnsafeRawBufferPointer(start: bytes, count: count))
        }
        receiver.pointee.body = { owner, bytes, count in
            transferOf(owner).take(body: UnsafeRawBufferPointer(start: bytes, count: count))
        }
        receiver.pointee.address = { owner, bytes, count in
            transferOf(owner).mayConnect(to: UnsafeRawBufferPointer(start: bytes, count: count))
        }
        CCurl_set_error_text(pointer, message)
        set(CURLOPT_NOSIGNAL, 1)
        // A name server that keeps silent would otherwise be waited for behind the timeout, by all transfers.
        set(CURLOPT_QUICK_EXIT, 1)
        set(CURLOPT_PROTOCOLS_STR, "http,https")
        set(CURLOPT_FOLLOWLOCATION, 0)
        set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
        set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
        set(CURLOPT_CONNECTTIMEOUT_MS, settings.connectTimeout)
        // A first range and its head are mostly read at once.
        set(CURLOPT_BUFFERSIZE, 32 << 10)
        // Where a body is compressed all the same, it is refused and not inflated.
        set(CURLOPT_HTTP_CONTENT_DECODING, 0)
        set(CURLOPT_SSL_VERIFYPEER, settings.isInsecure ? 0 : 1)
        set(CURLOPT_SSL_VERIFYHOST, settings.isInsecure ? 0 : 2)
        if let certificates = settings.certificates {
            set(CURLOPT_CAINFO, certificates)
            set(CURLOPT_CAPATH, nil)
        }
        // None is taken from the environment: its address would be judged. Nor are hosts exempt from the one that is named,
        // since theirs would not be.
        set(CURLOPT_NOPROXY, settings.proxy == nil ? "*" : "")
        if settings.proxy != nil {
            set(CURLOPT_PROXY, settings.proxy)
            receiver.pointee.trusts_addresses = true
            // For the proxy's own ears, where it is asked for a tunnel.
            set(CURLOPT_USERAGENT, settings.userAgent)
        }
    }

    /// Forgets the beginning of a head that did not end.
    func forgetHead() { receiver.pointee.gathered_count = 0 }

    /// What is asked for next.
    func aim(at address: WebAddress, saying lines: UnsafeMutablePointer<curl_slist>?) {
        CCurl_aim(pointer, &target, address.text)
        CCurl_set_list(pointer, CURLOPT_HTTPHEADER, lines)
    }

    func set(_ option: CURLoption, _ number: Int) { CCurl_set_number(pointer, option, number) }
    func set(_ option: CURLoption, _ text: String?) { CCurl_set_text(pointer, option, text) }

    /// Whether the transfer has a connection. Of one that served before, no time of connecting is told.
    var isConnected: Bool {
        CCurl_count(pointer, CURLINFO_CONNECT_TIME_T) > 0 || CCurl_count(pointer, CURLINFO_PRETRANSFER_TIME_T) > 0
    }

    private var isResolved: Bool { CCurl_count(pointer, CURLINFO_NAMELOOKUP_TIME_T) > 0 }

    /// What took too long, where time is up.
    var lateness: TransferFault { isConnected ? .timeout : isResolved ? .connect : .dns }

    /// What broke the transfer, in the few kinds that are treated differently.
    func fault(_ code: CURLcode, _ objection: AddressKind?) -> TransferFault? {
        switch code {
        case CURLE_OK: return nil
        case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY: return .dns
        case CURLE_COULDNT_CONNECT: return objection.map { .forbiddenAddress($0) } ?? .connect
        case CURLE_OPERATION_TIMEDOUT: return lateness
        case CURLE_PARTIAL_FILE: return .shortBody
        case CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_GOT_NOTHING, CURLE_HTTP2, CURLE_HTTP2_STREAM: return .reset
        case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER,
            CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS:
            return .tls(reason(code))
        default: return .malformed(reason(code))
        }
    }

    /// libcurl's own words.
    private func reason(_ code: CURLcode) -> String {
        message[0] != 0 ? String(cString: message) : String(cString: curl_easy_strerror(code))
    }
}

private func transferOf(_ owner: UnsafeMutableRawPointer?) -> Transfer {
    guard let owner else { preconditionFailure("a receiver has an owner") }
    return Unmanaged<Transfer>.fromOpaque(owner).takeUnretainedValue()
}
