// docs/install.md: libraries that only some runs need are loaded when they are needed, and named if they are missing.
import TestSupport
import Testing

@Suite(.needs(.loading)) struct MissingLibraryTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func probe(_ picture: String, without library: String) throws -> Outcome {
        try folder.add(Bytes(library), "no library")
        return try Program.weir.run(["probe", "--format=tsv", Bytes(picture)], environment: ["LD_LIBRARY_PATH": folder.path], in: folder)
    }

    @Test(arguments: ["libcurl.so.4", "libidn2.so.0"])
    func network(library: String) throws {
        try folder.add("a.jpg", .jpeg(width: 5, height: 6))
        let local = try probe("a.jpg", without: library)
        #expect(local.status == .exited(0) && local.messages.isEmpty)
        let remote = try probe("http://127.0.0.1:9/a.jpg", without: library)
        #expect(remote.status == .exited(3))
        #expect(
            remote.messages
                == "weir: the network cannot be used: libcurl.so.4 or libidn2.so.0, of Debian's packages libcurl4 and libidn2-0, cannot be loaded\n"
        )
    }
}
