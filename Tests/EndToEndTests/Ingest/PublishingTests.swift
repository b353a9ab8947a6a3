// docs/publishing.md: a client never misses a page of a folder that is published by its recipes.
import Foundation
import TestSupport
import Testing
import WeirBase

import class WeirSystem.Locked

/// One night after the other is published, while a client walks index and pages without a pause.
@Suite(.serialized) struct PublishingTests {
    private let folder: TemporaryFolder
    /// The number of nights, which `WEIR_NIGHTS` overrides.
    private static let nights = ProcessInfo.processInfo.environment["WEIR_NIGHTS"].flatMap { Int($0) } ?? 12

    init() throws {
        folder = try TemporaryFolder()
        try folder.add("a.jpg", .jpeg(width: 30, height: 20))
    }

    /// The commands of a recipe, without the remark above them.
    static func recipe(_ name: String) throws -> String { try "set -euo pipefail\n" + lines(of: name) }

    private static func lines(of name: String) throws -> String {
        let text = String(decoding: try Fixtures.bytes(of: Fixtures.root + "/docs/publishing.md"), as: UTF8.self)
        let part = try #require(text.components(separatedBy: "\n**\(name)").dropFirst().first)
        let lines = part.components(separatedBy: "\n").drop { !$0.hasPrefix("    ") }.prefix { $0.hasPrefix("    ") }
        return lines.map { $0.dropFirst(4) }.joined(separator: "\n")
    }

    private func shell(_ commands: String, with environment: [String: String] = [:]) throws -> Outcome {
        try #require(Program.named("bash")).run(["-c", Bytes(commands)], environment: environment, in: folder)
    }

    /// Writes the pages of a night, with another number of pages each time.
    private func write(_ night: Int) throws {
        let rows = (0..<40 + night % 3 * 7).map { "a.jpg,\($0 < 20 ? 0 : night).\($0)\n" }
        try folder.add("c.csv", Bytes("img,price\n" + rows.joined()))
        let options: [Bytes] = ["-o", "pages", "--page-size=5", "--page-names=hash", "--max-removed=100%", "-q"]
        let outcome = try Program.weir.run(["ingest", "c.csv"] + options, in: folder)
        #expect(outcome.status == .exited(0), "\(outcome.messages)")
    }

    /// `read` returns a file as a client gets it; nil if there is none.
    private func publish(
        by recipe: String, with environment: [String: String] = [:], _ read: @escaping @Sendable (String) throws -> [UInt8]?
    ) throws {
        var client: WalkingClient?
        for night in 1...Self.nights {
            try write(night)
            let outcome = try shell(recipe, with: environment)
            #expect(outcome.status == .exited(0), "\(outcome.messages)")
            if client == nil { client = WalkingClient(read) }
            client?.walk()
        }
        let (walks, faults) = try #require(client).end()
        #expect(faults == [])
        #expect(walks >= Self.nights)
        print("\(walks) walks while \(Self.nights) nights were published")
    }

    private func reader(of name: String) -> @Sendable (String) -> [UInt8]? {
        { [path = folder.path] in FileManager.default.contents(atPath: "\(path)/\(name)/\($0)").map(Array.init) }
    }

    @Test(.needs(.program("rsync"))) func rsync() throws {
        let recipe = try Self.recipe("rsync")
        try publish(by: recipe, reader(of: "docroot"))
        try write(Self.nights)
        let again = try shell(recipe.replacing("rsync ", with: "rsync --itemize-changes "))
        #expect((again.status, again.text) == (.exited(0), ""))
        #expect(try Set(folder.names(in: "docroot")) == Set(folder.names(in: "pages")))
    }

    @Test(.needs(.moto), .needs(.program("aws"))) func s3() throws {
        let buckets = try TemporaryFolder()
        try buckets.addFolder("shop")
        let server = try BucketServer(of: buckets.path, isOpen: true)
        let environment = server.environment.merging(["HOME": folder.path, "AWS_EC2_METADATA_DISABLED": "true"]) { $1 }
        // An aws of before 2.13 does not read the address from its environment.
        let recipe = try Self.recipe("Amazon S3").replacing("aws s3 ", with: "aws --endpoint-url \(server.url) s3 ")
        try publish(by: recipe, with: environment) { [url = server.url, key = "\(server.key):\(server.secret)"] file in
            let reply = try curl("\(url)/shop/pages/\(file)", "--aws-sigv4", "aws:amz:eu-central-1:s3", "--user", key)
            return reply.status == 200 ? reply.body : nil
        }
        try write(Self.nights)
        let again = try shell(recipe.replacing(" --only-show-errors", with: ""), with: environment)
        #expect((again.status, again.text) == (.exited(0), ""))
    }

