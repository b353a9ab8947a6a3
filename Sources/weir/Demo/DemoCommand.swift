import Base
import System

/// The settings of `weir demo`.
struct DemoSettings: Sendable {
    /// The folder as the commands name it; nil for `weir-demo`.
    var folder: [UInt8]?
}

extension DemoSettings {
    static let grammar = Grammar.folder(\.folder, defaults: DemoSettings())
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
            printed before it runs, and can be run again. Three pictures of the shop fail, so that you see how failures are reported.
            """,
            "FOLDER must not exist, or be empty. Nothing is requested from the network, and nothing is written elsewhere.",
        ],
        examples: [
            Example(line: "weir demo", meaning: "Make the shop in weir-demo."),
            Example(line: "weir demo /tmp/shop", meaning: "Make it elsewhere."),
        ],
        grammar: DemoSettings.grammar,
        run: { settings throws(MachineFailure) in try settings.run() })
}

extension DemoSettings {
    fileprivate func run() throws(MachineFailure) -> ExitStatus {
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
