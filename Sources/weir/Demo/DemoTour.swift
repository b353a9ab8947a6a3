import Base
import System

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
        buffer.append(table: [
            ("shop.html", "the shop on a phone and a tablet, with its findings: open it in a browser"),
            ("manifest.json", "what an app loads: the true size of each picture, and its price"),
            ("report.json", "the run, with the pictures that failed, and why"),
            ("catalogue.csv", "what the shop has told"),
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
            (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || "/._-,:=+@".utf8.contains(byte)
        }
        guard !isPlain || bytes.isEmpty else { return String(decoding: bytes, as: UTF8.self) }
        return "'" + String(decoding: bytes, as: UTF8.self).visible.replacing("'", with: #"'\''"#) + "'"
    }
}
