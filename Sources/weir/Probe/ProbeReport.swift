import ImageHeaders
import Pixels
import WeirBase

/// The output of `weir probe` for each picture, in a form for people or for programs.
enum ProbeReport: String, CaseIterable, Sendable {
    case text, tsv, json, jsonl

    /// The result for one picture.
    typealias ProbeResult = Result<ImageHeader, Failure>
    /// The names and texts of the placeholders that were asked for. A text that is not known is nil.
    typealias Texts = [(name: String, text: String?)]

    /// The texts of one picture.
    static func texts(_ kinds: Set<Placeholders.Kind>, of found: Placeholders? = nil) -> Texts {
        Placeholders.Kind.allCases.filter(kinds.contains).flatMap(\.keys).map { ($0.rawValue, found?[$0]) }
    }

    /// The text before the first line, between two lines, and after the last line.
    var opening: String { self == .json ? "[\n" : "" }
    var separator: String { self == .json ? ",\n" : "" }
    var closing: String { self == .json ? "\n]\n" : "" }

    /// Appends the line of one picture.
    func append(
        _ result: ProbeResult, _ placeholders: Texts = [], path: UnsafeBufferPointer<UInt8>, to output: inout ByteBuffer
    ) {
        switch self {
        case .text: appendText(result, placeholders, path, &output)
        case .tsv: appendTSV(result, placeholders, path, &output)
        case .json: appendObject(result, placeholders, path, &output)
        case .jsonl:
            appendObject(result, placeholders, path, &output)
            output.append(UInt8(ascii: "\n"))
        }
    }

    private func appendText(
        _ result: ProbeResult, _ placeholders: Texts, _ path: UnsafeBufferPointer<UInt8>, _ output: inout ByteBuffer
    ) {
        output.append(escaping: path)
        output.append(": ")
        switch result {
        case .success(let header):
            output.append(header.displayed, separator: UInt8(ascii: "x"))
            output.append(" ")
            output.append(header.format.word)
            if header.orientation != .up || header.displayed != header.stored {
                output.append(", stored ")
                output.append(header.stored, separator: UInt8(ascii: "x"))
                output.append(", orientation ")
                output.append(header.orientation.rawValue)
            }
            for (name, text) in placeholders where text != nil {
                output.append(", ")
                output.append(name)
                output.append(" ")
                output.append(text ?? "")
            }
        case .failure(let failure):
            output.append("error: ")
            output.append(failure.code.rawValue)
            output.append(": ")
            output.append(failure.message.visible)
        }
        output.append("\n")
    }

    private func appendTSV(
        _ result: ProbeResult, _ placeholders: Texts, _ path: UnsafeBufferPointer<UInt8>, _ output: inout ByteBuffer
    ) {
        let tab = UInt8(ascii: "\t")
        switch result {
        case .success(let header):
            output.append(header.displayed, separator: tab)
            output.append(tab)
            output.append(header.stored, separator: tab)
            output.append(tab)
            output.append(header.orientation.rawValue)
            output.append(tab)
            output.append(header.format.word)
        case .failure(let failure):
            output.append("-\t-\t-\t-\t-\terror:")
            output.append(failure.code.rawValue)
        }
        for (_, text) in placeholders {
            output.append(tab)
            output.append(text ?? "-")
        }
        output.append(tab)
        output.append(escaping: path)
        output.append(UInt8(ascii: "\n"))
    }

    private func appendObject(
        _ result: ProbeResult, _ placeholders: Texts, _ path: UnsafeBufferPointer<UInt8>, _ output: inout ByteBuffer
    ) {
        output.object { output in
            switch result {
            case .success(let header):
                output.member("w", header.displayed.width)
                output.member("h", header.displayed.height)
                output.member("stored_w", header.stored.width)
                output.member("stored_h", header.stored.height)
                output.member("orientation", header.orientation.rawValue)
                output.member("format", json: header.format.rawValue)
                output.member("mime", json: "\(header.format.mime)")
                output.append(header.traits)
                for case (let name, let text?) in placeholders { output.member(named: name) { $0.append(json: text) } }
            case .failure(let failure):
                output.member("error", json: failure.code.rawValue)
                output.member("message", visible: failure.message)
            }
            output.member("path") { $0.append(jsonPath: path) }
        }
    }
}

extension ByteBuffer {
    /// Appends the facts that the header shows of a picture.
    fileprivate mutating func append(_ traits: PictureTraits) {
        member("animated", traits.isAnimated)
        member("alpha", traits.hasAlpha)
        member("colorModel", json: traits.colors?.rawValue)
        member("depth", traits.depth)
        if traits.isSizedByViewBox { member("sizeFrom", json: "viewBox") }
    }

    fileprivate mutating func append(_ size: PixelSize, separator: UInt8) {
        append(size.width)
        append(separator)
        append(size.height)
    }
}
