import Base
import Layouts
import System

/// Every layout with its parameters and their defaults.
enum LayoutList {
    static func run(isJSON: Bool, output: [UInt8]?) throws(MachineFailure) -> ExitStatus {
        let file = try OutputFile(output)
        var buffer = ByteBuffer()
        if isJSON { writeJSON(to: &buffer) } else { writeText(to: &buffer) }
        try file.write(buffer)
        try file.commit()
        return .ok
    }

    private static func writeText(to buffer: inout ByteBuffer) {
        for (index, kind) in LayoutKind.all.enumerated() {
            if index > 0 { buffer.append("\n") }
            buffer.append("\(kind.name): \(kind.about)\n")
            buffer.append(table: kind.parameters.map { ["  --\($0.name)", $0.defaultText, $0.about] })
        }
    }

    private static func writeJSON(to buffer: inout ByteBuffer) {
        buffer.array(LayoutKind.all, onLines: true) { buffer, kind in
            buffer.object { buffer in
                buffer.member("layout", json: kind.name)
                buffer.member("about", json: kind.about)
                buffer.array("parameters", kind.parameters) { buffer, parameter in
                    buffer.object {
                        $0.member("name", json: parameter.name)
                        $0.member("default", json: parameter.defaultText)
                        $0.member("about", json: parameter.about)
                    }
                }
            }
        }
        buffer.append("\n")
    }
}
