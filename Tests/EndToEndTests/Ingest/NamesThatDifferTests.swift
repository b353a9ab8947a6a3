// docs/journal.md: names that differ in one byte are different pictures, from command to command and from run to run.
import Foundation
import TestSupport
import Testing

@Suite struct NamesThatDifferTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Each target with another byte at each position: another letter, or the other case of the same one.
    private static let targets: [String] = {
        let target = Array("/shop%2Fa/B~c.d-1.jpg?size=40&v=x1&&w=%7Ey;z".utf8)
        var variants = [target]
        // A dot beside a slash would be a part of a path, and a percent sign must have its digits.
        for index in target.indices.dropFirst() where !"%?".utf8.contains(target[index]) {
            let isDigit = target[..<index].suffix(2).contains(UInt8(ascii: "%"))
            for byte in isDigit ? "6A".utf8 : "q7~&".utf8 where byte != target[index] {
                variants.append(target[..<index] + [byte] + target[(index + 1)...])
            }
            if !isDigit, target[index] & 0x5F >= 0x41, target[index] & 0x5F <= 0x5A {
                variants.append(target[..<index] + [target[index] ^ 0x20] + target[(index + 1)...])
            }
        }
        return Set(variants.map { String(decoding: $0, as: UTF8.self) }).sorted()
    }()

    private static func script(_ width: Int) -> [Exchange] {
        // Bytes behind the header are those of another picture, too.
        [Exchange(.range(of: .jpeg(width: UInt16(width), height: 9) + Bytes(Array("\(width)".utf8)), tag: "\"\(width)\""))]
    }

    private func widths() throws -> [Int?] {
        (try json(folder.content(of: "m.json")) as? [[String: Any]] ?? []).map { $0["w"] as? Int }
    }

    @Test func urls() throws {
        let scripts = Dictionary(uniqueKeysWithValues: Self.targets.enumerated().map { ($1, Self.script($0 + 1)) })
        let count = Self.targets.count
        let servers = try ["127.0.0.1", "127.0.0.2"].map { try ScriptedServer(scripts, address: $0) }
        // The same targets at another host and port have other pictures.
        for (index, target) in Self.targets.enumerated() { servers[1].set(target, Self.script(count + index + 1)[0]) }
        let urls = servers.flatMap { server in Self.targets.map { server.url($0) } }
        let expected = Array(1...2 * count)

        let streamed = try stream(Bytes(urls.map { row($0) }.joined()), "--allow-host=private", in: folder)
        #expect(streamed.rows.map { $0?["w"] as? Int } == expected)

        try folder.addCatalogue(urls)
        for options in [["-o", "m.json"], ["-o", "m.json", "--mirror=mir", "--journal=mirrored"]] as [[Bytes]] {
            for _ in 0..<2 {
                let outcome = try Program.weir.run(["ingest", "c.csv", "--allow-host=private", "--max-age=1d"] + options, in: folder)
                #expect(outcome.status == .exited(0), "\(outcome.messages)")
                #expect(try widths() == expected)
            }
        }
        let requests = servers.map(\.requests.count)
        #expect(requests == [3 * count, 3 * count], "the second runs take every picture from the journal")
        let files = (try json(folder.content(of: "m.json")) as? [[String: Any]] ?? []).compactMap { $0["file"] as? String }
        #expect(files.isEmpty || Set(files).count == expected.count)
    }

    /// Behind a `#` nothing is sent to a server.
    @Test func fragments() throws {
        let server = try ScriptedServer(otherwise: Self.script(7))
        try folder.addCatalogue(["", "#a", "#b"].map { server.url("/a.jpg?b") + $0 })
        for _ in 0..<2 {
            let outcome = try Program.weir.run(["ingest", "c.csv", "-o", "m.json", "--allow-host=private"], in: folder)
            #expect(try outcome.status == .exited(0) && widths() == [7, 7, 7], "\(outcome.messages)")
        }
    }

    @Test func files() throws {
        let name = Array("a b/C%41&d=#?.jpg".utf8)
        var names = [name]
        try folder.addFolder("a b")
        for index in name.indices.dropFirst("a b/".utf8.count) where name[index] != UInt8(ascii: ".") {
            for byte in "qQ&%".utf8 where byte != name[index] {
                names.append(name[..<index] + [byte] + name[(index + 1)...])
            }
        }
        for (index, name) in names.enumerated() { try folder.add(Bytes(name), .jpeg(width: UInt16(index + 1), height: 9)) }
        try folder.addCatalogue(names.map { String(decoding: $0, as: UTF8.self) })
        for _ in 0..<2 {
            let outcome = try Program.weir.run(["ingest", "c.csv", "-o", "m.json"], in: folder)
            #expect(outcome.status == .exited(0), "\(outcome.messages)")
            #expect(try widths() == Array(1...names.count))
        }
    }
}
