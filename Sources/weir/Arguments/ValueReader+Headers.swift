import System

/// Header lines of a request, and the file that they were read from, if there is one.
struct HeaderLines {
    let lines: [String]
    var file: [UInt8]?
}

extension ValueReader where Value == HeaderLines {
    /// A header line of a request, or `@` and the file that has such lines.
    static func headers(_ placeholder: String) -> ValueReader {
        ValueReader(spec: ValueSpec(placeholder: placeholder, completion: .nothing)) { argument throws(UsageError) in
            guard argument.bytes.first == UInt8(ascii: "@") else { return HeaderLines(lines: [try argument.header()]) }
            let file = Array(argument.bytes.dropFirst())
            return HeaderLines(lines: try headerLines(in: file), file: file)
        }
    }

    /// The lines of a file, without empty ones. Messages name the line by its number, since it may be a secret.
    private static func headerLines(in path: [UInt8]) throws(UsageError) -> [String] {
        let name = Argument(path).shown
        guard !path.isEmpty else { throw UsageError("the name of a file is missing behind the @") }
        var lines: [String] = []
        let content = try headerFile(path)
        for (index, line) in content.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
            let text = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
            guard !text.isEmpty else { continue }
            do throws(UsageError) { lines.append(try Argument(text).header()) } catch {
                throw UsageError("\(name):\(index + 1): \(error.message)")
            }
        }
        guard !lines.isEmpty else { throw UsageError("\(name): there is no header line in it") }
        return lines
    }

    private static func headerFile(_ path: [UInt8]) throws(UsageError) -> [UInt8] {
        do throws(MachineFailure) {
            let file = try InputFile(path)
            var content: [UInt8] = []
            while true {
                let piece = try file.read(upTo: largestFile)
                if piece.isEmpty { return content }
                content += piece
                // The lines are sent with every request, and servers refuse more.
                guard content.count <= largestFile else { throw .input("\(file.name): it has more than \(largestFile >> 10) KiB") }
            }
        } catch {
            throw UsageError(error.message)
        }
    }

    private static var largestFile: Int { 1 << 16 }
}