    /// A client stays with the container whose index it has, and a container stays for a night longer than its image is the newest.
    @Test(.needs(.program("buildah"))) func containerImage() throws {
        try folder.add("Dockerfile", Bytes("FROM scratch\n\(Self.lines(of: "A container image"))\n"))
        try folder.add(".dockerignore", "**/.*\n")
        let images = try TemporaryFolder()
        let recipe = """
            set -euo pipefail
            buildah() { command buildah --root \(images.path)/images --runroot \(images.path)/run --storage-driver vfs "$@"; }
            buildah build --quiet --isolation chroot --tag shop . >/dev/null
            if [ -f old ]; then buildah rm "$(cat old)" >/dev/null; fi
            if [ -f newest ]; then mv newest old; fi
            buildah from shop >newest
            buildah mount "$(cat newest)" >started
            mv started served
            """
        let served = Locked("")
        try publish(by: recipe) { [path = folder.path] file in
            if file == "index.json" {
                served.change { $0 = String(decoding: FileManager.default.contents(atPath: path + "/served") ?? Data(), as: UTF8.self) }
            }
            let root = served.value.trimmingCharacters(in: .newlines)
            return FileManager.default.contents(atPath: "\(root)/usr/share/nginx/html/pages/\(file)").map(Array.init)
        }
        let root = try #require(folder.text(of: "served")).trimmingCharacters(in: .newlines) + "/usr/share/nginx/html/pages"
        #expect(try Set(FileManager.default.contentsOfDirectory(atPath: root)) == Set(folder.names(in: "pages")))
    }

    @Test(.needs(.program("git"))) func git() throws {
        let prepare = """
            git init --quiet pages && git -C pages config user.email ops@shop.example && git -C pages config user.name Ops
            git -C pages config commit.gpgsign false
            """
        #expect(try shell(prepare).status == .exited(0))
        let recipe = try Self.recipe("git")
        try publish(by: recipe, reader(of: "current"))
        let commits = "git -C pages rev-list --count HEAD"
        let count = try shell(commits).text
        try write(Self.nights)
        #expect(try shell(recipe).status == .exited(0))
        #expect(try shell(commits).text == count)
    }
}

/// A client that reads the index and then all of its pages, again and again.
private final class WalkingClient: Sendable {
    private struct State {
        var isEnding = false
        var hasEnded = false
        var walks = 0
        var faults: [String] = []
    }

    private let state = Locked(State())

    init(_ read: @escaping @Sendable (String) throws -> [UInt8]?) {
        Thread.detachNewThread { [state] in
            repeat {
                let result = Result { try WalkingClient.fault(read) }
                state.announce {
                    $0.walks += 1
                    switch result {
                    case .success(let fault?): $0.faults.append(fault)
                    case .success(nil): break
                    case .failure(let error): $0.faults.append("\(error)")
                    }
                }
            } while !state.value.isEnding
            state.announce { $0.hasEnded = true }
        }
    }

    private static func fault(_ read: (String) throws -> [UInt8]?) throws -> String? {
        guard let bytes = try read("index.json") else { return "there is no index" }
        guard let index = try? json(bytes) as? [String: Any], let pages = index["pages"] as? [[String: Any]] else { return "no index" }
        for page in pages {
            let name = page["file"] as? String ?? ""
            guard let bytes = try read(name) else { return "\(name) is missing" }
            if bytes.withUnsafeBytes({ SHA256.hexDigest(of: $0) }) != page["sha256"] as? String { return "\(name) is another" }
        }
        return nil
    }

    /// Waits until another walk has ended.
    func walk() {
        let walks = state.value.walks
        state.wait(until: { $0.walks > walks }) { _ in }
    }

    func end() -> (walks: Int, faults: [String]) {
        state.change { $0.isEnding = true }
        return state.wait(until: { $0.hasEnded }) { ($0.walks, $0.faults) }
    }
}
