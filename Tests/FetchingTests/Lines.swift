@testable import Fetching

/// The head with these lines.
func head(_ lines: String...) -> ResponseHead { head(lines) }

func head(_ lines: [String]) -> ResponseHead {
    var head = ResponseHead()
    for line in lines + [""] { withBytes(of: line + "\r\n") { head.add(line: $0) } }
    return head
}

/// The bytes in memory of exactly their size.
func withBytes<Result>(of text: String, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: text.utf8.count, alignment: 1)
    defer { bytes.deallocate() }
    bytes.copyBytes(from: text.utf8)
    return body(UnsafeRawBufferPointer(bytes))
}
