/// The part of a file that the field `Range` requests (RFC 9110, 14.1.2 and 14.2). Several ranges and other units are
/// ignored, as a server may do.
enum RequestedRange: Equatable {
    case whole
    case part(Range<Int>)
    case unsatisfiable

    init(_ field: String?, of count: Int) {
        self = .whole
        guard let field, field.hasPrefix("bytes=") else { return }
        let ends = field.dropFirst("bytes=".count).split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        guard ends.count == 2, let first = Position(ends[0]), let last = Position(ends[1]) else { return }
        switch (first, last) {
        case (.none, .none): return
        case (.none, .at(let length)):
            self = length == 0 || count == 0 ? .unsatisfiable : .part(max(0, count - length)..<count)
        case (.at(let first), .none):
            self = first < count ? .part(first..<count) : .unsatisfiable
        case (.at(let first), .at(let last)):
            guard first <= last else { return }
            self = first < count ? .part(first..<min(count - 1, last) + 1) : .unsatisfiable
        }
    }

    private enum Position {
        case none
        case at(Int)

        /// nil if the text has other characters than digits.
        init?(_ text: Substring) {
            guard text.utf8.allSatisfy({ $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }) else { return nil }
            // A number that exceeds Int lies behind the end of any file.
            self = text.isEmpty ? .none : .at(Int(text) ?? .max)
        }
    }
}
