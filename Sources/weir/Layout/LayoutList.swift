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
        buffer.append("[")
        for (index, kind) in LayoutKind.all.enumerated() {
            buffer.append(index == 0 ? "\n{\"layout\":" : ",\n{\"layout\":")
            buffer.append(json: kind.name)
            buffer.append(",\"about\":")
            buffer.append(json: kind.about)
            buffer.append(",\"parameters\":[")
            for (index, parameter) in kind.parameters.enumerated() {
                buffer.append(index == 0 ? "{\"name\":" : ",{\"name\":")
                buffer.append(json: parameter.name)
                buffer.append(",\"default\":")
                buffer.append(json: parameter.defaultText)
                buffer.append(",\"about\":")
                buffer.append(json: parameter.about)
                buffer.append("}")
            }
            buffer.append("]}")
        }
        buffer.append("\n]\n")
    }
}
