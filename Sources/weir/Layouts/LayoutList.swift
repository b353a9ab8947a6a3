import Base
import Checks
import Layouts
import System

/// Layouts with their parameters and the defaults of those.
struct LayoutList: Sendable {
    let kinds: [LayoutKind]

    func run(isJSON: Bool, output: [UInt8]?) throws(MachineFailure) -> ExitStatus {
        let file = try OutputFile(output, replacing: .layouts)
        var buffer = ByteBuffer()
        if isJSON { writeJSON(to: &buffer) } else { writeText(to: &buffer) }
        try file.write(buffer)
        try file.commit()
        return .ok
    }

    private func writeText(to buffer: inout ByteBuffer) {
        for (index, kind) in kinds.enumerated() {
            if index > 0 { buffer.append("\n") }
            buffer.append("\(kind.name): \(kind.about)\n")
            buffer.append(table: kind.rows.map { ["  \($0.name)", $0.value, $0.about] })
        }
    }

    private func writeJSON(to buffer: inout ByteBuffer) {
        buffer.array(kinds, onLines: true) { buffer, kind in
            buffer.object { buffer in
                buffer.member("layout", json: kind.name)
                buffer.member("about", json: kind.about)
                buffer.array("parameters", kind.rows) { buffer, row in
                    buffer.object {
                        $0.member("name", json: row.name)
                        $0.member("default", json: row.value)
                        $0.member("about", json: row.about)
                    }
                }
            }
        }
        buffer.append("\n")
    }
}

extension LayoutKind {
    /// The parameters, and the keys that take something of a manifest.
    fileprivate var rows: [(name: String, value: String, about: String)] {
        parameters.map { ($0.name, $0.defaultText, $0.about) } + LayoutKeys.parameters(of: self).map { name in
            switch name {
            case "section-by": (name, "none", "a section begins where the value of this key of the entries changes, and has it as its name")
            case "section-size": (name, "none", "a section begins after so many pictures; without it, each page is one")
            default: (name, "none", "the key of the entries that has points to add below each picture")
            }
        }
    }
}
