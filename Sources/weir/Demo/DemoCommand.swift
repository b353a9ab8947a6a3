import CWeirResources
import Glibc
import Previews
import WeirBase
import WeirSystem

/// The options of `weir demo`.
struct DemoOptions: Sendable {
    /// The folder as the commands name it; nil for `weir-demo`.
    var folder: [UInt8]?
}

extension DemoOptions: CommandOptions {
    static let grammar = Grammar.folder(\.folder, defaults: DemoOptions())
}

extension Command {
    static let demo = Command(
        name: "demo",
        summary: "Make a small shop in a folder, and show what weir does with it.",
        operands: ValueSpec(placeholder: "[FOLDER]", completion: .files),
        paragraphs: [
            """
            Puts a catalogue and its pictures into FOLDER, or into weir-demo, and runs three commands on them: weir ingest writes \
            the manifest and a report, weir check shows what it finds, and weir preview writes a page for the browser. Each command is \
            printed before it runs, and can be run again. Three pictures of the shop fail, so that you see how failures are reported. \
            The folder app has a page that loads the manifest, with the package for JavaScript: copy it for your own.
            """,
            "FOLDER must not exist, or be empty. Nothing is requested from the network, and nothing is written elsewhere.",
        ],
        examples: [
            Example(line: "weir demo", meaning: "Make the shop in weir-demo."),
            Example(line: "weir demo /tmp/shop", meaning: "Make it elsewhere."),
        ],
        options: DemoOptions.self)
}

extension DemoOptions {
    func run() throws(MachineFailure) -> ExitStatus {
        let folder = folder ?? Array("weir-demo".utf8)
        try DemoShop.unpack(into: folder)
        let tour = DemoTour(folder)
        for command in tour.commands {
            try report("$ weir\(command.map { " " + $0.quotedForShell }.joined())\n")
            let status = try evenUnread { () throws(MachineFailure) in try run(command) } ?? .ok
            guard status == .ok || status == .findings else { return status }
            try report("\n")
        }
        _ = try evenUnread { () throws(MachineFailure) in try StandardStream.output.write { tour.append(closingTo: &$0) } }
        return .ok
    }

    /// The shop is made to its end, also if nobody reads on. Nil if nobody does.
    private func evenUnread<Result>(_ work: () throws(MachineFailure) -> Result) throws(MachineFailure) -> Result? {
        do throws(MachineFailure) {
            return try work()
        } catch {
            guard error.kind == .closedPipe else { throw error }
            return nil
        }
    }

    private func report(_ text: String) throws(MachineFailure) {
        _ = try evenUnread { () throws(MachineFailure) in try StandardStream.output.write(text) }
    }

    private func run(_ command: [Argument]) throws(MachineFailure) -> ExitStatus {
        let run: Command.Run
        do throws(UsageError) {
            run = try Weir.understand(command[...])
        } catch {
            throw .input(error.message)
        }
        return try run()
    }
}

/// The commands that `weir demo` runs, and the files that it points to.
struct DemoTour {
    private let folder: [UInt8]

    init(_ folder: [UInt8]) {
        // Otherwise the commands would take such a name for an option or for a URL.
        let isMisleading = folder.first == UInt8(ascii: "-") || folder.contains(UInt8(ascii: ":")) && folder.first != UInt8(ascii: "/")
        self.folder = isMisleading ? Array("./".utf8) + folder : folder
    }

    var commands: [[Argument]] {
        [
            [
                "ingest", file("catalogue.csv"), "-o", file("manifest.json"), "--placeholder", file("placeholder.jpg"),
                "--with", "thumbhash,status", "--report", file("report.json"),
            ],
            ["check", file("manifest.json"), "--config", file("weir.json"), "--images"],
            ["preview", file("manifest.json"), "--config", file("weir.json"), "-o", file("shop.html")],
        ]
    }

    func append(closingTo buffer: inout ByteBuffer) {
        buffer.append("Look at\n\n")
        buffer.append(
            table: [
                ("shop.html", "the shop on a phone and a tablet, with its findings: open it in a browser"),
                ("app", "an app's page that loads the manifest: serve the folder, and open /app/"),
                ("manifest.json", "what an app loads: the true size of each picture, and its price"),
                ("report.json", "the run, with the pictures that failed, and why"),
                ("catalogue.csv", "the rows of the shop"),
                ("pictures", "its pictures"),
            ].map { name, meaning in ["  " + shown(file(name).bytes), meaning] })
        buffer.append(
            """

            Change a price or a picture and run the commands again: only what has changed is opened.
            'weir help ingest' names every option.

            """)
    }

    private func file(_ name: String) -> Argument { Argument(joined(folder, Array(name.utf8))) }
}

extension Argument: ExpressibleByStringLiteral {
    init(stringLiteral text: String) { self.init(text) }

    /// The argument as a shell reads it.
    var quotedForShell: String {
        let isPlain = bytes.allSatisfy { byte in
            isLetterOrDigit(byte) || "/._-,:=+@".utf8.contains(byte)
        }
        guard !isPlain || bytes.isEmpty else { return String(decoding: bytes, as: UTF8.self) }
        return "'" + String(decoding: bytes, as: UTF8.self).visible.replacing("'", with: #"'\''"#) + "'"
    }
}

/// The shop that `weir demo` unpacks: a catalogue and its pictures, some of which fail.
enum DemoShop {
    /// Fills a folder, which is made unless it exists. A folder that is not empty stays as it is.
    static func unpack(into path: [UInt8]) throws(MachineFailure) {
        let folder = try emptyFolder(path)
        for file in files { try write(file.content, to: file.path, below: folder) }
    }

    /// The files, with their paths.
    static var files: [(path: [UInt8], content: UnsafeBufferPointer<UInt8>)] {
        let package = resources(CResources_package()).map { ("app/weir-manifest/" + $0.path, $0.bytes) }
        return (resources(CResources_shop()) + package).map { (Array($0.utf8), $1) }
    }

    private static func emptyFolder(_ path: [UInt8]) throws(MachineFailure) -> OutputFolder {
        if let status = fileStatus(path), !status.isFolder {
            throw .input("\(Argument(path).shown) is no folder; name one that does not exist yet")
        }
        let folder = try OutputFolder.make(path).folder
        guard let entries = folder.entries() else { throw .unwritable(path, errno) }
        guard entries.isEmpty else {
            throw .input("\(Argument(path).shown) is not empty and stays as it is; name a folder that does not exist yet")
        }
        return folder
    }

    private static func write(_ content: UnsafeBufferPointer<UInt8>, to path: [UInt8], below root: OutputFolder) throws(MachineFailure) {
        var folder = root
        let names = path.split(separator: UInt8(ascii: "/")).map { Array($0) }
        for name in names.dropLast() { folder = try folder.makeFolder(name) }
        let name = names.last ?? path
        let file = folder.createFile(name)
        guard file >= 0 else { throw .unwritable(folder.path(of: name), errno) }
        let isWritten = writeAll(content, to: file)
        let code = errno
        let isClosed = close(file) == 0
        guard isWritten && isClosed else { throw .unwritable(folder.path(of: name), isWritten ? errno : code) }
    }
}
