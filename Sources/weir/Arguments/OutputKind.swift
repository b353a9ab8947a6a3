import Layouts
import WeirSystem

/// An output of a command, and how a file shows that it is one.
struct OutputKind: Sendable {
    let noun: String
    /// Texts with which such files begin. Behind `…` stands what follows some bytes later. White space is of no account, so that a
    /// file may have been formatted.
    var beginnings: [String] = []
    /// The same of the first line and of the last two lines, for texts that people read.
    var lines: [String] = []

    static let frames = OutputKind(noun: "layout", beginnings: [#"{"layout":"#, #"[{"layout":"#, #"{"index":"#, #"{"device":"#])
    static let vectors = OutputKind(noun: "drawing", beginnings: [#"<?xml…<svg xmlns="http://www.w3.org/2000/svg"…desk"#])
    static let pixels = OutputKind(noun: "drawing", beginnings: ["\u{89}PNG"])
    static let difference = OutputKind(noun: "difference", beginnings: [#"{"same":"#, "### Manifest: "], lines: ["… -> …: "])
    static let page = OutputKind(noun: "page", beginnings: [#"<!doctype html><html lang="en">…http-equiv="Content-Security-Policy""#])
    static let runReport = OutputKind(noun: "report", beginnings: [#"{"failures":["#])
    static let metrics = OutputKind(noun: "page of metrics", beginnings: ["# HELP weir_"])
    static let findings = OutputKind(
        noun: "report",
        beginnings: [
            #"{"version":1,"counts":{"#, #"<?xml…<testsuites name="weir check""#,
            #"{"$schema":"https://json.schemastore.org/sarif-2.1.0.json"…"name":"weir""#, "::error file=", "::warning file=",
            "::notice file=",
            #"[{"description":"…"check_name":"#, "[]", "### weir check: ",
        ],
        lines: ["… in … file"])
    static let layouts = OutputKind(
        noun: "list", beginnings: [#"[{"layout":"#, #"{"layout":"#],
        lines: LayoutKind.all.map { "\($0.name): " } + ["… columns, inset … are unsafe"])
}

extension OutputFile {
    /// The rule for all outputs that a command line names: only a file that a previous run may have written is replaced, since the owner
    /// of any other may need it.
    convenience init(_ path: [UInt8]?, replacing kind: OutputKind, option: String = "--output", isNamed: Bool = true) throws(MachineFailure)
    {
        if let path, path != Array("-".utf8), fileStatus(path)?.isRegular ?? false, try !kind.has(InputFile(path)) {
            throw .input(
                """
                \(Argument(path).shown) is no \(kind.noun) of weir's, and is not written over; move it away, or name another file \
                with \(option)
                """)
        }
        try self.init(path, isNamed: isNamed)
    }
}

extension OutputKind {
    private static let mostBytes = 8192

    fileprivate func has(_ file: InputFile) throws(MachineFailure) -> Bool {
        let start = try file.read(upTo: Self.mostBytes)
        // A power cut leaves zeros.
        if start.allSatisfy({ $0 == 0 }) { return true }
        if beginnings.contains(where: { start.matches($0) }) { return true }
        guard !lines.isEmpty else { return false }
        let end = try file.lastBytes(Self.mostBytes)
        let newLine = UInt8(ascii: "\n")
        let shown = start.split(separator: newLine).prefix(1) + end.split(separator: newLine).suffix(2)
        return shown.contains { line in lines.contains { Array(line).matches($0) } }
    }
}

extension [UInt8] {
    private static func signs(_ text: some Sequence<UInt8>) -> [UInt8] { text.filter { $0 > 0x20 } }

    fileprivate func matches(_ pattern: String) -> Bool {
        let pieces = pattern.split(separator: "…", omittingEmptySubsequences: false).map { piece in
            // The signature of PNG is no UTF-8.
            Self.signs(piece.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) })
        }
        let signs = Self.signs(self)
        guard let first = pieces.first, signs.starts(with: first) else { return false }
        var rest = signs.dropFirst(first.count)
        for piece in pieces.dropFirst() where !piece.isEmpty {
            guard let range = rest.firstRange(of: piece) else { return false }
            rest = rest[range.upperBound...]
        }
        return true
    }
}
