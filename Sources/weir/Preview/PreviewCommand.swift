import Base
import System

extension PreviewOptions {
    func run() throws(MachineFailure) -> ExitStatus {
        let signals = TerminationSignals()
        let source = PreviewSource(self)
        guard !serves else {
            try PreviewServer(source, signals).run(port: port, opens: opens)
            return .ok
        }
        let file = try OutputFile(output, replacing: .page)
        try source.write(pictures: source.picturesURL(seenFrom: output), signals) { buffer throws(MachineFailure) in
            try file.write(buffer)
            buffer.removeAll()
        }
        try file.commit()
        if opens, let output { openInBrowser(output) }
        return .ok
    }
}

/// Starts the user's browser. A failure is a warning, since the page is there.
func openInBrowser(_ place: [UInt8]) {
    do throws(MachineFailure) { try startDesktop(place) } catch {
        StandardStream.error.report("weir: warning: --open: \(error.message); open \(Argument(place).shown) yourself")
    }
}
