// docs/security.md: memory and descriptors do not grow with the number of pictures.
import TestSupport
import Testing

@Suite(.needs(.time)) struct FetchSoakTests {
    private static let count = Sanitizer.isOn ? 1000 : 5000

    /// All pictures are from one host, or from more hosts than connections are kept.
    @Test(arguments: [1, 500])
    func manyPictures(hosts: Int) throws {
        let server = try ScriptedServer(
            otherwise: [Exchange(.range(of: .picture + Bytes(zeros: 20_000), tag: "\"v1\""))], address: "0.0.0.0")
        let running = try Program.weir.start(["probe", "--format=tsv", "--files-from=-"] + FetchCase.limits)
        // All addresses of 127/8 are this machine.
        let urls = (0..<FetchSoakTests.count).map { number in
            "http://127.0.\(number % hosts / 250).\(number % hosts % 250 + 1):\(server.port)/\(number).jpg\n"
        }
        running.write(Bytes(urls.joined()))
        var peaks: [Int] = []
        for lines in [FetchSoakTests.count / 5, FetchSoakTests.count * 4 / 5] {
            try running.waitForLines(lines)
            peaks.append(try running.peakMemory())
            // The connections that may be kept, and the files that every program has open.
            #expect(try running.openFiles() <= min(hosts * 32, 1024 + 512) + 16)
        }
        let outcome = try running.finish()
        #expect(outcome.status == .exited(0), "\(outcome.messages)")
        #expect(outcome.lines.count == FetchSoakTests.count + 1)
        #expect(server.requests.count == FetchSoakTests.count)
        #expect(server.connections.mostAtOnce <= min(hosts * 32, 1024 + 512))
        if !Sanitizer.isOn { #expect(peaks[1] - peaks[0] < 8 << 20, "\(peaks)") }
    }

    /// Broken transfers leave no descriptors open.
    @Test(arguments: [Exchange(.close), Exchange(.headers("Content-Length: 900"), .body("four"), .close), Exchange(.endlessBody)])
    func manyFaults(fault: Exchange) throws {
        let server = try ScriptedServer(otherwise: [fault], address: "0.0.0.0")
        let running = try Program.weir.start(["probe", "--format=tsv", "--files-from=-"] + FetchCase.limits)
        let count = FetchSoakTests.count / 10
        running.write(Bytes((0..<count).map { "http://127.0.\($0 / 250).\($0 % 250 + 1):\(server.port)/a.jpg\n" }.joined()))
        try running.waitForLines(count)
        #expect(try running.openFiles() <= 64 + 16)
        let outcome = try running.finish()
        #expect(outcome.status == .exited(1))
        #expect(outcome.lines.count == count + 1)
        server.stop()
        #expect(server.requests.count == count)
    }
}
