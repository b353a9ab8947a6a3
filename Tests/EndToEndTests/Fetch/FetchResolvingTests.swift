// docs/fetching.md: names with several addresses are tried, and names are resolved rarely.
import TestSupport
import Testing

/// No other suite has servers in 127.0.1.0/24, so a port that is free at one of these addresses is free at the others.
@Suite(.needs(NameServer.need), .serialized)
struct FetchResolvingTests {
    private func probe(_ names: NameServer, _ options: [Bytes], _ urls: [String]) throws -> Outcome {
        try names.serving(.weir).run(["probe", "--format=jsonl"] + FetchCase.limits + options + urls.map { Bytes($0) })
    }

    /// Each answer ends its connection, so that every picture needs another one. The run asks for the address once.
    @Test func onceInARun() throws {
        let names = try NameServer("127.0.0.1")
        let server = try ScriptedServer(otherwise: [Exchange(.header("Connection", "close"), .body(.picture), .close)])
        let outcome = try probe(names, ["--per-host=16"], (0..<100).map { "http://shop.test:\(server.port)/\($0).jpg" })
        #expect(outcome.status == .exited(0), "\(outcome.text)")
        #expect(server.connections.opened == 100)
        #expect(try names.questions(ofAll: 2) == 1)
    }

    /// An address where nobody listens, or that answers nothing, is passed over for the next one.
    /// Each of both is the dead one once.
    @Test(arguments: [true, false], [("127.0.1.6", "127.0.1.7"), ("127.0.1.7", "127.0.1.6")])
    func aDeadAddress(isDeaf: Bool, of addresses: (alive: String, dead: String)) throws {
        let server = try ScriptedServer(otherwise: [Exchange(.body(.picture))], address: addresses.alive)
        let deaf = try isDeaf ? DeafServer(address: addresses.dead, port: server.port) : nil
        let names = try NameServer("127.0.1.6", "127.0.1.7")
        let outcome = try probe(names, ["--timeout=24s"], ["http://shop.test:\(server.port)/a.jpg"])
        #expect(try outcome.pictures.map(\.result) == ["30x20"], "\(outcome.text)")
        withExtendedLifetime(deaf) {}
    }

    /// The silent addresses take the whole time for connecting, and the next request passes over them. The resolver keeps
    /// their order, since none has more in common with this machine's own.
    @Test(arguments: [6, 12]) func manySilentAddresses(count: Int) throws {
        let silent = (1...count).map { "127.0.1.\($0)" }
        let server = try ScriptedServer(otherwise: [Exchange(.body(.picture), .close)], address: "127.0.1.200")
        let deaf = try silent.map { try DeafServer(address: $0, port: server.port) }
        let names = try NameServer(silent + ["127.0.1.200"])
        let outcome = try probe(names, ["--timeout=24s"], (0..<20).map { "http://shop.test:\(server.port)/\($0).jpg" })
        // No retry is left to the pictures of the first requests.
        #expect(try outcome.pictures.map(\.result).count { $0 == "30x20" } >= 16, "\(outcome.text)")
        withExtendedLifetime(deaf) {}
    }

    /// An address that must not be asked is passed over too. If there is no other, it is the failure.
    @Test(arguments: [
        (["127.0.0.1", "169.254.169.254"], "30x20"), (["169.254.169.254", "127.0.0.1"], "30x20"),
        (["169.254.169.254", "169.254.170.2"], "forbidden-address"),
    ])
    func aForbiddenAddress(addresses: [String], result: String) throws {
        let server = try ScriptedServer(otherwise: [Exchange(.body(.picture))])
        let names = try NameServer(addresses[0], addresses[1])
        let outcome = try probe(names, [], ["http://shop.test:\(server.port)/a.jpg"])
        #expect(try outcome.pictures.map(\.result) == [result], "\(outcome.text)")
    }
}
